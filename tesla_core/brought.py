"""What installed packages bring into one of the lab's lists by entry points."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib.metadata import EntryPoint
from typing import Any, Protocol, TypeVar


class Named(Protocol):
    @property
    def name(self) -> str: ...


Row = TypeVar("Row", bound=Named)


def add_brought(
    points: Iterable[EntryPoint], found: dict[str, Row], checked: Callable[[Any, dict[str, Row]], Row]
) -> dict[str, str]:
    """Add to `found` what the entry points name; which were left out, and why. checked: raises for what the list can't
    take."""
    failed: dict[str, str] = {}
    for point in points:
        try:
            row = checked(point.load(), found)
        except Exception as error:
            # Whatever somebody's package does when it is imported, the lab goes on without it and says so.
            failed[point.name] = f"{type(error).__name__}: {error}"
            continue
        found[row.name] = row
    return failed
