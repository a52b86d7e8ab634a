"""Which panels will learn a parity, said before training: each first layer's best ticket beside the noise.

Waves have their alignment in closed form (analysis/alignment.py): TESLA at k = 1 … K, SIREN at ω₀, SNAKE at 2α, since
sin² αz = (1 - cos 2αz)/2. For other shapes of a weighted sum it is the correlation of a neuron's output with the
parity over all strings. Networks without a linear first layer have no ticket.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import erf

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tesla_core.analysis.alignment import Outlook, Ticket, Verdict, log_alignments, noise_floor, will_learn
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.parity.surface import parity_surface
from tesla_core.wording import form, listed

Array = NDArray[np.float64]

# The harmonics of a wave, as (how much faster than its own weights it turns, how many multiples of that it has).
_WAVES: dict[str, Callable[[ModelSpec], tuple[float, int]]] = {
    "tesla": lambda panel: (1.0, panel.harmonics),
    "siren": lambda panel: (panel.omega, 1),
    "snake": lambda panel: (2 * panel.alpha, 1),
}
_SHAPES: dict[str, Callable[[Array], Array]] = {
    "relu": lambda z: np.maximum(z, 0),
    "gelu": lambda z: z * (1 + np.vectorize(erf)(z / np.sqrt(2))) / 2,
    "silu": lambda z: z / (1 + np.exp(-z)),
    "tanh": np.tanh,
}
WORDS: dict[Outlook, str] = {
    "clear": "clear of the noise: can learn",
    "open": "near the noise: a matter of luck",
    "unlikely": "lost in the noise: unlikely to learn",
}


@dataclass(frozen=True)
class Outcome:
    """A panel's verdict, or None without a linear first layer; logs: its tickets as (width, harmonics) logarithms."""

    label: str
    verdict: Verdict | None
    logs: Array | None = None

    @property
    def words(self) -> str:
        return WORDS[self.verdict.outlook] if self.verdict else "no linear first layer, so no ticket"


def outcome(panel: ModelSpec, label: str, weight: ArrayLike, bias: ArrayLike, samples: int) -> Outcome:
    """The verdict on a first layer, weight (width, bits) and bias (width,)."""
    if panel.entry.network != "mlp":
        return Outcome(label, None)
    weights = np.asarray(weight, dtype=np.float64)
    wave = _WAVES.get(panel.activation)
    if wave:
        speed, harmonics = wave(panel)
        scaled = speed * weights
        return Outcome(label, will_learn(scaled, harmonics, samples), log_alignments(scaled, harmonics))
    correlations = neuron_correlations(_SHAPES[panel.activation], weights, np.asarray(bias, dtype=np.float64))
    best = int(np.argmax(correlations))
    return Outcome(label, Verdict(Ticket(best, 1, float(correlations[best])), noise_floor(samples)))


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
