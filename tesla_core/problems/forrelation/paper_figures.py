"""Figure 4 of the paper: Forrelation by epoch, a panel a width."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

import plotly.graph_objects as go

from tesla_core.experiments.results import Result, shipped_results
from tesla_core.figures.palette import Look, Theme, model_look, told_apart
from tesla_core.figures.paper.curves import AccuracyLine, AccuracyPanel, accuracy_panels
from tesla_core.figures.paper.layout import noted
from tesla_core.messages.say import say
from tesla_core.paper.figure import Arrays
from tesla_core.problems.forrelation.paper import HYPERPARAMETERS, WIDTHS
from tesla_core.problems.forrelation.table import LONG, TABLE
from tesla_core.wording import listed


def width_figure(theme: Theme = "light", _trained: Arrays | None = None) -> go.Figure:
    """Accuracy by epoch where runs kept their history; of others, the chosen and the last epoch."""
    return drawn_by_width([result for table in (TABLE, LONG) for result in shipped_results(table.name)], theme)


def drawn_by_width(measured: Sequence[Result], theme: Theme = "light") -> go.Figure:
    """The figure of some runs, of which those of specialists are no curves."""
    results = [result for result in measured if not result.spec.by_specialist]
    taken = [_taken([one for one in results if one.spec.width == width]) for width in WIDTHS]
    shown = [_panel(width, own) for width, own in zip(WIDTHS, taken, strict=True)]
    longest = max((one.spec.epochs for own in taken for one in own), default=HYPERPARAMETERS.epochs)
    figure = accuracy_panels(shown, len(WIDTHS), say("Epoch"), say("Test accuracy (%)"), theme)
    figure.update_xaxes(range=[0.5, longest + 0.5], tick0=0, dtick=1 if longest <= 10 else 5)
    return noted(figure, _note([one for panel in taken for one in panel]))


def _panel(width: int, results: Sequence[Result]) -> AccuracyPanel:
    groups: dict[str, list[Result]] = {}
    for result in results:
        groups.setdefault(_label(result), []).append(result)
    looks = told_apart([model_look(group[0].spec.model()) for group in groups.values()])
    lines = tuple(_line(label, group, look) for (label, group), look in zip(groups.items(), looks, strict=True))
    return AccuracyPanel(say("H = {width}", width=width), lines)


def _label(result: Result) -> str:
    """Under its own rule an activation is another line."""
    label = result.spec.model().label
    return say("{model}, its own init", model=label) if result.spec.init == "own" else label


def _taken(results: Sequence[Result]) -> list[Result]:
    """Of one width, each method's runs after the most epochs that all its seeds have."""
    groups: dict[str, dict[int, list[Result]]] = {}
    for result in results:
        groups.setdefault(_label(result), {}).setdefault(result.spec.epochs, []).append(result)
    return [one for by_epochs in groups.values() for one in longest_whole(by_epochs)]


def longest_whole(by_epochs: Mapping[int, list[Result]]) -> list[Result]:
    """The runs of one method after the most epochs that have all seeds: one seed of three is no curve of three."""
    seeds = max(len(group) for group in by_epochs.values())
    return by_epochs[max(epochs for epochs, group in by_epochs.items() if len(group) == seeds)]


def _line(label: str, group: Sequence[Result], look: Look) -> AccuracyLine:
    histories = [history for result in group if (history := history_of(result))]
    by_epoch: dict[float, list[float]] = {}
    if histories:
        for record in (record for history in histories for record in history):
            by_epoch.setdefault(float(record["epoch"]), []).append(100 * float(record["test_accuracy"]))
    else:
        chosen = fmean(float(result.numbers["chosen_epoch"] or 0) for result in group)
        by_epoch[chosen] = [100 * result.test_accuracy for result in group]
        last = float(group[0].spec.epochs)
        by_epoch[last if last != chosen else last + 0.2] = [
            100 * float(result.numbers["final_accuracy"] or 0) for result in group
        ]
    epochs = tuple(sorted(by_epoch))
    values = [by_epoch[epoch] for epoch in epochs]
    return AccuracyLine(
        label,
        look,
        epochs,
        tuple(map(fmean, values)),
        tuple(map(min, values)),
        tuple(map(max, values)),
        joined=bool(histories),
        by_epoch=bool(histories),
    )


def history_of(result: Result) -> Sequence[Mapping[str, Any]]:
    """A line an epoch, where the run kept them; nothing of a run that did not."""
    return result.history if result.history and "test_accuracy" in result.history[-1] else ()


def _epochs_by_width(results: Sequence[Result]) -> list[str]:
    """ "20" where all widths are alike, else "20 (H = 128)" and "6 (H = 512, 1024)"."""
    found: dict[int, set[int]] = {}
    for one in results:
        found.setdefault(one.spec.epochs, set()).add(one.spec.width)
    if len(found) == 1:
        return [str(epochs) for epochs in found]
    return [f"{epochs} (H = {', '.join(map(str, sorted(found[epochs])))})" for epochs in sorted(found, reverse=True)]


def _note(results: Sequence[Result]) -> str:
    if not results:
        return say("Nothing is measured.")
    kept = sum(bool(history_of(result)) for result in results)
    told = say(
        "n = 12, two layers, 10,000 pairs, batch 128, rate 1e-3; seeds {seeds}, from the lowest to the highest a band "
        "or a bar. Ours trained for {epochs} epochs, the paper for {paper}; it prints no numbers for this figure, and "
        "its accuracies are of validation.",
        seeds=", ".join(map(str, sorted({one.spec.seed for one in results}))),
        epochs=listed(_epochs_by_width(results)),
        paper=HYPERPARAMETERS.epochs,
    )
    if kept == len(results):
        return told
    missing = say(
        "{count} of {total} runs kept no history: their curves are not measured. Of those there are two marks, at the "
        "epoch chosen on validation (the mean over seeds) and at the last.",
        count=len(results) - kept,
        total=len(results),
    )
    return f"{told} {missing}"
