"""A run that is held in a page: all its messages in one packed piece, which assets/live/session/recorded.js plays."""

from __future__ import annotations

import struct
import zlib
from base64 import b64encode
from collections.abc import Sequence
from typing import Any

from tesla_core.live.client import RecordedRun
from tesla_core.live.protocol import Frame, encode_recorded

MOST_PACKED = 2_000_000
"""Bytes of a packed recording; as base64 in a file with the canvas' code these are less than three million."""
_LENGTH = struct.Struct("<I")


def recording_data(run: RecordedRun, most: int = MOST_PACKED) -> dict[str, Any]:
    """What a page is told of a recording. packed: as base64. Where it would be too large, every second frame goes."""
    return {"run": run.introduction, "head": run.head, "packed": b64encode(packed(run, most)).decode()}


def packed(run: RecordedRun, most: int = MOST_PACKED) -> bytes:
    """The messages, each behind its length, compressed as a whole."""
    frames: Sequence[Frame] = run.frames
    while True:
        content = _packed(run, frames)
        if len(content) <= most or len(frames) <= 2:
            return content
        frames = [*frames[:-1:2], frames[-1]]


def _packed(run: RecordedRun, frames: Sequence[Frame]) -> bytes:
    stills = [message for message in (run.backdrop, run.curves) if message]
    moving = [encode_recorded(frame, base) for frame, base in zip(frames, (None, *frames), strict=False)]
    return zlib.compress(b"".join(_LENGTH.pack(len(part)) + part for part in (*stills, *moving)), 9)
