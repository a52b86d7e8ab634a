"""What a user is told: the value they gave, the limits, the choices."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_core.errors import (
    CheckpointError,
    OutOfRangeError,
    TeslaError,
    UnknownNameError,
    check_choice,
    check_range,
    check_whole,
)


@pytest.mark.parametrize("kind", [CheckpointError, OutOfRangeError, UnknownNameError])
def test_every_mistake_can_be_caught_as_one(kind: type[Exception]) -> None:
    """The command line and the pages catch TeslaError; a library user's `except ValueError` works as well."""
    assert issubclass(kind, TeslaError)
    assert issubclass(TeslaError, ValueError)


def test_an_unknown_name_lists_the_choices_in_order_and_guesses() -> None:
    with pytest.raises(UnknownNameError) as caught:
        check_choice("animal", "dgo", ["cat", "dog"])
    assert str(caught.value) == "Unknown animal 'dgo'. Choose one of: cat, dog. Did you mean 'dog'?"
    assert caught.value.choices == ("cat", "dog")


def test_a_name_like_none_of_them_gets_no_guess() -> None:
    with pytest.raises(UnknownNameError, match=r"cat, dog\.$"):
        check_choice("animal", "elephant", ["cat", "dog"])


def test_choices_may_be_any_iterable() -> None:
    assert check_choice("animal", "dog", (name for name in ("cat", "dog"))) == "dog"
    with pytest.raises(UnknownNameError, match="cat"):
        check_choice("animal", "cow", (name for name in ("cat", "dog")))


def test_a_number_out_of_range_names_the_range_and_itself() -> None:
    with pytest.raises(OutOfRangeError) as caught:
        check_range("Noise", 0.75, 0, 0.5)
    assert str(caught.value) == "Noise must be from 0 to 0.5; 0.75 was given."


@given(st.floats(allow_nan=True), st.floats(-10, 10), st.floats(0, 10))
def test_a_number_passes_exactly_when_it_lies_in_the_range(value: float, low: float, span: float) -> None:
    if low <= value <= low + span:
        assert check_range("x", value, low, low + span) == value
    else:
        with pytest.raises(OutOfRangeError):
            check_range("x", value, low, low + span)


def test_not_a_number_lies_in_no_range() -> None:
    with pytest.raises(OutOfRangeError, match="nan was given"):
        check_range("x", math.nan, -math.inf, math.inf)


LONG = {"text": "x" * 250_000, "bytes": b"y" * 250_000, "list": ["z" * 9_999], "number": 10**300, "huge": 10**6000}


@pytest.mark.parametrize("name", LONG)
def test_a_mistake_repeats_no_more_than_the_beginning_of_a_value(name: str) -> None:
    """What somebody sends comes back to them, and into logs: not a quarter of a megabyte of it."""
    value = LONG[name]
    for broken in (UnknownNameError("animal", value, ["cat"]), OutOfRangeError("Speed", value, 0, 1)):
        assert len(str(broken)) < 250
    with pytest.raises(TeslaError) as caught:
        check_whole("Width", value, 1, 5)
    assert len(str(caught.value)) < 250
