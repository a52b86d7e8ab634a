"""A recording packed into a page. If these fail, somebody's file does not play, or is too large for a mail."""

from __future__ import annotations

import json
import re
import struct
import zlib
from base64 import b64decode

import numpy as np
import pytest

from tesla_core.canvas.recorded import packed, recording_data
from tesla_core.canvas.recording_page import recording_page
from tesla_core.canvas.scene import scene_of
from tesla_core.live.client import RecordedRun
from tesla_core.live.protocol import RECORDED, Frame, encode_curves

PANELS, SIDE = 3, 8


def frame(epoch: int) -> Frame:
    generator = np.random.default_rng(epoch)
    grid = generator.integers(0, 256, (PANELS, 1, SIDE, SIDE), np.uint8)
    none = np.full(PANELS, -1)
    return Frame(4 * epoch, epoch, 0, 4, grid, np.zeros((PANELS, 4), np.float32), none, none > 0)


def run(epochs: int = 10, head: float = 10.0) -> RecordedRun:
    introduction = {"type": "run", "run": "abc", "kind": "plane", "epochs": 10, "edits": []}
    curves = encode_curves(1, np.zeros((epochs, PANELS, 4), np.float32))
    return RecordedRun(introduction, b"\4backdrop", curves, tuple(map(frame, range(epochs + 1))), head, head == 10)


def messages(content: bytes) -> list[bytes]:
    raw, found = zlib.decompress(content), []
    while raw:
        (length,) = struct.unpack_from("<I", raw)
        found.append(raw[4 : 4 + length])
        raw = raw[4 + length :]
    return found


def test_every_frame_is_in_it() -> None:
    """Pixels come back as they were, each frame from the one before it."""
    backdrop, curves, *frames = messages(packed(run()))
    assert (backdrop, curves[0]) == (b"\4backdrop", 2)
    assert len(frames) == 11
    before = np.zeros((PANELS, 1, SIDE, SIDE), np.uint8)
    for epoch, message in enumerate(frames):
        assert message[0] == RECORDED
        steps = np.frombuffer(message[24 + 24 * PANELS :], np.uint8).reshape(before.shape)
        before = before + np.cumsum(steps, axis=-1, dtype=np.uint8)
        assert (before == frame(epoch).grid).all()


@pytest.mark.parametrize("most", [2000, 1000])
def test_too_large_a_one_has_fewer_frames(most: int) -> None:
    """Never a broken file: the first and the last moment are always in it."""
    content = packed(run(100), most)
    frames = messages(content)[2:]
    numbers = [struct.unpack_from("<I", message, 4)[0] for message in frames]
    assert (numbers[0], numbers[-1]) == (0, 400)
    assert len(content) <= most or len(frames) == 2


def test_a_run_without_a_complete_epoch_can_be_kept() -> None:
    start = RecordedRun({"epochs": 10}, b"\4", b"", (frame(0),), 0.0, False)
    assert [message[0] for message in messages(packed(start))] == [4, RECORDED]


def test_the_file_is_whole_and_alone() -> None:
    """It names no server and loads nothing; its data are its own."""
    linked = scene_of("/boundaries")
    page = recording_page(run(), linked.spec, linked.around, linked.labels, 'A <b>"race"</b>', "en")
    assert not re.search(r"<(script|link|img|iframe|a)\b[^>]*\b(src|href)=", page)
    assert "default-src 'none'" in page
    assert "<h1>A &lt;b&gt;&quot;race&quot;&lt;/b&gt;</h1>" in page
    assert page.count("<script") == 2
    found = re.search(r'id="tesla-data">(.*?)</script>', page, re.DOTALL)
    assert found
    data = json.loads(found[1])
    assert b64decode(data["recording"]["packed"]) == packed(run())
    assert data["recording"]["head"] == 10
    assert data["drawing"] is None
    assert len(data["panels"]) == len(linked.labels)


def test_data_of_a_recording_say_how_far_it_goes() -> None:
    assert recording_data(run(4, 4.0))["head"] == 4.0
