"""What a lesson promises of a run was measured: the answers it calls right are those of the run itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tesla_core.lessons.lesson import LessonStep
from tesla_core.lessons.links import run_of
from tesla_core.lessons.shelf import shelf

STEPS = {
    f"{lesson.name} {number}": step
    for lesson in shelf("en", own=Path("nowhere")).lessons
    for number, step in enumerate(lesson.steps, start=1)
    if step.link and step.link.live
}
RULED = {name: step for name, step in STEPS.items() if step.question and step.question.rule}


@pytest.fixture(scope="module")
def measured(root: Path) -> dict[str, Any]:
    return json.loads((root / "benchmarks" / "results" / "lesson_runs.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)
def test_the_run_beside_a_step_was_measured_as_it_is(step: LessonStep, measured: dict[str, Any]) -> None:
    """`python -m benchmarks.lesson_runs` after a change."""
    assert step.link
    assert measured[step.link.text]["run"] == run_of(step.link).spec.address


@pytest.mark.parametrize("step", RULED.values(), ids=RULED)
def test_the_answer_called_right_is_the_run_s(step: LessonStep, measured: dict[str, Any]) -> None:
    """A class that presses Play sees what the lesson then says."""
    assert step.link
    assert step.question
    rule = step.question.rule or {}
    panels = measured[step.link.text]["panels"]
    if rule["rule"] == "leads":
        at = [panel["test"][rule["epoch"] - 1] for panel in panels]
        assert at.index(max(at)) == step.question.right
        assert sorted(at)[-2] < max(at), "nobody leads alone"
    elif rule["rule"] == "finds":
        reached = panels[rule["panel"]]["test"][rule["epoch"] - 1] >= 1000 * rule["least"]
        assert step.question.right == (0 if reached else 1)
