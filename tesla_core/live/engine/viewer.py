"""One person at one page: a playhead over a run, and the messages that keep the page level with it."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any

from tesla_core.errors import TeslaError, check_choice, shown
from tesla_core.live.engine.run import Run
from tesla_core.live.playhead import DEFAULT_SPEED, MOST_FRAMES, Playhead, check_speed
from tesla_core.visits.visit import Visit

UNDER_WAY = 2  # frames sent and not yet acknowledged
EARLY = 0.9  # of the time from one frame to the next, after which it may come: else every second one is missed
STATE_GAP = 0.25
CURVES_GAP = 1.0
SLEEPS_AFTER = 3.0  # seconds without an acknowledgement: a hidden tab, or nobody there
MOST_MISSING = 16

Send = Callable[[bytes | str], bool]
"""Sends a binary or text message; False when the connection can't take more now."""


class Viewer:
    """Created for a connection; `watch` gives it a run. Every method is quick and called on the event loop."""

    def __init__(self, send: Send, now: float) -> None:
        self.send = send
        self.visit = Visit(f"{id(self):x}", f"{id(self):x}")
        self.run: Run | None = None
        self.resting: dict[str, Any] | None = None  # what it watched before it gave up its place
        self.stirred_at = now  # when it last played or did anything
        self.playhead = Playhead()
        self.shown: int | None = None
        self._under_way: list[int] = []
        self._acknowledged_at = self._ticked_at = now
        self._sent_at = -math.inf  # the first frame waits for nothing
        self._state: dict[str, Any] = {}
        self._state_at = self._curves_at = 0.0
        self._curves = 0
        self._introduced = False
        self._differences = False  # whether its page knows them

    def watch(self, run: Run, message: dict[str, Any], now: float) -> None:
        """Turn to a run. The message may say where the playhead starts."""
        epoch = message.get("epoch", 0)
        if isinstance(epoch, bool) or not isinstance(epoch, int | float) or not 0 <= epoch <= run.spec.settings.epochs:
            epoch = 0
        speed = check_speed(message.get("speed", DEFAULT_SPEED))
        self.leave(now)
        self.run, self.resting, self.stirred_at = run, None, now
        eases, epochs = message.get("eases") is True, run.spec.settings.epochs
        until = _until(message.get("until"))
        self.playhead = Playhead(float(epoch), message.get("playing") is True, speed, eases, epochs, until)
        self.shown, self._under_way, self._state, self._curves = None, [], {}, 0
        self._introduced, self._differences = False, message.get("differences") is True
        self._ticked_at = self._acknowledged_at = now
        run.viewers.add(self)
        run.watched_at = now

    def present(self, message: dict[str, Any]) -> None:
        """Take on the identity that the web process found, before it watches anything."""
        if message.get("viewer"):
            identity, address = str(message["viewer"])[:64], str(message.get("address") or message["viewer"])[:64]
            self.visit = Visit(identity, address)

    @property
    def identity(self) -> str:
        return self.visit.identity

    def rest(self, now: float) -> None:
        """Give up the run, and remember where one was; whatever its person does next asks for it again."""
        run, head = self.run, self.playhead
        if run is not None:
            at = {"epoch": head.position, "playing": head.playing, "speed": head.speed, "eases": head.eases}
            at |= {"differences": self._differences, "until": head.until}
            self.resting = {"spec": run.spec.text, **at}
            self.leave(now)

    def roused(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """What a resting one watches after this message; None while it only tells what it has painted."""
        kind, resting = message.get("type"), dict(self.resting or {})
        if kind == "hold" and self.resting is not None:
            self.resting["until"] = message.get("until")
        if kind == "hold" or (kind == "ack" and not resting.get("playing")):
            return None
        if kind in ("play", "pause", "step", "reset"):
            resting["playing"] = kind == "play"
        if kind in ("seek", "reset"):
            resting["epoch"] = message.get("epoch", 0)
        return resting | {name: message[name] for name in ("speed", "eases") if name in message}

    def leave(self, now: float) -> None:
        if self.run is not None:
            self.run.viewers.discard(self)
            self.run.watched_at = now
            self.run = None

    @property
    def ready(self) -> bool:
        """Whether it can take a frame."""
        return len(self._under_way) < UNDER_WAY

    def asleep(self, now: float) -> bool:
        return not self.ready and now - self._acknowledged_at > SLEEPS_AFTER

    def control(self, message: dict[str, Any], now: float) -> None:
        """A message from the page, other than watch; mistakes are TeslaErrors."""
        kind = check_choice("message", str(message.get("type")), CONTROLS)
        run = self.run
        if run is None:
            raise TeslaError("Nothing is being watched yet; send watch first.")
        if kind == "ack":
            self._acknowledge(message.get("frame"), now)
            return
        if kind == "hold":
            self.playhead.hold(_until(message.get("until")))
            self._state_at = 0.0
            return
        self.stirred_at = now
        self.tick(now)
        if kind == "play":
            self.playhead.play(
                check_speed(message["speed"]) if "speed" in message else None, message.get("eases") is True
            )
            if run.built and run.over and self.playhead.position >= run.head:
                self.playhead.seek(0.0, run.head)  # play at the end plays again
        elif kind == "pause":
            self.playhead.pause()
            if self.shown is not None and run.built:  # stay on the frame that is seen
                self.playhead.seek(run.timeline.position(self.shown), run.head)
        elif kind == "speed":
            self.playhead.speed, self.playhead.eases = check_speed(message.get("speed")), message.get("eases") is True
        elif kind == "seek":
            self.playhead.seek(_number(message.get("epoch")), run.head)
        elif kind == "reset":
            self.playhead.pause()
            self.playhead.seek(0.0, run.head)
        elif run.built:
            unit = check_choice("unit", str(message.get("unit", "epoch")), ("batch", "epoch"))
            self.playhead.step(unit, run.timeline, self.shown or 0, run.end)
        self._state_at = 0.0

    def _acknowledge(self, frame: object, now: float) -> None:
        self._acknowledged_at = now
        if type(frame) is int and frame in self._under_way:  # to Python, False is 0 and True is 1
            del self._under_way[: self._under_way.index(frame) + 1]

    def tick(self, now: float) -> None:
        """Time passes."""
        run, passed = self.run, now - self._ticked_at
        self._ticked_at = now
        if run is None or not run.built or self.asleep(now):
            return
        if self.playhead.moving:
            self.stirred_at = now
        self.playhead.tick(passed, run.head)
        if run.over and self.playhead.playing and self.playhead.position >= run.head:
            self.playhead.playing = False

    def missing(self, run: Run, rate: float) -> list[int]:
        """Steps behind the recording's head that it will show without a frame, in order: about `rate` a second."""
        timeline, position = run.timeline, self.playhead.position
        here = timeline.step_at(position)
        if not self.playhead.moving:
            return [here] if here <= run.recorded and run.lacks(here) else []
        pace = self.playhead.pace(timeline, rate)
        if pace is None or run.recording.thinned:
            return []
        last = min(self.playhead.reach(timeline, run.end), run.recorded)
        if pace.epochs:
            first_epoch = -(-int(position + 1) // pace.epochs) * pace.epochs
            last_epoch = int(timeline.position(last))
            ahead = [timeline.step_at(epoch) for epoch in range(first_epoch, last_epoch + 1, pace.epochs)]
        else:
            near = range(here, min(last, here + MOST_MISSING * pace.batches) + 1)
            ahead = [step for step in near if timeline.place(step)[1] % pace.batches == 0]
        return [step for step in ahead[:MOST_MISSING] if step <= last and run.lacks(step)]

    def pump(self, now: float, place: int, viewers: int, rate: float = MOST_FRAMES) -> None:
        """Send what the page lacks. place: in the queue, 0 for none. rate: frames a second at most."""
        run = self.run
        if run is None:
            return
        if run.built and not self._introduced:
            self._introduced = self.send(json.dumps(introduction(run))) and self.send(run.backdrop)
        if self._introduced:
            self._pump_frame(run, now, EARLY / rate)
            self._pump_curves(run, now)
        self._pump_state(run, now, place, viewers)

    def wait(self, now: float, place: int) -> None:
        """Tell a viewer without a run where it stands in the queue."""
        state = {"type": "state", "state": "queued", "place": place, "message": "The lab is full."}
        if state != self._state and now - self._state_at >= STATE_GAP and self.send(json.dumps(state)):
            self._state, self._state_at = state, now

    def _pump_frame(self, run: Run, now: float, gap: float) -> None:
        if not self.ready or now - self._sent_at < gap:
            return
        found = run.recording.frame(run.timeline.step_at(self.playhead.position))
        if found is None or found[0] == self.shown:
            return
        number, message = found
        # What was sent last is there: nothing is lost on the way, and a connection that breaks is another viewer.
        changes = run.recording.difference(number, self.shown) if self._differences else None
        if self.send(changes or message):
            self.shown, self._sent_at = number, now
            if not self._under_way:
                self._acknowledged_at = now
            self._under_way.append(number)

    def _pump_curves(self, run: Run, now: float) -> None:
        held = self.playhead.until
        epochs = len(run.recording.history) if held is None else min(len(run.recording.history), int(held))
        due = now - self._curves_at >= CURVES_GAP or run.over or not self._curves
        if epochs > self._curves and due and self.send(run.recording.curves(self._curves + 1, epochs)):
            self._curves, self._curves_at = epochs, now

    def _pump_state(self, run: Run, now: float, place: int, viewers: int) -> None:
        head = self.playhead
        urgent = {"state": self.name(place), "playing": head.playing, "speed": head.speed, "place": place}
        if now - self._state_at < STATE_GAP and urgent.items() <= self._state.items():
            return
        state = {
            "type": "state",
            **urgent,
            "epoch": round(head.position, 3),
            "head": round(run.head if head.until is None else min(run.head, head.until), 3),
            "end": run.timeline.position(run.end) if run.built else run.spec.settings.epochs,
            "viewers": viewers,
            "message": run.error,
            **({} if head.until is None else {"until": head.until}),
        }
        if state != self._state and self.send(json.dumps(state)):
            self._state, self._state_at = state, now

    def name(self, place: int) -> str:
        """The state as the page names it."""
        run = self.run
        if run is None or run.error:
            return "error"
        if place:
            return "queued"
        if not run.built:
            return "loading"
        at_the_end = run.over and self.playhead.position >= run.head
        if self.playhead.moving or (at_the_end and self.shown != run.end):  # the last picture is on its way
            return "running"
        return "finished" if at_the_end else "paused"


CONTROLS = ("play", "pause", "speed", "seek", "step", "reset", "ack", "hold")


def introduction(run: Run) -> dict[str, Any]:
    """The run message: what a page does not know of a run before the engine has built it."""
    spec, scene = run.spec, run.scene
    return {
        "type": "run",
        "run": run.address,
        "kind": spec.kind.name,
        "rows": scene.rows,
        "columns": scene.columns,
        "extent": scene.extent,
        "epochs": spec.settings.epochs,
        "edits": [edit.epoch for edit in spec.edits],
    }


def _until(value: object) -> float | None:
    return None if value is None else max(0.0, _number(value))


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e9:
        raise TeslaError(f"An epoch must be a number; {shown(value)} was given.")
    return float(value)
