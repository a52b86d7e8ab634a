"""The binary messages of a live run: frames, curves, points and the truth. Little-endian; the first byte says which.

A frame is encoded once and its bytes go to every viewer, so nothing in it depends on who watches or when. Whoever was
sent the frame that was made before it gets the difference between the two, where that has fewer bytes.
"""

from __future__ import annotations

import math
import struct
import zlib
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesla_core.errors import TeslaError
from tesla_core.problems.picture import CLASSES, METRICS, Backdrop, Pictures, Points, Truth

FRAME, CURVES, POINTS, TRUTH, DIFFERENCE, RECORDED = 1, 2, 3, 4, 5, 6
FRAMES = frozenset({FRAME, DIFFERENCE})
VERSION = 1
COMPRESSION = 1  # smooth pictures shrink to a half either way; higher levels cost more than they save

_FRAME_HEAD = struct.Struct("<BBBBIIHHHHH2x")
_BASE = struct.Struct("<I")  # after a difference's head: the number of the frame that it is a difference to
_CURVES_HEAD = struct.Struct("<BBHII")
_POINTS_HEAD = struct.Struct("<BBHI")
_TRUTH_HEAD = struct.Struct("<BBBBHH")
_PANEL = np.dtype([("metrics", "<f4", 4), ("status", "u1"), ("_", "u1", 3), ("diverged", "<u4")])
_DIVERGED, _SPIKED = 1, 2  # a panel's status; 0 is neither


@dataclass(frozen=True, eq=False)
class Frame:
    """A run at one moment.

    number: batches trained. epoch: complete epochs; batch of batches: where the running one stands. grid: (N, planes,
    rows, columns), row 0 on top; pixels says what it is. Of classes: the probability of class 1 × 255, or for more
    classes the class and the confidence × 255. metrics: (N, 4) as the kind's measures, for classes METRICS. diverged:
    (N,), the epoch since which a panel's numbers are not finite, or -1. spiked: (N,), whether its loss is finite and
    beyond what the kind calls exploded.
    """

    number: int
    epoch: int
    batch: int
    batches: int
    grid: Pictures
    metrics: NDArray[np.float32]
    diverged: NDArray[np.int64]
    spiked: NDArray[np.bool_]
    pixels: int = CLASSES

    @property
    def position(self) -> float:
        """Epochs trained, as a fraction."""
        return self.epoch + self.batch / self.batches

    def __getattr__(self, name: str) -> Any:
        """train_loss, train_accuracy, test_loss, test_accuracy of classes: (N,) each."""
        if name in METRICS:
            return self.metrics[:, METRICS.index(name)]
        raise AttributeError(name)


def encode_frame(frame: Frame) -> bytes:
    """The frame's message."""
    return b"".join((_head(frame, FRAME), _table(frame), _deflate(frame.grid)))


def encode_difference(frame: Frame, base: Frame) -> bytes:
    """The frame's message for one who has another frame of the same run: pixels less that one's, modulo 256."""
    changes = frame.grid - base.grid
    return b"".join((_head(frame, DIFFERENCE), _BASE.pack(base.number), _table(frame), _deflate(changes)))


def _head(frame: Frame, kind: int) -> bytes:
    panels, planes, rows, columns = frame.grid.shape
    return _FRAME_HEAD.pack(
        kind,
        VERSION,
        planes,
        frame.pixels,
        frame.number,
        frame.epoch,
        frame.batch,
        frame.batches,
        panels,
        rows,
        columns,
    )


def _table(frame: Frame) -> bytes:
    table = np.zeros(len(frame.grid), _PANEL)
    table["metrics"] = frame.metrics
    table["status"] = np.where(frame.diverged >= 0, _DIVERGED, np.where(frame.spiked, _SPIKED, 0))
    table["diverged"] = np.maximum(frame.diverged, 0)
    return table.tobytes()


def _deflate(grid: Pictures) -> bytes:
    """Compressed rows."""
    return zlib.compress(_steps(grid), COMPRESSION)


def _steps(grid: Pictures) -> bytes:
    """Rows as their first byte and the differences to the left neighbour modulo 256."""
    return np.diff(grid, axis=-1, prepend=np.uint8(0)).tobytes()


def _inflate(data: bytes, shape: tuple[int, ...]) -> Pictures:
    """The grid of that shape; never more bytes than it has, and none of a message that breaks off."""
    stream = zlib.decompressobj()
    steps = np.frombuffer(stream.decompress(data, math.prod(shape) + 1), np.uint8)
    if not stream.eof:
        raise ValueError("its picture does not end where it should")
    return np.cumsum(steps.reshape(shape), axis=-1, dtype=np.uint8)


def decode_frame(message: bytes) -> Frame:
    """The frame of a message; anything else is a TeslaError."""
    try:
        kind, version, planes, pixels, number, epoch, batch, batches, *sizes = _FRAME_HEAD.unpack_from(message)
        panels, rows, columns = sizes
        if (kind, version) != (FRAME, VERSION):
            raise ValueError(f"kind {kind}, version {version}")
        table = np.frombuffer(message, _PANEL, panels, _FRAME_HEAD.size)
        grid = _inflate(message[_FRAME_HEAD.size + table.nbytes :], (panels, planes, rows, columns))
    except (struct.error, ValueError, zlib.error) as broken:
        raise TeslaError(f"Not a frame: {broken}.") from None
    diverged = np.where(table["status"] == _DIVERGED, table["diverged"].astype(np.int64), -1)
    spiked = table["status"] == _SPIKED
    return Frame(number, epoch, batch, batches, grid, table["metrics"].copy(), diverged, spiked, pixels)


def encode_recorded(frame: Frame, base: Frame | None) -> bytes:
    """A frame in a recording that is compressed as a whole: not by itself, and less the frame before it. Where little
    changes from frame to frame that is next to nothing."""
    changes = frame.grid if base is None else frame.grid - base.grid
    return b"".join((_head(frame, RECORDED), _table(frame), _steps(changes)))


def frame_position(message: bytes) -> tuple[int, float]:
    """Number and position of a frame, or of a difference to one, from its first 16 bytes."""
    _, _, _, _, number, epoch, batch, batches, *_ = _FRAME_HEAD.unpack_from(message)
    return number, epoch + batch / batches


def encode_curves(first: int, history: NDArray[np.float32]) -> bytes:
    """history: (epochs, N, 4) from epoch number `first` on, in the order of the kind's measures."""
    epochs, panels, _ = history.shape
    return _CURVES_HEAD.pack(CURVES, VERSION, panels, first, epochs) + history.astype("<f4").tobytes()


def decode_curves(message: bytes) -> tuple[int, NDArray[np.float32]]:
    """The first epoch's number and (epochs, N, 4)."""
    kind, _, panels, first, epochs = _CURVES_HEAD.unpack_from(message)
    if kind != CURVES:
        raise TeslaError(f"Not curves: kind {kind}.")
    values = np.frombuffer(message, "<f4", epochs * panels * 4, _CURVES_HEAD.size)
    return first, values.reshape(epochs, panels, 4).copy()


def encode_points(points: Points) -> bytes:
    """The points' message."""
    head = _POINTS_HEAD.pack(POINTS, VERSION, points.classes, len(points.x))
    return b"".join((head, points.x.astype("<f4").tobytes(), points.labels.tobytes(), points.splits.tobytes()))


def decode_points(message: bytes) -> Points:
    """The points of a message."""
    kind, _, classes, count = _POINTS_HEAD.unpack_from(message)
    if kind != POINTS:
        raise TeslaError(f"Not points: kind {kind}.")
    place = _POINTS_HEAD.size
    x = np.frombuffer(message, "<f4", 2 * count, place).reshape(count, 2)
    labels, splits = np.frombuffer(message, np.uint8, 2 * count, place + 8 * count).reshape(2, count)
    return Points(classes, x.copy(), labels.copy(), splits.copy())


def encode_backdrop(backdrop: Backdrop) -> bytes:
    """The message of either."""
    if isinstance(backdrop, Points):
        return encode_points(backdrop)
    head = _TRUTH_HEAD.pack(TRUTH, VERSION, len(backdrop.grid), backdrop.pixels, *backdrop.grid.shape[1:])
    return head + _deflate(backdrop.grid)


def decode_truth(message: bytes) -> Truth:
    """The truth of a message."""
    kind, _, planes, pixels, rows, columns = _TRUTH_HEAD.unpack_from(message)
    if kind != TRUTH:
        raise TeslaError(f"Not a truth: kind {kind}.")
    return Truth(pixels, _inflate(message[_TRUTH_HEAD.size :], (planes, rows, columns)))
