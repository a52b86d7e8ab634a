"""If these fail, a form, a flag or a link reads a field as something else than it is declared as, or a person mends one
mistake only to be told of the next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from tesla_core.errors import OutOfRangeError, TeslaError
from tesla_core.fields import Checks, FieldType, Limits, OneOf, ruled, shapes


@dataclass(frozen=True)
class Inner:
    number: float = 0.0


@dataclass(frozen=True)
class Record:
    whole: int
    perhaps: float | None
    either: float | str
    inner: Inner | None
    many: tuple[Inner, ...]
    pairs: tuple[tuple[str, float | str], ...]
    point: tuple[float, int] | None
    anything: Any


def test_every_hint_that_specs_use_is_read() -> None:
    pair = FieldType((tuple,), entries=(FieldType((str,)), FieldType((float, str))))
    assert shapes(Record) == {
        "whole": FieldType((int,)),
        "perhaps": FieldType((float,), optional=True),
        "either": FieldType((float, str)),
        "inner": FieldType((Inner,), optional=True),
        "many": FieldType((tuple,), entries=(FieldType((Inner,)),), any_length=True),
        "pairs": FieldType((tuple,), entries=(pair,), any_length=True),
        "point": FieldType((tuple,), optional=True, entries=(FieldType((float,)), FieldType((int,)))),
        "anything": FieldType((Any,)),
    }


@dataclass(frozen=True)
class Box:
    least: int = ruled(Limits("Least", 0, 9), 1)
    most: int = ruled(Limits("Most", 0, 9), 5)
    share: float | None = ruled(Limits("Share", 0.0, 1.0), None)
    colour: str = ruled(OneOf("colour", ("red", "blue")), "red")

    def __post_init__(self) -> None:
        checks = Checks(self)
        checks.run(self._check_order, "least", "most")
        checks.done()

    def _check_order(self) -> None:
        if self.least > self.most:
            raise TeslaError("Least is more than most.")


@dataclass(frozen=True)
class Parcel:
    """Its box has the same fields, but for the colour, which is called another."""

    least: int = 1
    most: int = 5
    paint: str = "red"
    weight: int = ruled(Limits("Weight", 1, 9), 1)

    def __post_init__(self) -> None:
        checks = Checks(self)
        checks.part(lambda: Box(self.least, self.most, colour=self.paint), "least", "most", "paint")
        checks.done()


def refused(make: Any, **values: Any) -> TeslaError:
    with pytest.raises(TeslaError) as caught:
        make(**values)
    return caught.value


def test_every_field_that_is_wrong_is_named() -> None:
    error = refused(Box, least=-1, share=2.0, colour="rad")
    assert [part for part in ("Least", "Share", "Did you mean 'red'") if part not in str(error)] == []
    assert len(error.problems) == len(str(error).splitlines()) == 3
    assert [set(one.fields) for one in error.each] == [{"least"}, {"share"}, {"colour"}]


def test_one_mistake_is_the_error_that_it_always_was() -> None:
    error = refused(Box, most=10)
    assert type(error) is OutOfRangeError
    assert error.problems == (str(error),)


def test_what_hangs_together_is_looked_at_once_its_fields_are_right() -> None:
    assert refused(Box, least=8, most=2, colour="rad").problems[1:] == ("Least is more than most.",)
    assert len(refused(Box, least=8, most=-2).problems) == 1


def test_a_parts_mistakes_stand_beside_the_records_own() -> None:
    error = refused(Parcel, least=8, most=2, paint="rad", weight=0)
    assert [set(one.fields) for one in error.each] == [{"weight"}, {"least", "most", "paint"}, {"least", "most"}]
