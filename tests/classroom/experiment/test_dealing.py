"""Everybody has a value, and who comes or goes moves nobody else's."""

from __future__ import annotations

from collections import Counter

from tesla_core.classroom.experiment.dealing import deal


def test_each_student_has_a_value_of_their_own_while_there_are_enough() -> None:
    """Six students with six values see six different runs."""
    assert deal(list("abcdef"), 6, {}) == {name: place for place, name in enumerate("abcdef")}


def test_a_student_who_leaves_is_replaced() -> None:
    """The value that was left goes to the next who comes; the others keep theirs."""
    held = deal(["a", "b", "c"], 3, {})
    assert deal(["a", "c", "d"], 3, held) == {"a": 0, "c": 2, "d": 1}


def test_more_students_than_values_share_them_evenly() -> None:
    """With eight values of K and thirty students, each value is looked at by three or four."""
    counts = Counter(deal([str(number) for number in range(30)], 8, {}).values())
    assert set(counts.values()) == {3, 4}


def test_a_smaller_experiment_deals_anew_what_is_not_there() -> None:
    """Nobody holds the tenth of three values."""
    assert deal(["a", "b"], 3, {"a": 9, "b": 1}) == {"a": 0, "b": 1}
