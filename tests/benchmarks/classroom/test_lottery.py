"""What the preset for a class promises of thirty starts: held against runs on three draws of the strings."""

from __future__ import annotations

from benchmarks.classroom.lottery import CLAIMS, SEEDS, losers, plan_of, problems, recorded, winners


def test_what_the_note_says_of_thirty_is_so() -> None:
    """A teacher who makes a class of thirty the experiment sees about as many learn as the note said."""
    assert problems() == []


def test_all_thirty_train_in_two_runs() -> None:
    """The seconds that were measured are those of a class: stacked, not one by one."""
    assert [len(run.panels) for run in plan_of(0).runs] == [15, 15]


def test_a_claim_that_is_not_so_is_noticed() -> None:
    """A lottery that nobody wins is none."""
    kept = recorded()["0"]
    nobody = {**kept, "starts": {seed: {**one, "reached": None} for seed, one in kept["starts"].items()}}
    assert not CLAIMS["eleven to fifteen of thirty"](nobody)
    assert all(len(winners(recorded()[str(seed)])) + len(losers(recorded()[str(seed)])) == 30 for seed in SEEDS)
