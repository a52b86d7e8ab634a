"""Which panels will learn a parity, said before training: each first layer's best ticket beside the noise.

Waves have their alignment in closed form (analysis/alignment.py): TESLA at k = 1 … K, SIREN at ω₀, SNAKE at 2α, as
their rows say. For other shapes of a weighted sum it is the correlation of a neuron's output with the parity over all
strings. Networks without a linear first layer have no ticket.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tesla_core.analysis.alignment import Outlook, Ticket, TicketVerdict, log_alignments, noise_floor, will_learn
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.parity.surface import parity_surface
from tesla_core.wording import form, listed

Array = NDArray[np.float64]

WORDS: dict[Outlook, str] = {
    "clear": "clear of the noise: can learn",
    "open": "near the noise: a matter of luck",
    "unlikely": "lost in the noise: unlikely to learn",
}
DRAWN = "its shape is drawn at the start, so its tickets are not known"


@dataclass(frozen=True)
class Outcome:
    """A panel's verdict, or None and why it is unknown; logs: its tickets as (width, harmonics) logarithms."""

    label: str
    verdict: TicketVerdict | None
    logs: Array | None = None
    unknown: str = ""

    @property
    def words(self) -> str:
        return WORDS[self.verdict.outlook] if self.verdict else self.unknown


def outcome(panel: ModelSpec, label: str, weight: ArrayLike, bias: ArrayLike, samples: int) -> Outcome:
    """The verdict on a first layer, weight (width, bits) and bias (width,)."""
    row = panel.entry
    if not panel.network.plain:
        return Outcome(label, None, unknown=panel.network.no_ticket)
    weights = np.asarray(weight, dtype=np.float64)
    if row.waves is not None:
        speed, harmonics = row.waves(panel.chosen)
        scaled = speed * weights
        return Outcome(label, will_learn(scaled, harmonics, samples), log_alignments(scaled, harmonics))
    shape = row.shape
    if shape is None:
        return Outcome(label, None, unknown=DRAWN)
    values = panel.chosen
    correlations = neuron_correlations(lambda z: shape(z, values), weights, np.asarray(bias, dtype=np.float64))
    best = int(np.argmax(correlations))
    return Outcome(label, TicketVerdict(Ticket(best, 1, float(correlations[best])), noise_floor(samples)))


def neuron_correlations(shape: Callable[[Array], Array], weight: Array, bias: Array) -> Array:
    """|correlation| of every neuron's output with the parity over all strings: (width,)."""
    surface = parity_surface(weight.shape[1])
    sign = 1.0 - 2.0 * surface.y
    outputs = shape(surface.x @ weight.T + bias)  # (strings, width)
    spread = outputs.std(axis=0)
    return np.abs(sign @ outputs / len(sign)) / np.where(spread > 0, spread, 1.0)


def sentence(outcomes: Sequence[Outcome]) -> str:
    """What the table says, in plain words."""
    can = [o.label for o in outcomes if o.verdict and o.verdict.outlook == "clear"]
    luck = [o.label for o in outcomes if o.verdict and o.verdict.outlook == "open"]
    if not can and not luck:
        return "No panel starts with a neuron that already leans towards the parity: expect them all to memorise."
    parts = []
    if can:
        start, its = form(len(can), "starts", "start"), form(len(can), "it", "they")
        parts.append(f"{listed(can)} {start} with a neuron that already leans towards the parity: {its} can learn it.")
    if luck:
        parts.append(f"{listed(luck)} may be lucky.")
    return f"{' '.join(parts)} Such a start is needed, but not enough: a run that has it can still memorise."
