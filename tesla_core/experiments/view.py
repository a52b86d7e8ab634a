"""What the Paper page shows of a table, as a problem says it: what was found, what a reader may pick, which numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tesla_core.experiments.results import Result
from tesla_core.messages.say import marked
from tesla_core.paper.deviation import Deviation
from tesla_core.paper.reported import Nearest


@dataclass(frozen=True)
class Quantity:
    """A number of a result as an axis shows it. beside: the name of the paper's number that it is shown beside, where
    the paper has another one: accuracy on test beside one on validation."""

    name: str
    label: str
    scale: float = 1.0
    log: bool = False
    beside: str = ""

    def of(self, result: Result) -> float | None:
        value = result.numbers.get(self.name)
        return None if value is None else self.scale * value

    def reported(self, result: Result) -> Nearest | None:
        """The paper's that is nearest to the result's setting, if it has one; its shares are in percent, as on axes."""
        return result.spec.paper_numbers().get(self.beside or self.name)

    @property
    def is_share(self) -> bool:
        """Whether it is an accuracy, in percent."""
        return self.label.endswith("(%)")


ACCURACY = Quantity("test_accuracy", marked("Test accuracy (%)"), 100.0, beside="validation_accuracy")
VALIDATION = Quantity("validation_accuracy", marked("Validation accuracy (%)"), 100.0)


@dataclass(frozen=True)
class Pick:
    """An option of the runs of which a reader picks one value. lowest: whether the lowest is picked at first, or the
    highest."""

    option: str
    label: str
    lowest: bool = False


INIT = Pick("init", marked("First-layer rule"))
SCHEDULE = Pick("schedule", marked("Learning rate"))


@dataclass(frozen=True)
class TableView:
    """A measured table beside the paper's numbers. finding: what was found, in Markdown. quantities: those that no
    result has are not offered. aside: where what stands below it is told (`aside_at`)."""

    table: str
    title: str
    finding: str
    picks: tuple[Pick, ...]
    quantities: tuple[Quantity, ...] = (ACCURACY, VALIDATION)
    aside: str = ""


@dataclass(frozen=True)
class ReportedView:
    """What the paper reports of an experiment that was not measured here. anchor: the heading's in a link.

    cells: a row each, by its columns' names.
    """

    anchor: str
    title: str
    finding: str
    cells: Callable[[], list[dict[str, str]]]
    reading: str
    deviations: tuple[Deviation, ...] = ()
