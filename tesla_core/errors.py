"""What a user can cause, and how they are told: the value they gave, the limits, the choices."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

MOST_SHOWN = 100  # characters of a value that a message repeats


class TeslaError(ValueError):
    """A mistake a user can mend. The command line prints the message and exits with code 2."""

    fields: frozenset[str] = frozenset()
    """Those of the refused record that it hangs on, where that is known."""

    @property
    def each(self) -> tuple[TeslaError, ...]:
        """The mistakes one by one."""
        return (self,)

    @property
    def problems(self) -> tuple[str, ...]:
        """What is wrong, one sentence each."""
        return tuple(str(one) for one in self.each)


class MistakesError(TeslaError):
    """Several mistakes at once, a line and only one line each."""

    def __init__(self, mistakes: Iterable[TeslaError]) -> None:
        self._each = tuple({str(one): one for one in mistakes}.values())
        super().__init__("\n".join(map(str, self._each)))

    @property
    def each(self) -> tuple[TeslaError, ...]:
        return self._each


class UnknownNameError(TeslaError):
    """A name that is not in a registry."""

    def __init__(self, kind: str, name: object, choices: Iterable[str]) -> None:
        self.choices = tuple(choices)
        close = get_close_matches(shown(name).strip("'"), self.choices, n=1)
        hint = f" Did you mean {close[0]!r}?" if close else ""
        super().__init__(f"Unknown {kind} {shown(name)}. Choose one of: {', '.join(self.choices)}.{hint}")


class OutOfRangeError(TeslaError):
    """A number outside its limits."""

    def __init__(self, what: str, value: object, low: float, high: float) -> None:
        super().__init__(f"{what} must be from {_shown(low)} to {_shown(high)}; {_shown(value)} was given.")


class CheckpointError(TeslaError):
    """A checkpoint that is torn, missing, or belongs to another spec."""


def check_choice(kind: str, name: str, choices: Iterable[str]) -> str:
    """Return `name` if it is one of `choices`; otherwise say what the choices are."""
    known = tuple(choices)
    if name not in known:
        raise UnknownNameError(kind, name, known)
    return name


def check_range(what: str, value: float, low: float, high: float) -> float:
    """Return `value` if low ≤ value ≤ high (NaN is outside every range)."""
    if not low <= value <= high:
        raise OutOfRangeError(what, value, low, high)
    return value


def check_whole(what: str, value: Any, low: int, high: int) -> int:
    """Return `value` as an int if it is a whole number from low to high."""
    try:
        whole = operator.index(value)
    except TypeError:
        raise TeslaError(f"{what} must be a whole number from {low:,} to {high:,}; {shown(value)} was given.") from None
    if not low <= whole <= high:
        raise OutOfRangeError(what, whole, low, high)
    return whole


def check_limits(what: str, value: Any, limits: tuple[float, float]) -> Any:
    """Return a number that is within its limits; limits that are ints ask for a whole number."""
    low, high = limits
    if isinstance(low, int) and isinstance(high, int):
        return check_whole(what, value, low, high)
    return check_range(what, value, low, high)


def shown(value: object) -> str:
    """A value as a message repeats it: text in quotes, and of something long only the beginning."""
    if isinstance(value, str | bytes) and len(value) > MOST_SHOWN:
        return f"{value[:MOST_SHOWN]!r}…"
    try:
        text = repr(value)
    except ValueError:  # a whole number of thousands of digits
        return "a very large number"
    return text if len(text) <= MOST_SHOWN + 2 else f"{text[:MOST_SHOWN]}…"


def _shown(value: object) -> str:
    """A number as people write it: 100,000 and 0.5."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**MOST_SHOWN:
        return f"{value:,}"
    return f"{value:g}" if isinstance(value, float) else shown(value)
