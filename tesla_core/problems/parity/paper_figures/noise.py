"""Figure 3 of the paper: parity by bits, a panel a kind of noise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import fmean

import plotly.graph_objects as go

from tesla_core.experiments.results import Result, shipped_results
from tesla_core.experiments.table import SEEDS
from tesla_core.figures.palette import Look, Theme, model_look, told_apart
from tesla_core.figures.paper.curves import AccuracyLine, AccuracyPanel, accuracy_panels
from tesla_core.figures.paper.layout import noted
from tesla_core.messages.say import say
from tesla_core.paper.figure import Arrays
from tesla_core.problems.parity.experiment import ParitySpec
from tesla_core.problems.parity.paper import (
    BITS,
    EPOCHS,
    FLIP_RATES,
    HARMONICS,
    HYPERPARAMETERS,
    LPN_NOISE,
    harmonics_for,
)
from tesla_core.problems.parity.table import RULES, TABLES, TASK_BLIND

COLUMNS = 3
OWN = "own"


def noise_figure(theme: Theme = "light", _trained: Arrays | None = None) -> go.Figure:
    """Accuracy by bits: clean, LPN and four flip rates, as the paper's six panels; once for each of two first-layer
    rules, since the paper names none and the rule decides."""
    # By spec: a run that two tables have counts once.
    runs = {result.spec: result for table in TABLES for result in shipped_results(table.name)}
    measured = [result for result in runs.values() if is_drawn(result)]
    shown = [panel for rule in reversed(RULES) for panel in _panels(measured, rule)]
    figure = accuracy_panels(shown, COLUMNS, say("Bits d"), say("Test accuracy (%)"), theme, BITS)
    return noted(figure, _note())


def is_drawn(result: Result) -> bool:
    """Whether it is a network's, on parity or LPN, of the table's settings, lengths and seeds; at 5%, which the table
    does not have, of the supplement's."""
    spec = result.spec
    if not isinstance(spec, ParitySpec) or spec.by_specialist or spec.seed not in SEEDS or spec.train_size:
        return False
    if spec.secret_weight:
        return True
    if (spec.width, spec.depth, spec.weight_decay, spec.budget_weight) != (128, 2, 0.0, 0.0) or spec.bits not in BITS:
        return False
    if spec.noise == FLIP_RATES[0]:
        return spec.epochs == HYPERPARAMETERS.epochs
    return (spec.epochs, spec.harmonics) == (EPOCHS.value, HARMONICS.value)


def _panels(measured: Sequence[Result], rule: str) -> Iterable[AccuracyPanel]:
    parity = [result for result in measured if not _spec(result).secret_weight]
    ruled = [
        result for result in parity if _spec(result).init == rule or (_spec(result).init == OWN and rule != RULES[0])
    ]
    yield _panel(say("Clean · {rule}", rule=rule), [one for one in ruled if _spec(one).noise == 0.0], 0.0)
    lpn = [result for result in measured if _spec(result).secret_weight]
    if rule == TASK_BLIND:
        own = [one for one in lpn if _spec(one).depth == 2 and _spec(one).init == "uniform(1)"]
        yield _panel(say("LPN, 10% · 2×128, uniform(1)"), own, LPN_NOISE.value)
    else:
        own = [one for one in lpn if _spec(one).depth == 1]
        yield _panel(say("LPN, 10% · one wide layer"), own, LPN_NOISE.value)
    for rate in FLIP_RATES:
        title = say("{rate} flipped · {rule}", rate=f"{rate:.0%}", rule=rule)
        yield _panel(title, [one for one in ruled if _spec(one).noise == rate], rate)


def _panel(title: str, results: Sequence[Result], rate: float) -> AccuracyPanel:
    groups: dict[str, list[Result]] = {}
    for result in results:
        groups.setdefault(_label(_spec(result)), []).append(result)
    looks = told_apart([model_look(group[0].spec.model()) for group in groups.values()])
    lines = tuple(_line(label, group, look) for (label, group), look in zip(groups.items(), looks, strict=True))
    return AccuracyPanel(title, lines, 100 * (1 - rate))


def _label(spec: ParitySpec) -> str:
    """By its model; where K follows the bits, as in the paper's LPN, by that rule."""
    entry = spec.model().entry
    by_bits = spec.epochs == HYPERPARAMETERS.epochs and spec.harmonics == harmonics_for(spec.bits)
    follows = entry.series and spec.depth == 2 and by_bits
    name = f"{entry.label} K=d/4" if follows else spec.model().label
    return say("{model}, its own start", model=name) if spec.init == OWN else name


def _line(label: str, group: Sequence[Result], look: Look) -> AccuracyLine:
    by_bits: dict[int, list[float]] = {}
    for result in group:
        by_bits.setdefault(_spec(result).bits, []).append(100 * result.test_accuracy)
    bits = tuple(sorted(by_bits))
    paper = {
        _spec(result).bits: one.number.value
        for result in group
        for one in result.spec.paper_numbers().values()
        if one.exact
    }
    return AccuracyLine(
        label,
        look,
        bits,
        _each(bits, by_bits, fmean),
        _each(bits, by_bits, min),
        _each(bits, by_bits, max),
        tuple(sorted(paper.items())),
    )


def _each(bits: Sequence[int], values: dict[int, list[float]], of: Callable[[list[float]], float]) -> tuple[float, ...]:
    return tuple(float(of(values[count])) for count in bits)


def _spec(result: Result) -> ParitySpec:
    assert isinstance(result.spec, ParitySpec)
    return result.spec


def _note() -> str:
    return say(
        "Mean of three seeds on test, at the epoch chosen on validation; bars from the lowest seed to the highest. Two "
        "layers of 128, 20 epochs, K = 8, up to 100,000 strings; 5%: K = d/4, 30 epochs; LPN: K = d/4, 30 epochs, rate "
        "5e-4, or one layer of 2,048 or more with K = 16 and weight decay. The paper's accuracies are of validation "
        "(Table 5), and it names no first-layer rule; it prints no numbers for LPN and for 5%."
    )
