"""If these fail, a long run fills the memory, or a scrub leads to nowhere."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_core.live.engine.recording import Recording
from tesla_core.live.protocol import decode_curves


@dataclass(frozen=True)
class Key:
    step: int
    nbytes: int = 100


@settings(max_examples=50, deadline=None)
@given(st.integers(1, 400), st.integers(10, 200))
def test_memory_is_bounded_and_start_and_end_stay(frames: int, size: int) -> None:
    recording = Recording(most_frame_bytes=2_000, most_key_bytes=1_000)
    for step in range(frames):
        recording.add_frame(step, bytes(size))
        if step % recording.key_every == 0:
            recording.add_key(Key(step))
    assert recording.frames.nbytes <= 2_000
    assert recording.keys.nbytes <= 1_000
    assert recording.frames.steps[0] == 0
    assert recording.frames.steps[-1] == frames - 1
    assert recording.keys.steps[0] == 0


def test_old_frames_thin_out_evenly() -> None:
    recording = Recording(most_frame_bytes=6_400)
    for step in range(1_000):
        recording.add_frame(step, bytes(100))
    gaps = np.diff(recording.frames.steps)
    assert len(recording.frames) >= 30
    assert gaps.max() <= 4 * np.median(gaps)


def test_a_scrub_finds_the_frame_at_or_before() -> None:
    recording = Recording()
    for step in (0, 7, 14):
        recording.add_frame(step, bytes([step]))
    found = [recording.frame(step) for step in (0, 6, 7, 13, 99)]
    assert found == [(0, b"\0"), (0, b"\0"), (7, b"\7"), (7, b"\7"), (14, b"\x0e")]


def test_a_frame_asked_for_by_number_is_there_though_thinned() -> None:
    recording = Recording(most_frame_bytes=300)
    for step in range(10):
        recording.add_frame(step, bytes(100))
    recording.add_wanted_frame(5, b"five")
    assert recording.frame(5) == (5, b"five")
    assert recording.frames.nbytes <= 300


def test_a_branch_begins_with_the_same_bytes_and_leaves_the_parent_alone() -> None:
    parent = Recording()
    for epoch in range(1, 6):
        parent.add_frame(epoch * 4, bytes([epoch]))
        parent.add_epoch(epoch, np.full((1, 4), epoch, np.float32), np.zeros(0, np.float32))
    branch = parent.shared_until(12, 3)
    assert branch.frames.steps == [4, 8, 12]
    ours, theirs = branch.frame(12), parent.frame(12)
    assert ours is not None
    assert theirs is not None
    assert ours[1] is theirs[1]
    branch.add_epoch(4, np.full((1, 4), 99, np.float32), np.zeros(0, np.float32))
    assert parent.history[3][0, 0] == 4
    assert branch.history[3][0, 0] == 99


def test_curves_of_viewers_who_are_level_are_one_message() -> None:
    recording = Recording()
    for epoch in range(1, 4):
        recording.add_epoch(epoch, np.full((2, 4), epoch, np.float32), np.zeros(0, np.float32))
    assert recording.curves(2) is recording.curves(2)
    first, values = decode_curves(recording.curves(2))
    assert first == 2
    assert values[:, 0, 0].tolist() == [2.0, 3.0]
