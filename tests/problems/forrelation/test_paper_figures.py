"""Figure 4 while its long runs are half measured."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tesla_core.experiments.results import Result
from tesla_core.figures.style import note_text
from tesla_core.problems.forrelation import paper_figures
from tesla_core.problems.forrelation.experiment import ForrelationSpec
from tesla_core.problems.forrelation.table import LONG, TABLE

NUMBERS = {"test_accuracy": 0.6, "final_accuracy": 0.55, "chosen_epoch": 2}


def results(spec: ForrelationSpec, seeds: int) -> list[Result]:
    history = tuple({"epoch": epoch, "test_accuracy": 0.6} for epoch in range(1, spec.epochs + 1))
    return [Result(replace(spec, seed=seed), NUMBERS, history) for seed in range(seeds)]


def test_a_curve_has_all_seeds_of_its_method(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of width 128 all seeds ran for 20 epochs, of 512 one: that one is not drawn as if it were three, and the note
    says which width was trained for how long. SIREN under its own rule is another line."""
    short = ForrelationSpec(width=128, epochs=6)
    siren = replace(short, activation="siren", epochs=20)
    files = {
        TABLE.name: [*results(short, 3), *results(replace(short, width=512), 3)],
        LONG.name: [
            *results(replace(short, epochs=20), 3),
            *results(replace(short, epochs=20, width=512), 1),
            *results(siren, 3),
            *results(replace(siren, init="own"), 3),
        ],
    }
    monkeypatch.setattr(paper_figures, "shipped_results", files.__getitem__)
    figure = paper_figures.width_figure()
    longest: dict[tuple[str, str], float] = {}
    for trace in figure.data:
        if trace.x is not None and len(trace.x) and trace.name:
            key = trace.name, trace.xaxis or "x"
            longest[key] = max(longest.get(key, 0.0), *map(float, trace.x))
    assert longest["TESLA K=1", "x"] == 20
    assert longest["TESLA K=1", "x2"] == 6
    assert {"SIREN ω₀=30", "SIREN ω₀=30, its own init"} <= {name for name, _ in longest}
    assert "20 (H = 128) and 6 (H = 512)" in note_text(figure)
