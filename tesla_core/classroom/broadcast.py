"""One run as a class sees it: one viewer of the engine, whose frames go to every screen that follows.

So all of them show the same moment, however many they are; whoever leads steers this one playhead. A screen that is
slow skips frames: the newest one wins, as with a viewer of its own.
"""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tesla_core.errors import TeslaError
from tesla_core.live.company import Screen
from tesla_core.live.line import EngineLine
from tesla_core.live.protocol import (
    CURVES,
    FRAME,
    Frame,
    decode_curves,
    decode_frame,
    encode_curves,
    encode_difference,
    frame_position,
)
from tesla_core.live.service import LiveService
from tesla_core.visits.visit import Visit

UNDER_WAY = 2  # frames sent to a screen and not yet acknowledged
SENT_A_SECOND, FEWEST, MOST = 500.0, 5.0, 20.0  # frames to all screens together, and to each
BASES = 4  # frames that a difference may be made to
PLACE = ("epoch", "playing", "speed", "eases")


@dataclass(eq=False)
class _Shown:
    """What a screen has. differences: whether its page knows them."""

    differences: bool
    last: int | None = None
    under_way: list[int] = field(default_factory=list)


class Broadcast:
    """Lives on the event loop, as the screens do."""

    def __init__(self, service: LiveService, viewer: Visit, spec: str, start: dict[str, Any]) -> None:
        """viewer: as whom the engine knows it. start: where its playhead begins, in the words of `watch`."""
        self.spec = spec
        self.led = False  # whether somebody who leads has watched it yet
        self.empty_since = time.monotonic()
        self._screens: dict[Screen, _Shown] = {}
        self._introduction: str | None = None
        self._backdrop: bytes | None = None
        self._curves: list[np.ndarray] = []
        self._state: dict[str, Any] = {}
        self._frame: bytes | None = None
        self._number: int | None = None
        self._decoded: dict[int, Frame] = {}
        self._differences: dict[int, bytes] = {}
        self._sent_at, self._due = 0.0, False
        self._line = EngineLine(service, self)
        self._line.post({**start, "type": "watch", "spec": spec, "viewer": viewer.identity, "address": viewer.address})

    def __len__(self) -> int:
        return len(self._screens)

    # ---- the playhead

    @property
    def position(self) -> float:
        return float((self._line.watching or {}).get("epoch") or 0.0)

    @property
    def until(self) -> float | None:
        return (self._line.watching or {}).get("until")

    @property
    def finished(self) -> bool:
        return self._state.get("state") == "finished"

    @property
    def place(self) -> dict[str, Any]:
        """Where the playhead is, in the words of `watch`."""
        return {name: value for name, value in (self._line.watching or {}).items() if name in PLACE}

    def control(self, message: dict[str, Any]) -> None:
        """Whoever leads plays, pauses, seeks."""
        self.led = True
        self._line.post(message)

    def begin(self, message: dict[str, Any]) -> None:
        """The leader's page has turned to this run: the first time, where it begins is where the class does."""
        if self.led:
            return
        self.led = True
        if message.get("epoch"):
            watching = self._line.watching or {}
            kept = {name: watching[name] for name in ("spec", "viewer", "address", "until") if name in watching}
            self._line.post({**{name: message[name] for name in PLACE if name in message}, **kept, "type": "watch"})
        elif message.get("playing") is True:
            speed = {name: message[name] for name in ("speed", "eases") if name in message}
            self._line.post({"type": "play", **speed})
        elif "speed" in message:
            self._line.post({"type": "speed", "speed": message["speed"], "eases": message.get("eases") is True})

    def hold(self, until: float | None) -> None:
        self._line.hold(until)

    def close(self) -> None:
        self._line.hang_up()
        self._screens.clear()

    # ---- the screens

    def attach(self, screen: Screen, differences: bool) -> None:
        """From now on it shows this; it gets all that the others have."""
        shown = self._screens[screen] = _Shown(differences)
        for message in (self._introduction, self._backdrop):
            if message is not None:
                screen.tell(message)
        if self._curves:
            screen.tell(encode_curves(1, np.stack(self._curves)))
        if self._state:
            screen.tell(self._state_text())
        self._show(screen, shown)

    def detach(self, screen: Screen) -> None:
        self._screens.pop(screen, None)
        if not self._screens:
            self.empty_since = time.monotonic()

    def acknowledge(self, screen: Screen, frame: object) -> None:
        shown = self._screens.get(screen)
        if shown is None or type(frame) is not int or frame not in shown.under_way:
            return
        del shown.under_way[: shown.under_way.index(frame) + 1]
        if shown.last != self._number:
            self._pump()

    # ---- what the engine says

    async def hear_text(self, text: str) -> None:
        message = json.loads(text)
        if message.get("type") == "run":
            self._introduction, self._backdrop, self._curves = text, None, []
            self._frame, self._number, self._decoded = None, None, {}
            for shown in self._screens.values():
                shown.last, shown.under_way = None, []
        elif message.get("type") == "state":
            self._state = message
            text = self._state_text()
        for screen in list(self._screens):
            screen.tell(text)

    def _state_text(self) -> str:
        return json.dumps({**self._state, "viewers": max(len(self._screens), 1)})

    async def hear_bytes(self, payload: bytes) -> None:
        if payload[0] == FRAME:
            self._number, _ = frame_position(payload)
            self._frame, self._differences = payload, {}
            self._line.post({"type": "ack", "frame": self._number})
            self._pump()
            return
        if payload[0] == CURVES:
            first, values = decode_curves(payload)
            self._curves = [*self._curves[: first - 1], *values]
        else:
            self._backdrop = payload
        for screen in list(self._screens):
            screen.tell(payload)

    def _pump(self) -> None:
        """Bring the screens level, all at once and not too often."""
        rate = min(MOST, max(FEWEST, SENT_A_SECOND / max(len(self._screens), 1)))
        wait = self._sent_at + 0.9 / rate - time.monotonic()
        if wait <= 0.0:
            self._show_all()
        elif not self._due:
            self._due = True
            asyncio.get_running_loop().call_later(wait, self._show_all)

    def _show_all(self) -> None:
        self._due, self._sent_at = False, time.monotonic()
        for screen, shown in list(self._screens.items()):
            self._show(screen, shown)

    def _show(self, screen: Screen, shown: _Shown) -> None:
        if self._frame is None or self._number is None or shown.last == self._number:
            return
        if len(shown.under_way) < UNDER_WAY:
            base = shown.last if shown.differences else None
            shown.under_way.append(self._number)
            shown.last = self._number
            screen.tell(self._frame if base is None else self._difference(base, self._frame, self._number))

    def _difference(self, base: int, frame: bytes, number: int) -> bytes:
        """The frame for one who has another, made once for all of them; the frame itself where that is shorter."""
        if base not in self._differences:
            try:
                now = self._decode(number, frame)
                before = self._decoded.get(base)
                changes = frame if before is None else encode_difference(now, before)
            except TeslaError:
                changes = frame
            self._differences[base] = min(changes, frame, key=len)
        return self._differences[base]

    def _decode(self, number: int, frame: bytes) -> Frame:
        if number not in self._decoded:
            while len(self._decoded) >= BASES:
                self._decoded.pop(next(iter(self._decoded)))
            self._decoded[number] = decode_frame(frame)
        return self._decoded[number]
