"""If these fail, the page paints wrong pixels or wrong numbers, or one torn message brings it down."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from tesla_core.errors import TeslaError
from tesla_core.live.protocol import (
    Frame,
    decode_curves,
    decode_frame,
    decode_points,
    encode_curves,
    encode_frame,
    encode_points,
    frame_position,
)
from tesla_core.problems.picture import Points

grids = arrays.arrays(np.uint8, st.tuples(*[st.integers(1, n) for n in (3, 2, 5, 6)]))


def frame_of(grid: np.ndarray, number: int = 7) -> Frame:
    panels = len(grid)
    metrics = (np.arange(panels * 4).reshape(panels, 4) / 8).astype(np.float32)
    diverged = np.where(np.arange(panels) % 2, 5, -1)
    return Frame(number, 3, 1, 4, grid, metrics, diverged, np.arange(panels) == 2)


@settings(max_examples=30, deadline=None)
@given(grids, st.integers(0, 2**32 - 1))
def test_a_frame_comes_back_as_it_was(grid: np.ndarray, number: int) -> None:
    frame = frame_of(grid, number)
    message = encode_frame(frame)
    back = decode_frame(message)
    assert back.number == number
    assert back.position == 3.25
    np.testing.assert_array_equal(back.grid, grid)
    np.testing.assert_array_equal(back.metrics, frame.metrics)
    np.testing.assert_array_equal(back.diverged, frame.diverged)
    np.testing.assert_array_equal(back.spiked, frame.spiked)
    np.testing.assert_array_equal(back.test_accuracy, frame.metrics[:, 3])
    assert frame_position(message) == (number, 3.25)


def test_the_layout_is_the_one_the_canvas_reads() -> None:
    """Byte offsets that assets/live reads by hand."""
    grid = np.array([[[[10, 12, 255]]], [[[0, 0, 1]]], [[[3, 3, 3]]]], np.uint8)
    message = encode_frame(frame_of(grid))
    assert struct.unpack_from("<BBBBIIHHHHHH", message) == (1, 1, 1, 0, 7, 3, 1, 4, 3, 1, 3, 0)
    assert struct.unpack_from("<4fB3xI", message, 24 + 24) == (0.5, 0.625, 0.75, 0.875, 1, 5)
    assert struct.unpack_from("<4fB3xI", message, 24 + 48) == (1.0, 1.125, 1.25, 1.375, 2, 0)
    assert zlib.decompress(message[24 + 72 :]) == bytes([10, 2, 243, 0, 0, 1, 3, 0, 0])


@settings(max_examples=30, deadline=None)
@given(st.binary(max_size=300))
def test_noise_is_no_frame(noise: bytes) -> None:
    with pytest.raises(TeslaError):
        decode_frame(noise)


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_a_torn_frame_is_refused(data: st.DataObject) -> None:
    message = encode_frame(frame_of(data.draw(grids)))
    with pytest.raises(TeslaError):
        decode_frame(message[: data.draw(st.integers(0, len(message) - 1))])


def test_curves_and_points_come_back() -> None:
    history = np.random.default_rng(0).random((3, 2, 4), dtype=np.float32)
    first, back = decode_curves(encode_curves(41, history))
    assert first == 41
    np.testing.assert_array_equal(back, history)
    points = Points(3, np.array([[0, 1], [2, 3]], np.float32), np.array([0, 2], np.uint8), np.array([0, 2], np.uint8))
    again = decode_points(encode_points(points))
    assert again.classes == 3
    np.testing.assert_array_equal(again.x, points.x)
    np.testing.assert_array_equal(again.labels, points.labels)
    np.testing.assert_array_equal(again.splits, points.splits)
