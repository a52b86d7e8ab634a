"""Strings of bits: a training of classifiers, and the tickets that their first layers held at the start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from torch import nn

from tesla_core.analysis.alignment import TicketCount, count_tickets
from tesla_core.experiments import assemble as classifiers
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.problems.parity.experiment import ParitySpec
from tesla_core.training.team import Team


@dataclass(frozen=True)
class ParityAssembly(classifiers.Assembly):
    """counts: of each model's drawn weights, before any training; None for a model that is no sum of waves."""

    counts: tuple[TicketCount | None, ...] = ()

    def metrics(self, place: int) -> dict[str, Any]:
        count = self.counts[place]
        held = {} if count is None else {"tickets": count.clear, "best_ticket": count.best}
        return {**super().metrics(place), **held}


def assemble(specs: Sequence[ExperimentSpec], device: str = "cpu", team: Team | None = None) -> ParityAssembly:
    made = classifiers.assemble(specs, device, team)
    counts = tuple(_count(spec, model) for spec, model in zip(specs, made.models, strict=True))
    return ParityAssembly(made.specs, made.models, made.training, counts)


def _count(spec: ExperimentSpec, model: nn.Module) -> TicketCount | None:
    assert isinstance(spec, ParitySpec)
    panel, task = spec.model(), spec.task()
    first = next((part for part in model.modules() if isinstance(part, nn.Linear)), None)
    if not panel.network.plain or panel.entry.waves is None or first is None:
        return None
    speed, harmonics = panel.entry.waves(panel.chosen)
    weights = speed * first.weight.detach().cpu().double().numpy()
    return count_tickets(weights, harmonics, task.train_size, task.support)
