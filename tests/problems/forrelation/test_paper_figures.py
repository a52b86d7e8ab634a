"""Figure 4 has curves by epoch where runs kept them, and says which are missing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tesla_core.experiments.results import Result
from tesla_core.figures.style import note_text
from tesla_core.problems.forrelation import paper_figures
from tesla_core.problems.forrelation.experiment import ForrelationSpec
from tesla_core.problems.forrelation.paper_figures import drawn_by_width
from tesla_core.problems.forrelation.table import LONG, TABLE

SHORT = ForrelationSpec(harmonics=2, width=128, epochs=6)


def short(**options: Any) -> Result:
    numbers = {"test_accuracy": 0.6, "final_accuracy": 0.55, "chosen_epoch": 2}
    return Result(replace(SHORT, **options), numbers)


def long(rise: float = 0.01, **options: Any) -> Result:
    history = tuple({"epoch": epoch, "test_accuracy": 0.5 + rise * epoch} for epoch in range(1, 21))
    numbers = {"test_accuracy": 0.5 + 20 * rise, "final_accuracy": 0.5 + 20 * rise, "chosen_epoch": 20}
    return Result(replace(SHORT, epochs=20, **options), numbers, history)


def lines(figure: Any, panel: int, name: str) -> list[Any]:
    axis = "x" if panel == 1 else f"x{panel}"
    return [trace for trace in figure.data if trace.name == name and (trace.xaxis or "x") == axis]


def test_runs_with_histories_are_curves_over_all_epochs() -> None:
    figure = drawn_by_width([long(seed=0), long(rise=0.02, seed=1), long(width=512)])
    (curve,) = lines(figure, 1, "TESLA K=2")
    assert curve.mode == "lines+markers"
    assert list(curve.x) == list(range(1, 21))
    assert curve.y[0] == 51.5
    (other,) = lines(figure, 2, "TESLA K=2")
    assert other.y[-1] == 70.0
    assert "no history" not in note_text(figure)
    assert "trained for 20 epochs" in note_text(figure)


def test_a_width_that_is_not_trained_yet_keeps_its_marks() -> None:
    """Curves where there are any, two marks where there are none; runs that curves replaced are not counted."""
    figure = drawn_by_width([short(), short(width=512), long()])
    (curve,) = lines(figure, 1, "TESLA K=2")
    assert len(curve.x) == 20
    (marks,) = lines(figure, 2, "TESLA K=2")
    assert marks.mode == "markers"
    assert list(marks.x) == [2.0, 6.0]
    assert "1 of 2 runs kept no history" in note_text(figure)
    assert "not measured" in {note.text for note in figure.layout.annotations}


def test_siren_s_two_starts_are_two_lines() -> None:
    """One mean over both would be of neither."""
    siren: dict[str, Any] = {"activation": "siren"}
    figure = drawn_by_width([long(**siren), long(rise=0.02, init="own", **siren)])
    (one,), (own,) = lines(figure, 1, "SIREN ω₀=30"), lines(figure, 1, "SIREN ω₀=30, its own init")
    assert (one.y[-1], own.y[-1]) == (70.0, 90.0)
    assert one.line.dash != own.line.dash


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
    for trace in figure.to_dict()["data"]:
        if trace.get("name") and len(trace.get("x", ())):
            key = trace["name"], trace.get("xaxis", "x")
            longest[key] = max(longest.get(key, 0.0), *map(float, trace["x"]))
    assert longest["TESLA K=1", "x"] == 20
    assert longest["TESLA K=1", "x2"] == 6
    assert {"SIREN ω₀=30", "SIREN ω₀=30, its own init"} <= {name for name, _ in longest}
    assert "20 (H = 128) and 6 (H = 512)" in note_text(figure)
