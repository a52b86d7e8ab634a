"""What a connection and a room know of each other, so that the live route needs to know nothing of rooms.

A *screen* is a browser's connection as rooms see it. A *presence* is what a screen has in the rooms: every message
passes it, and what a page sees may come from the room instead of from a run of its own. A *hall* gives them out.
"""

from __future__ import annotations

from typing import Any, Protocol

from tesla_core.errors import TeslaError
from tesla_core.visits.visit import Visit

ROOM_TYPES = ("enter", "do")
"""Messages of a browser that are for its presence, not for the engine."""


class RoomError(TeslaError):
    """What somebody in a room may not do, or can't do now."""


class Screen(Protocol):
    """A browser that shows one run: of its own, or what it is shown."""

    @property
    def visit(self) -> Visit: ...

    @property
    def language(self) -> str:
        """In which whoever looks at it reads."""
        ...

    @property
    def watching(self) -> dict[str, Any] | None:
        """What it watches by itself: spec, epoch, playing, speed."""
        ...

    @property
    def reached(self) -> float:
        """The epoch that it has shown last of that."""
        ...

    def tell(self, message: str | bytes) -> None:
        """Send it something, without waiting until it is taken."""
        ...

    def turn(self, message: dict[str, Any] | None) -> None:
        """Have it watch something by itself from now on, as the message says; or nothing."""
        ...

    def hold(self, until: float | None) -> None:
        """What it watches by itself goes no further than this epoch; None lets go."""
        ...


class Presence(Protocol):
    """A screen in the rooms."""

    @property
    def entered(self) -> bool:
        """Whether it is in a room."""
        ...

    async def take(self, message: dict[str, Any]) -> None:
        """A message for the room; what can't be done is a RoomError."""
        ...

    def pass_on(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """What goes on to the engine of a message of the browser's; None when nothing does."""
        ...

    def leave(self) -> None:
        """The connection has ended."""
        ...


class Hall(Protocol):
    """Where screens arrive."""

    def arrive(self, screen: Screen) -> Presence:
        """The presence of a connection that was just opened."""
        ...


class NoPresence:
    """A screen where there are no rooms."""

    entered = False

    async def take(self, message: dict[str, Any]) -> None:
        raise RoomError("There are no rooms here.")

    def pass_on(self, message: dict[str, Any]) -> dict[str, Any] | None:
        return message

    def leave(self) -> None:
        pass


class NoHall:
    """A hall without rooms."""

    def arrive(self, screen: Screen) -> Presence:
        return NoPresence()
