"""Which panels will learn a parity, said before training: each first layer's best ticket beside the noise.

Waves have their alignment in closed form (analysis/alignment.py): TESLA at k = 1 … K, SIREN at ω₀, SNAKE at 2α, as
their rows say. For other shapes of a weighted sum it is the correlation of a neuron's output with the parity over all
strings. Networks without a linear first layer have no ticket.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tesla_core.analysis.alignment import Outlook, Ticket, TicketVerdict, log_alignments, noise_floor, will_learn
from tesla_core.figures.alignment import alignment_figure
from tesla_core.figures.palette import Theme, model_look, told_apart
from tesla_core.lab.section import Body
from tesla_core.messages.say import marked, say, say_count
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.parity.surface import MOST_BITS, parity_surface
from tesla_core.wording import listed

if TYPE_CHECKING:
    import plotly.graph_objects as go

    from tesla_core.live.client import LiveClient
    from tesla_core.live.spec import LiveSpec

Array = NDArray[np.float64]

WORDS: dict[Outlook, str] = {
    "clear": marked("clear of the noise: can learn"),
    "open": marked("near the noise: a matter of luck"),
    "unlikely": marked("lost in the noise: unlikely to learn"),
}
DRAWN = marked("its shape is drawn at the start, so its tickets are not known")
LONG = marked("without waves, its tickets are known for short strings only")


@dataclass(frozen=True)
class Prospect:
    """A panel's verdict, or None and why it is unknown; logs: its tickets as (width, harmonics) logarithms."""

    verdict: TicketVerdict | None
    logs: Array | None = None
    unknown: str = ""

    def won(self, floor: float) -> int | None:
        """How many of its tickets stand clear of the noise."""
        return None if self.logs is None else int((self.logs > np.log(floor)).sum())

    @property
    def words(self) -> str:
        return say(WORDS[self.verdict.outlook]) if self.verdict else say(self.unknown)


def prospect(panel: ModelSpec, weight: ArrayLike, bias: ArrayLike, samples: int) -> Prospect:
    """The verdict on a first layer, weight (width, bits) and bias (width,)."""
    row = panel.entry
    if not panel.network.plain:
        return Prospect(None, unknown=panel.network.no_ticket)
    weights = np.asarray(weight, dtype=np.float64)
    if row.waves is not None:
        speed, harmonics = row.waves(panel.chosen)
        scaled = speed * weights
        return Prospect(will_learn(scaled, harmonics, samples), log_alignments(scaled, harmonics))
    shape = row.shape
    if shape is None:
        return Prospect(None, unknown=DRAWN)
    if weights.shape[1] > MOST_BITS:
        return Prospect(None, unknown=LONG)
    values = panel.chosen
    correlations = neuron_correlations(lambda z: shape(z, values), weights, np.asarray(bias, dtype=np.float64))
    best = int(np.argmax(correlations))
    return Prospect(TicketVerdict(Ticket(best, 1, float(correlations[best])), noise_floor(samples)))


def neuron_correlations(shape: Callable[[Array], Array], weight: Array, bias: Array) -> Array:
    """|correlation| of every neuron's output with the parity over all strings: (width,)."""
    surface = parity_surface(weight.shape[1])
    sign = 1.0 - 2.0 * surface.y
    outputs = shape(surface.x @ weight.T + bias)  # (strings, width)
    spread = outputs.std(axis=0)
    return np.abs(sign @ outputs / len(sign)) / np.where(spread > 0, spread, 1.0)


def sentence(prospects: Sequence[Prospect], labels: Sequence[str]) -> str:
    """What the table says, in plain words."""
    outlooks = [one.verdict.outlook if one.verdict else None for one in prospects]
    can, luck = (
        [label for label, outlook in zip(labels, outlooks, strict=True) if outlook == wanted]
        for wanted in ("clear", "open")
    )
    if not can and not luck:
        return say("No panel starts with a neuron that already leans towards the parity: expect them all to memorise.")
    parts = []
    if can:
        parts.append(
            say_count(
                len(can),
                "{names} starts with a neuron that already leans towards the parity: it can learn it.",
                "{names} start with a neuron that already leans towards the parity: they can learn it.",
                names=listed(can),
            )
        )
    if luck:
        parts.append(say("{names} may be lucky.", names=listed(luck)))
    parts.append(say("Such a start is needed, but not enough: a run that has it can still memorise."))
    return " ".join(parts)


def prospects(client: LiveClient, spec: LiveSpec, epoch: int) -> list[Prospect]:
    """What each panel's first layer says before training."""
    samples, found = spec.task.train_size, []
    for index, panel in enumerate(spec.panels):
        if not panel.network.plain:
            found.append(Prospect(None, unknown=panel.network.no_ticket))
            continue
        layer = client.inspect(spec, index, epoch=epoch).layers[0]
        found.append(prospect(panel, layer.weight, layer.bias, samples))
    return found


def best_tickets(client: LiveClient, spec: LiveSpec) -> dict[int, float]:
    """By panel, the best ticket that its start drew, in units of the noise; without those whose tickets are unknown."""
    found = enumerate(prospects(client, spec, 0))
    return {panel: one.verdict.margin for panel, one in found if one.verdict is not None}


def body(spec: LiveSpec, labels: Sequence[str], _epoch: int, found: Sequence[Prospect], theme: Theme) -> Body:
    """A table of verdicts, and every ticket of the panels that have harmonics."""
    table = _verdicts(labels, found) | {say("Before training"): [one.words for one in found]}
    return Body(over=(sentence(found, labels),), table=table, figure=_figure(spec, labels, found, theme), share=0.42)


def body_of_epoch(spec: LiveSpec, labels: Sequence[str], epoch: int, found: Sequence[Prospect], theme: Theme) -> Body:
    """The same at an epoch, with the tickets counted."""
    floor = noise_floor(spec.task.train_size)
    counts = [one.won(floor) for one in found]
    known = {label: count for label, count in zip(labels, counts, strict=True) if count is not None}
    over = say("No panel has waves whose tickets could be counted.")
    if known:
        winners = [label for label, count in known.items() if count]
        over = say_count(
            len(winners),
            "At epoch {epoch}, {count} of {total} panels with waves holds a winning ticket.",
            "At epoch {epoch}, {count} of {total} panels with waves hold a winning ticket.",
            epoch=epoch,
            total=len(known),
        )
    winning = ["–" if count is None else f"{count:,}" for count in counts]
    table = _verdicts(labels, found) | {say("Winning tickets"): winning}
    return Body(over=(over,), table=table, figure=_figure(spec, labels, found, theme), share=0.42)


def _verdicts(labels: Sequence[str], found: Sequence[Prospect]) -> dict[str, list[str]]:
    return {
        say("Panel"): list(labels),
        say("Best ticket"): [f"{one.verdict.best.alignment:.2g}" if one.verdict else "–" for one in found],
        say("× noise"): [f"{one.verdict.margin:.2g}" if one.verdict else "–" for one in found],
    }


def _figure(spec: LiveSpec, labels: Sequence[str], found: Sequence[Prospect], theme: Theme) -> go.Figure | None:
    looks = told_apart([model_look(panel) for panel in spec.panels])
    logs = {
        label: (look, one.logs)
        for panel, label, look, one in zip(spec.panels, labels, looks, found, strict=True)
        if one.logs is not None and panel.entry.series
    }
    return alignment_figure(logs, noise_floor(spec.task.train_size), theme) if logs else None
