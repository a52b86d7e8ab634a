"""If these fail, a student types the code from the wall and does not get in."""

from __future__ import annotations

import pytest

from tesla_core.classroom.code import LENGTH, LETTERS, draw_code, read_code
from tesla_core.live.company import RoomError


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
