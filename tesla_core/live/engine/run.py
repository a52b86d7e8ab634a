"""One run: its recording, the cursor that trains ahead, a second cursor that goes back, and who watches."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import torch

from tesla_core.live.cost import model_bytes
from tesla_core.live.engine.coefficients import flatten_coefficients
from tesla_core.live.engine.cursor import Cursor, KeyState
from tesla_core.live.engine.darkroom import Darkroom, Negative, build_models
from tesla_core.live.engine.pieces import InPieces, clock_of, do_all, do_pieces
from tesla_core.live.engine.recording import Recording
from tesla_core.live.engine.slices import LastFrame, SlicePlan, SliceResult, run_slice
from tesla_core.live.playhead import FEWEST_FRAMES, MADE_AGAIN, MOST_FRAMES
from tesla_core.live.protocol import Frame, encode_backdrop, encode_difference, encode_frame
from tesla_core.live.spec import LiveSpec
from tesla_core.live.timeline import Timeline
from tesla_core.problems.scene import Scene
from tesla_core.visits.visit import Visit

if TYPE_CHECKING:
    from tesla_core.live.engine.viewer import Viewer

PAGES = Visit("pages", "pages")  # who asks questions, as one visitor
GRACE = 10.0  # seconds that a run keeps its last viewers' wishes
EXPIRY = 600.0  # seconds that an unwatched recording is kept
KEYS, LONGEST_REPLAY = 8, 25  # key states of a run of usual length; epochs from one to the next at first
PICTURES = 0.5  # of a core, that the frames of a run take at most where more than the fewest are asked for
# At full speed, training gets at least so many times what pictures get; and up to once more where many want both.
TRAINING_A_FRAME = 2.0
MOST_DEVELOPING = 3  # frames of one run in the darkroom; its training waits for them
AT_ONCE = 2  # the same of those that are made only as they come: no training waits for these


@dataclass(frozen=True)
class Built:
    """What building a run makes: everything that needs torch or the task's samples."""

    scene: Scene
    cursor: Cursor
    darkroom: Darkroom
    first_frame: bytes | None
    first_key: KeyState | None
    backdrop: bytes


@dataclass(frozen=True)
class Developed:
    """A frame's message; and the number of the frame that was made before it, with what differs, where that has fewer
    bytes."""

    message: bytes
    base: int = -1
    difference: bytes | None = None


def build(spec: LiveSpec, device: torch.device, scene: Scene | None = None, key: KeyState | None = None) -> Built:
    """From nothing, or with the parent's samples and from its key state."""
    return do_all(building(spec, device, scene, key))


def building(spec: LiveSpec, device: torch.device, scene: Scene | None, key: KeyState | None) -> InPieces[Built]:
    """The same in pieces. Runs on the worker thread."""
    scene = scene if scene is not None else Scene(spec)
    yield
    cursor = Cursor(spec, scene, device, (yield from build_models(spec)))
    yield
    darkroom = Darkroom(spec, scene, device, (yield from build_models(spec)))
    yield
    first_frame = first_key = None
    if key is not None:
        cursor.load(key)
    else:
        frame = yield from darkroom.developing(cursor.negative())
        first_frame, first_key = encode_frame(frame), cursor.state()
    return Built(scene, cursor, darkroom, first_frame, first_key, encode_backdrop(scene.backdrop))


class Run:
    """A recording that grows while somebody's playhead wants it to."""

    def __init__(self, spec: LiveSpec, now: float) -> None:
        self.spec, self.address = spec, spec.address
        self.recording = Recording(key_every=max(1, min(spec.settings.epochs // KEYS, LONGEST_REPLAY)))
        self.viewers: set[Viewer] = set()
        self.watched_at = now
        self.asked_at = -math.inf  # when a page last had a question about it
        self.model_bytes = model_bytes(spec)
        self.error = ""
        self.over = False
        self.recorded = 0  # the furthest step it knows
        self._building: InPieces[Built] | None = None
        self._clock = time.monotonic
        self._built: Built | None = None
        self._second: Cursor | None = None
        self._second_at = now
        self._developing: dict[int, bool] = {}  # steps in the darkroom; whether they were asked for by number
        self._frame_cost, self._developed_at = 0.0, now  # seconds of the last frame, and when it was there
        self._last = LastFrame()
        self._newest: Frame | None = None  # the darkroom thread's
        self._until = 0  # the last wish, kept for a grace time

    def begin(self, device: torch.device, parent: Run | None) -> None:
        """Have it built, slice by slice. parent: a run that this one branches from."""
        self._clock = clock_of(device)
        self._building = building(self.spec, device, *((None, None) if parent is None else self._begin_as(parent)))

    def _begin_as(self, parent: Run) -> tuple[Scene, KeyState]:
        """Take over the recording of a run this one branched from, up to the edit where they part."""
        epoch = self.spec.edits[len(parent.spec.edits)].epoch
        step = parent.timeline.step_at(epoch)
        self.recording = parent.recording.shared_until(step, epoch)
        self.recorded = min(step, parent.recorded)
        last_key = self.recording.keys.before(step)
        assert last_key is not None
        return parent.scene, cast(KeyState, self.recording.keys.get(last_key))

    def _set_built(self, built: Built) -> None:
        self._built, self._building = built, None
        if built.first_frame is not None and built.first_key is not None:
            self.recording.add_frame(0, built.first_frame)
            self.recording.add_key(built.first_key)
            self.recording.coefficients.append(flatten_coefficients(built.cursor.coefficients))
        self.recorded = max(self.recorded, built.cursor.step)

    def people(self, now: float) -> list[Visit]:
        """For whom it is: those who watch it, or a page that asks about it."""
        return [viewer.visit for viewer in self.viewers] or [PAGES] * (now - self.asked_at <= GRACE)

    @property
    def stirred_at(self) -> float:
        """When somebody last played it or did anything with it."""
        return max((viewer.stirred_at for viewer in self.viewers), default=self.watched_at)

    @property
    def built(self) -> bool:
        return self._built is not None

    @property
    def cursor(self) -> Cursor:
        assert self._built is not None
        return self._built.cursor

    @property
    def scene(self) -> Scene:
        assert self._built is not None
        return self._built.scene

    @property
    def darkroom(self) -> Darkroom:
        assert self._built is not None
        return self._built.darkroom

    @property
    def backdrop(self) -> bytes:
        assert self._built is not None
        return self._built.backdrop

    @property
    def timeline(self) -> Timeline:
        return self.cursor.timeline

    @property
    def head(self) -> float:
        """How far the recording reaches, in epochs."""
        return self.timeline.position(self.recorded) if self.built else 0.0

    @property
    def end(self) -> int:
        """The last step, once it is known."""
        return self.recorded if self.over else self.timeline.end

    @property
    def nbytes(self) -> int:
        """What it takes in memory: recording, key states and models."""
        return self.recording.nbytes + self.model_bytes

    def build_plan(self, now: float) -> SlicePlan | None:
        """Building that somebody waits for, or did until a moment ago."""
        wanted = self.viewers or now - self.watched_at <= GRACE
        return SlicePlan(0) if wanted and self._building is not None and not self.error else None

    def wants_training(self, now: float) -> bool:
        """Whether somebody's playhead waits for more than is recorded."""
        if not self.built or self.error or self.over:
            return False
        awake = [viewer.playhead for viewer in self.viewers if not viewer.asleep(now)]
        if awake:
            self._until = max(playhead.reach(self.timeline, self.end) for playhead in awake)
        elif self.viewers or now - self.watched_at > GRACE:
            return False
        return self._until > self.recorded

    def head_plan(self, now: float, rate: float = MOST_FRAMES) -> SlicePlan | None:
        """The training that is wanted, with so many frames a second where they cost little."""
        if len(self._developing) >= MOST_DEVELOPING:
            return None
        awake = [viewer for viewer in self.viewers if not viewer.asleep(now)]
        rate = self._affordable(rate)
        paces = {pace for viewer in awake if (pace := viewer.playhead.pace(self.timeline, rate)) is not None}
        # One who waits at the head takes what comes, too: then training is slower than the wish.
        hurried = any(
            (viewer.playhead.hurrying or viewer.playhead.position >= self.head) and viewer.ready for viewer in awake
        )
        steps = frozenset(self.timeline.step_at(viewer.playhead.position) for viewer in awake)
        return SlicePlan(
            self._until,
            steps=steps,
            paces=tuple(sorted(paces, key=str)),
            every=1 / rate if hurried and len(self._developing) < AT_ONCE else None,
            rest=(TRAINING_A_FRAME + 1 - rate / MOST_FRAMES) * self._frame_cost,
            key_every=self.recording.key_every,
            have=frozenset(self.recording.frames.steps) if self.cursor.step < self.recorded else frozenset(),
        )

    def _affordable(self, rate: float) -> float:
        """So many frames a second, or as many as are cheap enough."""
        return min(rate, max(FEWEST_FRAMES, PICTURES / max(self._frame_cost, 1e-6)))

    def fill_plan(self, now: float, rate: float = MOST_FRAMES) -> SlicePlan | None:
        """Frames that were not made when training passed, and that a playhead now stands on or comes to."""
        if not self.built or self.error or len(self._developing) >= MOST_DEVELOPING:
            return None
        for viewer in self.viewers:
            if viewer.asleep(now):
                continue
            missing = viewer.missing(self, min(MADE_AGAIN, self._affordable(rate) / 2))
            if missing:
                return SlicePlan(missing[-1], steps=frozenset(missing))
        return None

    def construct(self, plan: SlicePlan) -> SliceResult:
        """One slice of building. Runs on the worker thread."""
        assert self._building is not None
        stretch = do_pieces(self._building, plan.seconds, self._clock)
        return SliceResult(built=stretch.results[0] if stretch.results else None, seconds=stretch.seconds)

    def advance(self, plan: SlicePlan) -> SliceResult:
        """One slice ahead. Runs on the worker thread."""
        return run_slice(self.cursor, plan, self._last)

    def go_back(self, step: int) -> Cursor:
        """The second cursor, at or before a step and as near as can be. Runs on the worker thread."""
        key = self.recording.keys.before(step)
        assert key is not None
        cursor, self._second_at = self._second, time.monotonic()
        if cursor is None:
            cursor = Cursor(self.spec, self.scene, self.cursor.device)
            cursor.step = -1
        if not key <= cursor.step <= step:
            cursor.load(cast(KeyState, self.recording.keys.get(key)))
        self._second = cursor
        return cursor

    def rest(self, now: float) -> None:
        """Let go of what can be made again: the second cursor, when nobody has looked back for a while; the memory that
        pictures are made in, when none is."""
        if now - self._second_at > GRACE:
            self._second = None
        if self.built and not self._developing and now - self._developed_at > GRACE:
            self.darkroom.stack.forget_passes()

    def fill(self, plan: SlicePlan) -> SliceResult:
        """One slice of what is missing behind the head. Runs on the worker thread."""
        first = min(plan.steps)
        cursor = self.go_back(first)
        if cursor.step == first:
            return SliceResult(negatives=[cursor.negative()])
        return run_slice(cursor, plan)

    def developing(self, negative: Negative) -> InPieces[Developed]:
        """The frame's messages, in pieces. Runs on the darkroom's thread."""
        frame = yield from self.darkroom.developing(negative)
        base, self._newest = self._newest, frame
        message = encode_frame(frame)
        if base is None:
            return Developed(message)
        difference = encode_difference(frame, base)
        return Developed(message, base.number, difference if len(difference) < len(message) else None)

    def add(self, progress: SliceResult, *, wanted: bool = False) -> None:
        """Put a slice into the recording; its negatives are then being developed."""
        if self._built is None:
            if progress.built is not None:
                self._set_built(progress.built)
            return
        for negative in progress.negatives:
            self._developing[negative.number] = wanted
        if wanted:  # behind the head everything else is known
            return
        for end in progress.epochs:
            self.recording.add_epoch(end.epoch, end.metrics, end.coefficients)
        for key in progress.keys:
            self.recording.add_key(key)
        self.recorded = max(self.recorded, progress.step)
        self.over = self.over or progress.over

    def add_frame(self, step: int, made: Developed | None, seconds: float = 0.0) -> None:
        """Put a developed frame into the recording, with what it cost; None for one that failed."""
        self._frame_cost, self._developed_at = seconds, time.monotonic()
        wanted = self._developing.pop(step, False)
        if made is None:
            return
        (self.recording.add_wanted_frame if wanted else self.recording.add_frame)(step, made.message)
        if made.difference is not None:
            self.recording.add_difference(step, made.base, made.difference)

    def lacks(self, step: int) -> bool:
        """Whether a step has no frame and none is being made."""
        return step not in self._developing and not self.recording.has_frame(step)
