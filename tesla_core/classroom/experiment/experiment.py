"""A class experiment as it is at one moment: its values, where each trains, who has which, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

from tesla_core.classroom.experiment.differs import Differs, Value, find
from tesla_core.classroom.experiment.measures import ClassMeasure, counts_learned, find_measure
from tesla_core.classroom.experiment.plan import ClassPlan, Place
from tesla_core.live.spec import LiveSpec
from tesla_core.messages.say import say

RUNNING, STOPPED, DONE, AWAY = "running", "stopped", "done", "away"  # away: no longer shown


@dataclass(frozen=True)
class ValueResult:
    """What is known of one value. score: None while there is none. learned: None where that can't be said. tickets:
    the best one, in units of the noise. failed: why it could not be trained, in words."""

    epoch: int = 0
    score: float | None = None
    learned: bool | None = None
    tickets: float | None = None
    done: bool = False
    failed: str = ""


@dataclass(frozen=True)
class Design:
    """What was asked for. scene: the text of the run that was shown. runs: their texts. places: run and panel of each
    value."""

    scene: str
    panel: int
    field: str
    measure: str
    values: tuple[Value, ...]
    runs: tuple[str, ...]
    places: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, scene: LiveSpec, panel: int, measure: ClassMeasure, plan: ClassPlan) -> Design:
        places = tuple((place.run, place.panel) for place in plan.places)
        runs = tuple(run.text for run in plan.runs)
        return cls(scene.text, panel, plan.differs.name, measure.name, plan.values, runs, places)

    def as_data(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Design:
        """Of what was stored."""
        return cls(
            data["scene"],
            data["panel"],
            data["field"],
            data["measure"],
            tuple(data["values"]),
            tuple(data["runs"]),
            tuple((run, panel) for run, panel in data["places"]),
        )

    @cached_property
    def base(self) -> LiveSpec:
        return LiveSpec.from_text(self.scene)

    @cached_property
    def differs(self) -> Differs:
        return find(self.base, self.panel, self.field)

    @cached_property
    def measured(self) -> ClassMeasure:
        return find_measure(self.base.kind, self.measure)

    def place(self, index: int) -> Place:
        return Place(*self.places[index])

    def of_run(self, run: int) -> dict[int, int]:
        """By panel of a run, the value that trains there."""
        return {panel: index for index, (number, panel) in enumerate(self.places) if number == run}


@dataclass(frozen=True)
class Experiment:
    """results: one a value, in their order. hands: by member, the place of their value."""

    room: str
    number: int
    state: str
    begun: float
    design: Design
    results: tuple[ValueResult, ...]
    hands: Mapping[str, int] = field(default_factory=dict)

    @property
    def unfinished(self) -> tuple[int, ...]:
        """The runs in which something is left to train."""
        open_ = {self.design.places[index][0] for index, result in enumerate(self.results) if not result.done}
        return tuple(sorted(open_))

    @property
    def done(self) -> int:
        return sum(result.done for result in self.results)

    @property
    def learned(self) -> int:
        return sum(result.learned is True for result in self.results)

    def section(self, names: Mapping[str, str] | None = None) -> dict[str, Any]:
        """What pages are told of it, in their reader's language. names: by member, where they are not hidden."""
        design = self.design
        differs, measured = design.differs, design.measured
        holders: dict[int, list[str]] = {}
        for one, place in self.hands.items():
            if names and one in names:
                holders.setdefault(place, []).append(names[one])
        return {
            "id": self.number,
            "field": differs.name,
            "label": say(differs.label),
            "seeds": differs.name == "seed",
            "byRatio": differs.by_ratio,
            "values": list(design.values),
            "written": [differs.written(value) for value in design.values],
            "titles": [differs.titled(value) for value in design.values],
            "measure": measured.as_data(),
            "learnedCounts": counts_learned(design.base.kind),
            "tickets": any(result.tickets is not None for result in self.results),
            "epochs": design.base.settings.epochs,
            "state": self.state,
            "results": [
                {
                    "index": index,
                    "value": value,
                    "epoch": result.epoch,
                    "score": result.score,
                    "learned": result.learned,
                    "done": result.done,
                    **({"tickets": result.tickets} if result.tickets is not None else {}),
                    **({"failed": result.failed} if result.failed else {}),
                    **({"name": ", ".join(holders[index])} if index in holders else {}),
                }
                for index, (value, result) in enumerate(zip(design.values, self.results, strict=True))
            ],
        }
