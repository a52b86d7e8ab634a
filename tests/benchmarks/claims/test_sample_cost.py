"""How many samples specialists need: measured for every problem that learns from samples, and told as it was."""

from __future__ import annotations

import pytest

from benchmarks.claims.sample_cost import rows_of
from tesla_core.experiments.specialist import judged_in_words, read_costs
from tesla_core.problems.registry import problems

LADDERS = {
    name: one.specialist for name, one in problems().items() if one.specialist is not None and one.specialist.ladder()
}


def test_every_ladder_is_measured_and_says_what_came_out() -> None:
    """A row for each task that a specialist names, none left from another version; each as a sentence has it."""
    wanted = [(name, title) for name, one in LADDERS.items() for title, tasks in one.ladder().items() for _ in tasks]
    rows = read_costs()
    assert sorted((row["problem"], row["name"]) for row in rows) == sorted(wanted)
    assert all(row.get("failed") or judged_in_words(row["judged"], row["value"]) for row in rows)


@pytest.mark.parametrize("problem", LADDERS)
def test_more_samples_never_do_much_worse(problem: str) -> None:
    """The last task of a ladder is at least as good as its first: that is what samples are for."""
    for title in LADDERS[problem].ladder():
        rows = [row for row in read_costs() if (row["problem"], row["name"]) == (problem, title) and "value" in row]
        better = rows[0]["value"] - rows[-1]["value"]
        assert better > 0 if rows[0]["judged"].endswith("loss") else better < 0


def test_a_ladder_is_climbed_again_with_the_same_result() -> None:
    """Clean parity, which takes milliseconds: 60 strings of 64 bits are too few, 80 are enough."""
    measured = rows_of("parity", LADDERS["parity"])[:4]
    shipped = [row for row in read_costs() if row["problem"] == "parity"][:4]
    assert [row["value"] for row in measured] == [row["value"] for row in shipped]
    assert measured[0]["value"] < 0.6
    assert measured[3]["value"] == 1.0
