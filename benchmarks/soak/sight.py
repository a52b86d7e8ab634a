"""What one who watches has seen: when a frame last came, and when what brings it was last lost."""

from __future__ import annotations

import time
from dataclasses import dataclass, field


@dataclass
class Sight:
    """Times are of the monotonic clock."""

    name: str
    frames: int = 0
    frame_at: float = field(default=float("-inf"))
    broken_at: float = field(default=float("-inf"))

    def saw_frame(self) -> None:
        self.frames += 1
        self.frame_at = time.monotonic()

    def broke(self) -> None:
        """The connection, or the engine behind it, was lost."""
        self.broken_at = time.monotonic()

    @property
    def sound(self) -> bool:
        return self.frame_at > self.broken_at


@dataclass(frozen=True)
class Since:
    """A moment to look back at. must_break: whether what brought frames then was killed, so that frames that were on
    their way don't count."""

    sight: Sight
    at: float
    must_break: bool

    @classmethod
    def now(cls, sight: Sight, breaks: bool) -> Since:
        return cls(sight, time.monotonic(), breaks and sight.sound)

    @property
    def break_unseen(self) -> bool:
        """Whether what was killed has not been missed yet."""
        return self.must_break and self.sight.broken_at < self.at

    @property
    def back(self) -> bool:
        """Whether a frame has come since, over what was made anew."""
        return self.sight.sound and self.sight.frame_at > self.at and not self.break_unseen
