"""If these fail, a stranger finds a class by trying codes, or a class that mistypes is locked out."""

from __future__ import annotations

import pytest

from tesla_core.classroom.guessing import HERE_AT_ONCE, OWN_AT_ONCE, Guesses
from tesla_core.live.company import RoomError
from tesla_core.visits.visit import NOBODY, Visit


def tries(guesses: Guesses, visits: list[Visit]) -> int:
    """How many of these wrong codes are looked at."""
    looked = 0
    for visit in visits:
        try:
            guesses.check(visit)
        except RoomError:
            continue
        guesses.note(visit)
        looked += 1
    return looked


def test_one_browser_gets_a_few_tries_and_does_not_use_up_its_neighbours() -> None:
    guesses = Guesses(clock=lambda: 0.0)
    assert tries(guesses, [Visit("one", "school")] * 1000) == OWN_AT_ONCE
    assert tries(guesses, [Visit(f"student {n}", "school") for n in range(100)]) == 100


def test_a_mill_of_browsers_is_held_back_by_its_address_and_others_are_not() -> None:
    guesses = Guesses(clock=lambda: 0.0)
    assert tries(guesses, [Visit(f"{n}", "mill") for n in range(5000)]) == HERE_AT_ONCE
    assert tries(guesses, [Visit(NOBODY, "mill")]) == 0
    assert tries(guesses, [Visit("other", "elsewhere")]) == 1


def test_in_a_day_few_of_all_codes_can_be_tried() -> None:
    now = [0.0]
    guesses, looked = Guesses(clock=lambda: now[0]), 0
    for second in range(0, 24 * 3600, 10):
        now[0] = float(second)
        looked += tries(guesses, [Visit(f"{second}", "mill")])
    assert looked < 0.02 * 279_841


def test_who_waited_may_try_again() -> None:
    now = [0.0]
    guesses = Guesses(clock=lambda: now[0])
    tries(guesses, [Visit("one", "school")] * 20)
    with pytest.raises(RoomError, match="Wait"):
        guesses.check(Visit("one", "school"))
    now[0] = 60.0
    guesses.check(Visit("one", "school"))
