"""What results say when their seeds are put together: a grid of cells, as text and as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from tesla_core.experiments.nearest import WORDS, setting_of
from tesla_core.experiments.results import Result
from tesla_core.experiments.specialist import NOT_ITS_OWN
from tesla_core.messages.say import marked, say
from tesla_core.wording import listed

ACCURACY_READING = marked(
    "Mean test accuracy in percent (seeds that learned / seeds run). The epoch is chosen on validation, the number is "
    "from test. A seed counts as learned when it is more than halfway from guessing to the best that the noise allows."
)
NUMBER_READING = marked(
    "Mean over the seeds that have the number (lowest to highest; seeds that have it / seeds run), at the last epoch."
)
EPOCHS_READING = marked(
    "Mean over the seeds (lowest to highest; seeds that have it / seeds run): on test in the epoch that is best on "
    "validation, which is early stopping; on test after the last epoch; and which epoch was the best."
)
SAID = ("width", "depth", "train_size", "epochs", "lr", "seed")
"""What a reader asks of a number that its row and column do not say."""
COLUMNS = (
    marked("model"),
    marked("init"),
    marked("schedule"),
    marked("width"),
    marked("bits"),
    marked("noise"),
    marked("image"),
    marked("points"),
    marked("train_loss"),
    marked("test_loss"),
    marked("total_loss"),
    marked("pde_loss"),
    marked("initial_loss"),
    marked("boundary_loss"),
    marked("relative_error"),
    marked("epochs_to_25db"),
    marked("psnr"),
    marked("ssim"),
    marked("seen_psnr"),
    marked("unseen_psnr"),
    marked("backbone"),
    marked("classes"),
    marked("parameters"),
    marked("flops"),
    marked("harmonics"),
    marked("weight_decay"),
    marked("budget_weight"),
    marked("test_accuracy"),
    marked("final_accuracy"),
    marked("chosen_epoch"),
    marked("top1"),
    marked("best_top1"),
    marked("top5"),
    marked("budget"),
)
"""What columns are named by; another language may spell these out."""


@dataclass(frozen=True)
class Cell:
    """The seeds of one setting: their mean accuracy, and how many learned."""

    mean: float
    learned: int
    seeds: int

    def __str__(self) -> str:
        return f"{100 * self.mean:.2f} ({self.learned}/{self.seeds})"


@dataclass(frozen=True)
class Grid:
    """A table as people read it: a name for each column, rows of texts, and what a cell says."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    reading: str

    def markdown(self) -> str:
        lines = [self.columns, ("---",) * len(self.columns), *self.rows]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def accuracy_grid(results: Sequence[Result], rows: Sequence[str], column: str) -> Grid:
    """A row for each setting of the options `rows`, a column for each value of `column`: mean test accuracy in
    percent, and how many seeds learned of those run."""
    cells = pivot(results, rows, column)
    keys = sorted({key for row in cells.values() for key in row})
    return Grid(
        (*map(say, rows), *(f"{say(column)} {key}" for key in keys)),
        tuple((*map(str, row), *(str(own.get(key, "–")) for key in keys)) for row, own in cells.items()),
        f"{say(ACCURACY_READING)} {_settings_said(results, (*rows, column))}",
    )


def number_grid(results: Sequence[Result], rows: Sequence[str], numbers: Sequence[str]) -> Grid:
    """A row for each setting and a column a number: its mean over the seeds that have it, its lowest and highest, and
    how many of those run have it."""
    reading = EPOCHS_READING if "final_accuracy" in numbers else NUMBER_READING
    grouped: dict[tuple[Any, ...], list[Result]] = {}
    for result in results:
        grouped.setdefault(tuple(result.value(name) for name in rows), []).append(result)
    return Grid(
        (*map(say, rows), *map(say, numbers)),
        tuple(
            (*map(str, row), *(_mean_text([result.numbers.get(name) for result in group]) for name in numbers))
            for row, group in grouped.items()
        ),
        f"{say(reading)} {_settings_said(results, rows)}",
    )


def pivot(results: Sequence[Result], rows: Sequence[str], column: str) -> dict[tuple[Any, ...], dict[Any, Cell]]:
    """Cells by row (the values of the options `rows`) and column, in the order of appearance."""
    grouped: dict[tuple[Any, ...], dict[Any, list[Result]]] = {}
    columns = dict.fromkeys(result.value(column) for result in results)
    columns.pop(NOT_ITS_OWN, None)
    for result in results:
        row, key = tuple(result.value(name) for name in rows), result.value(column)
        # Who has no such option has the same number in every column.
        for each in columns if key == NOT_ITS_OWN else (key,):
            grouped.setdefault(row, {}).setdefault(each, []).append(result)
    return {row: {key: _cell(group) for key, group in columns.items()} for row, columns in grouped.items()}


def _settings_said(results: Sequence[Result], shown: Sequence[str]) -> str:
    """The settings that the table does not show, as its runs have them."""
    told = []
    for name in SAID:
        having = [result.spec for result in results if not result.spec.lacks(name)]
        values = sorted({value for spec in having if (value := setting_of(spec, name)) is not None})
        if values and name not in shown:
            shown_values = listed([f"{value:,}" for value in values])
            told.append(say("{setting} {values}", setting=say(WORDS[name]), values=shown_values))
    return say("Settings: {told}.", told="; ".join(told)) if told else ""


def _cell(group: Sequence[Result]) -> Cell:
    return Cell(
        mean=fmean(result.test_accuracy for result in group),
        learned=sum(result.learned for result in group),
        seeds=len(group),
    )


def _mean_text(values: Sequence[float | None]) -> str:
    measured = [value for value in values if value is not None]
    count = f"{len(measured)}/{len(values)}"
    if len(measured) < 2:
        return f"{measured[0]:.4g} ({count})" if measured else f"– ({count})"
    span = say("{low} to {high}", low=f"{min(measured):.3g}", high=f"{max(measured):.3g}")
    return f"{fmean(measured):.4g} ({span}; {count})"
