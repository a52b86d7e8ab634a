"""What the guide says of many hosts is what the simulation gives with the kept costs, and it can tell cases apart."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.past_one_host import CASES, GUIDE, in_words, lesson, line, measured, row


def test_the_guides_small_case_is_the_simulations() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    assert line(row(*CASES[0], measured())) in text
    assert in_words(measured()) in text


@pytest.mark.slow
def test_the_guides_other_cases_are_too() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    assert all(line(row(*case, measured())) in text for case in CASES[1:3])


def test_more_runs_need_more_training_and_nobody_waits_for_free_epochs() -> None:
    costs = measured()
    few, many = lesson(60, 2, 1, costs), lesson(60, 60, 1, costs)
    assert few.trained == 2
    assert many.trained > 30
    assert many.waiting > few.waiting
    assert lesson(60, 60, 60, costs).waiting < many.waiting
    assert lesson(60, 60, 1, replace(costs, epoch=1e-6)).waiting == pytest.approx(0.0, abs=0.05)


def test_a_recording_that_is_done_costs_the_web_process_nothing_behind_a_cache() -> None:
    alone = lesson(30, 1, 1, replace(measured(), page=0.0, turn=0.0))
    assert alone.live < alone.all_through
