"""If these fail, a form, a flag or a link reads a field as something else than it is declared as."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tesla_core.fields import Shape, shapes


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
    pair = Shape((tuple,), entries=(Shape((str,)), Shape((float, str))))
    assert shapes(Record) == {
        "whole": Shape((int,)),
        "perhaps": Shape((float,), optional=True),
        "either": Shape((float, str)),
        "inner": Shape((Inner,), optional=True),
        "many": Shape((tuple,), entries=(Shape((Inner,)),), any_length=True),
        "pairs": Shape((tuple,), entries=(pair,), any_length=True),
        "point": Shape((tuple,), optional=True, entries=(Shape((float,)), Shape((int,)))),
        "anything": Shape((Any,)),
    }
