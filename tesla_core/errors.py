"""What a user can cause, and how they are told: the value they gave, the limits, the choices."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class TeslaError(ValueError):
    """A mistake a user can mend. The command line prints the message and exits with code 2."""


class UnknownNameError(TeslaError):
    """A name that is not in a registry."""

    def __init__(self, kind: str, name: object, choices: Iterable[str]) -> None:
        self.choices = tuple(choices)
        close = get_close_matches(str(name), self.choices, n=1)
        hint = f" Did you mean {close[0]!r}?" if close else ""
        super().__init__(f"Unknown {kind} {name!r}. Choose one of: {', '.join(self.choices)}.{hint}")


class OutOfRangeError(TeslaError):
    """A number outside its limits."""

    def __init__(self, what: str, value: object, low: float, high: float) -> None:
        super().__init__(f"{what} must be from {low:g} to {high:g}; {value!r} was given.")


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
