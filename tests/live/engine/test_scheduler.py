"""If these fail, somebody in the class waits for ever, or one person takes the whole machine."""

from __future__ import annotations

from statistics import median

from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_core.live.engine.scheduler import Admission, EngineLimits, FairShare, slice_seconds


@settings(max_examples=30, deadline=None)
@given(st.lists(st.floats(0.01, 0.2), min_size=2, max_size=30))
def test_runs_get_equal_time_whatever_their_slices_cost(costs: list[float]) -> None:
    share, had = FairShare(), dict.fromkeys(map(str, range(len(costs))), 0.0)
    for _ in range(100 * len(costs)):
        run = share.pick(had)
        share.charge(run, costs[int(run)])
        had[run] += costs[int(run)]
    assert min(had.values()) >= 0.5 * median(had.values())


def test_one_who_comes_late_gets_no_arrears() -> None:
    share = FairShare()
    for _ in range(1000):
        share.charge(share.pick(["old"]), 1.0)
    turns = []
    for _ in range(10):
        turns.append(share.pick(["old", "new"]))
        share.charge(turns[-1], 1.0)
    assert 4 <= turns.count("old") <= 6


def test_past_the_limit_runs_queue_in_order_and_see_their_place() -> None:
    admission = Admission(EngineLimits(training=2, a_viewer=9))
    wanting = {run: [run] for run in "abcd"}
    admission.update(wanting, now=0.0)
    assert [admission.place(run) for run in "abcd"] == [0, 0, 1, 2]
    del wanting["a"]
    admission.update(wanting, now=1.0)
    assert [admission.place(run) for run in "bcd"] == [0, 0, 1]


def test_one_viewer_takes_no_more_than_its_share() -> None:
    admission = Admission(EngineLimits(training=9, a_viewer=2))
    admission.update({"a": ["me"], "b": ["me"], "c": ["me"], "d": ["you"]}, now=0.0)
    assert [admission.admits(run) for run in "abcd"] == [True, True, False, True]


def test_a_long_run_gives_way_when_others_wait() -> None:
    admission = Admission(EngineLimits(training=1, lease=60.0))
    wanting = {"long": ["me"], "next": ["you"]}
    admission.update(wanting, now=0.0)
    admission.update(wanting, now=61.0)
    assert (admission.place("next"), admission.place("long")) == (0, 1)
    admission.update({"next": ["you"]}, now=62.0)
    admission.update(wanting, now=63.0)
    assert admission.place("long") == 1


def test_slices_are_short_enough_for_everyone_to_move() -> None:
    assert slice_seconds(1) >= slice_seconds(4) >= slice_seconds(30) > 0
    assert 30 * slice_seconds(30) < 1.0
