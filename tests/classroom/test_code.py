"""If these fail, a student types the code from the wall and does not get in, or a stranger finds it by trying."""

from __future__ import annotations

import pytest

from tesla_core.classroom.code import HERE_AT_ONCE, LENGTH, LETTERS, OWN_AT_ONCE, Guesses, draw_code, read_code
from tesla_core.live.company import RoomError
from tesla_core.visits.visit import NOBODY, Visit


def test_no_letter_looks_like_another_or_like_a_digit() -> None:
    assert set(LETTERS).isdisjoint("ILO01")
    assert len(LETTERS) ** LENGTH == 279_841


def test_a_code_that_is_taken_is_not_drawn() -> None:
    class AllButOne:
        def __contains__(self, code: object) -> bool:
            return not str(code).startswith("K")

    assert draw_code(AllButOne())[0] == "K"


@pytest.mark.parametrize("typed", ["ABCD", "abcd", " ab cd ", "AB-CD", "a b c d"])
def test_it_is_read_as_people_type_it(typed: str) -> None:
    assert read_code(typed) == "ABCD"


@pytest.mark.parametrize("typed", ["", "ABC", "ABCDE", "ABLO", "AB1D", "АBCD", None, 7, ["ABCD"], "x" * 10_000])
def test_anything_else_is_no_code(typed: object) -> None:
    with pytest.raises(RoomError, match="four letters"):
        read_code(typed)


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
