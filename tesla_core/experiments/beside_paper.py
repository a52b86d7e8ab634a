"""A run's numbers beside the paper's, in words: as numbers of one setting, or as the nearest with every difference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tesla_core.experiments.cells import Grid
from tesla_core.experiments.results import Result
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.messages.say import marked, say
from tesla_core.paper.reported import Difference, Nearest, Reported
from tesla_core.wording import listed

METRICS = {
    "validation_accuracy": marked("validation accuracy"),
    "test_accuracy": marked("test accuracy"),
    "test_loss": marked("test loss"),
    "train_loss": marked("train loss"),
    "total_loss": marked("total loss"),
    "pde_loss": marked("pde loss"),
    "initial_loss": marked("initial loss"),
    "boundary_loss": marked("boundary loss"),
    "top1": marked("top1"),
}
"""What a sentence calls the numbers that the paper reports."""
ON_TEST = "test_accuracy"
"""Ours of what the paper has on validation, where it stands beside that or in its place."""


def metric_in_words(name: str) -> str:
    return say(METRICS[name]) if name in METRICS else name.replace("_", " ")


def beside_paper(spec: ExperimentSpec, metrics: Mapping[str, Any]) -> str:
    """What the paper reports for this setting, or nearest to it, and what the run has; empty where it has nothing."""
    pairs, sources, differences = [], {}, {}
    for name, nearest in spec.paper_numbers().items():
        here = _here(name, metrics, nearest.number)
        if here:
            words = {"metric": metric_in_words(name), "reported": nearest.number.text, "here": here}
            pairs.append(say("{metric} {reported} (here {here})", **words))
            sources[say(nearest.number.source)] = None
            differences |= dict.fromkeys(nearest.differences)
    if not pairs:
        return ""
    told = {"sources": listed(list(sources)), "pairs": ", ".join(pairs)}
    if not differences:
        return say("The paper, {sources}: {pairs}.", **told)
    nearest_of = say("The paper's nearest, {sources}: {pairs}.", **told)
    return f"{nearest_of} {not_its_setting(list(differences))}"


def not_its_setting(differences: Sequence[Difference]) -> str:
    return say("Not its setting: {differences}.", differences="; ".join(map(str, differences)))


def _here(name: str, metrics: Mapping[str, Any], number: Reported) -> str:
    """The run's own number; of one on validation, that on test as well, or alone where no other was kept."""
    own, test = metrics.get(name), metrics.get(ON_TEST) if name == "validation_accuracy" else None
    on_test = "" if test is None else say("{value} on test", value=_text(test, number))
    return ", ".join(filter(None, ("" if own is None else _text(own, number), on_test)))


def _text(value: float, number: Reported) -> str:
    return f"{value:.2%}" if number.unit == "%" else f"{value:.3g}"


def paper_grid(results: Sequence[Result], rows: Sequence[str], column: str, numbers: Sequence[str]) -> Grid | None:
    """The paper's numbers for the cells of a table, those that are not of its setting marked by a letter that the
    reading explains; None where it has none. Of the rows' options, those that no number depends on are left out."""
    cells: dict[tuple[Any, ...], dict[str, Nearest]] = {}
    for result in results:
        found = result.spec.paper_numbers()
        wanted = [name for name in numbers or list(found) if name in found]
        for name in wanted:
            key = metric_in_words(name) if numbers else f"{say(column)} {result.value(column)}"
            cells.setdefault(tuple(result.value(each) for each in rows), {})[key] = found[name]
    if not cells:
        return None
    kept = _telling(cells, len(rows))
    letters: dict[tuple[Difference, ...], str] = {}
    lines: dict[tuple[str, ...], dict[str, str]] = {}
    for row, own in cells.items():
        line = lines.setdefault(tuple(str(row[place]) for place in kept), {})
        for key, nearest in own.items():
            letter = letters.setdefault(nearest.differences, _letter(len(letters))) if nearest.differences else ""
            line[key] = f"{nearest.number.text}{letter and f' [{letter}]'}"
    keys = list(dict.fromkeys(key for own in lines.values() for key in own))
    whose = {name: None for result in results for name in result.spec.paper_numbers()}
    told = [say("What the paper reports: {metrics}.", metrics=listed([metric_in_words(name) for name in whose]))]
    told += [f"[{letter}] {not_its_setting(differences)}" for differences, letter in letters.items()]
    return Grid(
        (*(say(rows[place]) for place in kept), *keys),
        tuple((*line, *(own.get(key, "–") for key in keys)) for line, own in lines.items()),
        " ".join(told),
    )


def _telling(cells: Mapping[tuple[Any, ...], Mapping[str, Nearest]], count: int) -> list[int]:
    """The places of a row without which two rows with different numbers would be one."""
    kept = list(range(count))
    for place in range(count):
        fewer = [each for each in kept if each != place]
        seen: dict[tuple[Any, ...], dict[str, Nearest]] = {}
        agree = all(
            seen.setdefault(tuple(row[each] for each in fewer), {}).setdefault(key, nearest) == nearest
            for row, own in cells.items()
            for key, nearest in own.items()
        )
        if agree and fewer:
            kept = fewer
    return kept


def _letter(place: int) -> str:
    return chr(ord("a") + place) if place < 26 else f"a{place}"
