"""What a run has been: frames, curves and key states, in bounded memory. Where it is, it never changes."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from typing import Protocol, cast

import numpy as np
from numpy.typing import NDArray

from tesla_core.live.protocol import encode_curves

MOST_FRAME_BYTES = 12 << 20
MOST_KEY_BYTES = 24 << 20
FRAMES_SHARE = MOST_FRAME_BYTES / (MOST_FRAME_BYTES + MOST_KEY_BYTES)
CURVES_KEPT = 4
EXTRA_FRAMES = 8
DIFFERENCES_KEPT = 32  # of the newest frames, which playheads at the head are sent


class Key(Protocol):
    """A state that training can go on from."""

    @property
    def step(self) -> int: ...
    @property
    def nbytes(self) -> int: ...


class Shelf:
    """Items by step, in order."""

    def __init__(self) -> None:
        self.steps: list[int] = []
        self._items: dict[int, tuple[object, int]] = {}
        self.nbytes = 0

    def __len__(self) -> int:
        return len(self.steps)

    def __contains__(self, step: int) -> bool:
        return step in self._items

    def put(self, step: int, item: object, nbytes: int) -> None:
        if step not in self._items:
            insort(self.steps, step)
            self._items[step] = (item, nbytes)
            self.nbytes += nbytes

    def drop(self, step: int) -> None:
        self.nbytes -= self._items.pop(step)[1]
        del self.steps[bisect_left(self.steps, step)]

    def get(self, step: int) -> object:
        return self._items[step][0]

    def before(self, step: int) -> int | None:
        """The last step at or before."""
        place = bisect_right(self.steps, step)
        return self.steps[place - 1] if place else None

    def drop_closest(self) -> None:
        """Drop the item whose neighbours are closest to each other; the first and the last stay."""
        gaps = [after - before for before, after in zip(self.steps, self.steps[2:], strict=False)]
        self.drop(self.steps[1 + gaps.index(min(gaps))])

    def thin(self) -> None:
        """Drop every second item; the first and the last stay."""
        for step in self.steps[1:-1:2]:
            self.drop(step)


class Recording:
    """Frames and key states by step; the curves and coefficients of every complete epoch."""

    def __init__(
        self, key_every: int = 1, most_frame_bytes: int = MOST_FRAME_BYTES, most_key_bytes: int = MOST_KEY_BYTES
    ) -> None:
        self.frames = Shelf()
        self.keys = Shelf()
        self.history: list[NDArray[np.float32]] = []  # (N, 4) an epoch
        self.coefficients: list[NDArray[np.float32]] = []  # (F,) untrained, then an epoch each
        self.key_every = key_every  # epochs from one key state to the next
        self._most_frame_bytes, self._most_key_bytes = most_frame_bytes, most_key_bytes
        self.thinned = False
        self._extra: dict[int, bytes] = {}  # a few frames that were asked for by number after thinning
        self._curves: dict[tuple[int, int], bytes] = {}
        self._differences: dict[int, tuple[int, bytes]] = {}  # by frame: the one before it, and the message

    @property
    def nbytes(self) -> int:
        epochs = sum(row.nbytes for row in (*self.history[:1], *self.coefficients[:1])) * len(self.history)
        differences = sum(len(message) for _, message in self._differences.values())
        return self.frames.nbytes + self.keys.nbytes + epochs + differences

    def add_frame(self, step: int, message: bytes) -> None:
        """Keep a frame; past the limit, the one goes that stands closest between its neighbours."""
        self.frames.put(step, message, len(message))
        self._thin_frames()

    def add_wanted_frame(self, step: int, message: bytes) -> None:
        """Keep a frame that someone asked for by number, though it may have been thinned out."""
        if not self.thinned:
            self.add_frame(step, message)
            return
        self._extra[step] = message
        while len(self._extra) > EXTRA_FRAMES:
            self._extra.pop(next(iter(self._extra)))

    def add_difference(self, step: int, base: int, message: bytes) -> None:
        """Keep for a while what differs between two frames."""
        self._differences[step] = base, message
        if len(self._differences) > DIFFERENCES_KEPT:
            self._differences.pop(next(iter(self._differences)))

    def difference(self, step: int, base: int | None) -> bytes | None:
        """The message of a frame for one who has that other one; None where they need the whole of it."""
        own_base, message = self._differences.get(step, (None, None))
        return message if base is not None and base == own_base else None

    def has_frame(self, step: int) -> bool:
        return step in self.frames or step in self._extra

    def frame(self, step: int) -> tuple[int, bytes] | None:
        """The last frame at or before a step, with its number."""
        if step in self._extra:
            return step, self._extra[step]
        found = self.frames.before(step)
        return None if found is None else (found, cast(bytes, self.frames.get(found)))

    def add_epoch(self, epoch: int, metrics: NDArray[np.float32], coefficients: NDArray[np.float32]) -> None:
        """The epoch's results; one that is already there (trained again from a key state) is left alone."""
        if epoch == len(self.history) + 1:
            self.history.append(metrics)
            self.coefficients.append(coefficients)

    def add_key(self, key: Key) -> None:
        """Keep a key state; past the limit they stand twice as far apart."""
        self.keys.put(key.step, key, key.nbytes)
        self._thin_keys()

    def hold_within(self, most_bytes: float) -> None:
        """Keep no more than that from now on, nor more than a recording may have at all."""
        self._most_frame_bytes = min(MOST_FRAME_BYTES, int(FRAMES_SHARE * most_bytes))
        self._most_key_bytes = min(MOST_KEY_BYTES, int((1 - FRAMES_SHARE) * most_bytes))
        self._thin_frames()
        self._thin_keys()

    def _thin_frames(self) -> None:
        while self.frames.nbytes > self._most_frame_bytes and len(self.frames) > 2:
            self.frames.drop_closest()
            self.thinned = True

    def _thin_keys(self) -> None:
        while self.keys.nbytes > self._most_key_bytes and len(self.keys) > 2:
            self.key_every *= 2
            self.keys.thin()

    def curves(self, first: int, last: int | None = None) -> bytes:
        """The message with every epoch from number `first` to `last`, or to the newest; viewers who are level share
        its bytes."""
        span = (first, len(self.history) if last is None else last)
        if span not in self._curves:
            if len(self._curves) >= CURVES_KEPT:
                self._curves.pop(next(iter(self._curves)))
            self._curves[span] = encode_curves(first, np.stack(self.history[first - 1 : span[1]]))
        return self._curves[span]

    def shared_until(self, step: int, epoch: int) -> Recording:
        """A recording that begins as this one does, up to the end of an epoch. Its frames are the same bytes."""
        begun = Recording(self.key_every, self._most_frame_bytes, self._most_key_bytes)
        for shelf, own in ((self.frames, begun.frames), (self.keys, begun.keys)):
            for at in shelf.steps[: bisect_right(shelf.steps, step)]:
                own.put(at, *shelf._items[at])
        begun.history = self.history[:epoch]
        begun.coefficients = self.coefficients[: epoch + 1]
        return begun
