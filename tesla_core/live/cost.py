"""What a live run costs, known before anything of it is built: work of a batch, an epoch and a picture, and memory.

A unit of work is one weight at one sample, forward and back: some 0.09 ns of a core of 2024.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from tesla_core.errors import TeslaError, check_range

if TYPE_CHECKING:
    from tesla_core.live.spec import LiveSpec
    from tesla_core.models.spec import ModelSpec

HARMONIC = 1.5  # what one harmonic of one neuron costs at a sample, in weights
FORWARD = 1 / 3  # what a look at a sample costs, beside learning from it
MOST_EPOCH = 7e9  # over half a second, some thirty times the default's
MOST_BATCH = 3e9  # a quarter of a second, in which nothing else is trained
MOST_PICTURE = 1.7e10  # forward alone
COPIES = 16  # of the weights: gradients, Adam's two, the last good, pictures, a key state, a second cursor
MOST_MODEL_BYTES = 320 << 20
BYTES_A_VALUE = 16  # of a neuron at a sample of a batch
MOST_BATCH_BYTES = 320 << 20
MOST_CURVE_BYTES = 40 << 20


def check_cost(spec: LiveSpec) -> None:
    """A run that costs more than one viewer may ask for is refused, with what it would cost and what it may."""
    narrower = "fewer or narrower panels, fewer layers or harmonics"
    costs = (
        (
            "Work of an epoch (parameters × samples)",
            epoch_work(spec),
            spec.kind.patience * MOST_EPOCH,
            f"{narrower}, or fewer samples",
        ),
        ("Work of a batch (parameters × samples)", batch_work(spec), MOST_BATCH, f"{narrower}, or a smaller batch"),
        ("Work of a picture (parameters × pixels)", picture_work(spec), MOST_PICTURE, f"{narrower}, or fewer pixels"),
        ("Bytes of the models in memory", model_bytes(spec), MOST_MODEL_BYTES, narrower),
        ("Bytes of a batch in memory", batch_bytes(spec), MOST_BATCH_BYTES, f"{narrower}, or a smaller batch"),
        ("Bytes of the curves", curve_bytes(spec), MOST_CURVE_BYTES, "fewer panels, harmonics or epochs"),
    )
    for what, cost, most, instead in costs:
        try:
            check_range(what, cost, 0, most)
        except TeslaError as refusal:
            raise TeslaError(f"{refusal} Choose {instead}.") from None


def weights(panel: ModelSpec, inputs: int) -> float:
    """What one sample costs a panel: its parameters, its neurons, and their harmonics where they have some."""
    neuron = panel.entry.neuron + (HARMONIC * panel.harmonics if panel.entry.series else 0.0)
    return panel.network.parameters(panel, inputs) + neuron * _values(panel, inputs)


def epoch_work(spec: LiveSpec) -> float:
    return spec.kind.work * spec.samples * _weights(spec)


def batch_work(spec: LiveSpec) -> float:
    """Of the largest batch, and of the look at samples that ends an epoch."""
    return (spec.kind.work * _largest_batch(spec) + FORWARD * spec.kind.looked_at(spec.task)[0]) * _weights(spec)


def picture_work(spec: LiveSpec) -> float:
    return (spec.resolution**2 + spec.kind.looked_at(spec.task)[1]) * _weights(spec)


def model_bytes(spec: LiveSpec) -> int:
    """What the weights of all panels take, with everything that is kept of the same size."""
    return 4 * COPIES * sum(panel.network.parameters(panel, spec.inputs) for panel in spec.panels)


def batch_bytes(spec: LiveSpec) -> float:
    """What the neurons of all panels say of a batch, until it has gone back through them."""
    values = sum(_values(panel, spec.inputs) * max(1.0, panel.entry.neuron / 100) for panel in spec.panels)
    return BYTES_A_VALUE * spec.kind.work * values * _largest_batch(spec)


def curve_bytes(spec: LiveSpec) -> int:
    """Four numbers a panel and all coefficients, at every epoch."""
    coefficients = sum(2 * panel.harmonics * panel.depth for panel in spec.panels if panel.entry.series)
    return 4 * spec.settings.epochs * (4 * len(spec.panels) + coefficients)


def _values(panel: ModelSpec, inputs: int) -> float:
    """What the hidden neurons say of a sample: a number each, or all splines of a KAN."""
    sizes = panel.network.sizes(panel, inputs, 1)[:-1]
    edges = sum(before * after for before, after in pairwise(sizes))
    return sum(sizes[1:]) * max(1.0, panel.network.parameters(panel, inputs) / edges)


def _weights(spec: LiveSpec) -> float:
    return sum(weights(panel, spec.inputs) for panel in spec.panels)


def _largest_batch(spec: LiveSpec) -> int:
    return min(spec.samples, max(spec.settings.batch, *(edit.batch or 0 for edit in spec.edits), 0))
