"""If these fail, one slow phone holds up a class, or a hundred followers cost a hundred trainings' worth of bytes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import numpy as np

from tesla_core.classroom.broadcast import UNDER_WAY, Broadcast
from tesla_core.live.line import EngineLine
from tesla_core.live.protocol import DIFFERENCE, FRAME, Frame, encode_curves, encode_frame, frame_position
from tesla_core.live.service import LiveService
from tesla_core.visits.visit import Visit


class Phone:
    """A screen that keeps what it is told."""

    visit, watching, reached, language = Visit("phone", "here"), None, 0.0, "en"

    def __init__(self) -> None:
        self.told: list[str | bytes] = []

    def tell(self, message: str | bytes) -> None:
        self.told.append(message)

    def turn(self, message: dict[str, Any] | None) -> None: ...

    def hold(self, until: float | None) -> None: ...

    def frames(self, kind: int = FRAME) -> list[int]:
        return [frame_position(one)[0] for one in self.told if isinstance(one, bytes) and one[0] == kind]


def frame(number: int) -> bytes:
    grid = np.random.default_rng(0).integers(0, 200, (2, 1, 24, 24), np.uint8)
    grid[:, :, number % 24] += 1
    none = np.zeros(2, np.int64) - 1
    return encode_frame(Frame(number, number, 0, 4, grid, np.zeros((2, 4), np.float32), none, np.zeros(2, np.bool_)))


def in_a_class(story: Callable[[Broadcast], Any], monkeypatch: Any) -> list[dict[str, Any]]:
    """Tell a story of a broadcast whose engine only hears; what it heard."""
    heard: list[dict[str, Any]] = []
    monkeypatch.setattr(EngineLine, "post", lambda line, message: heard.append(message))
    monkeypatch.setattr("tesla_core.classroom.broadcast.MOST", 1e9)
    monkeypatch.setattr("tesla_core.classroom.broadcast.SENT_A_SECOND", 1e9)

    async def all_of_it() -> None:
        await story(Broadcast(LiveService("tests"), Visit("class ABCD", "class ABCD"), "{}", {}))

    asyncio.run(all_of_it())
    return heard


def test_a_phone_that_is_slow_skips_frames_and_holds_nobody_up(monkeypatch: Any) -> None:
    quick, slow = Phone(), Phone()

    async def story(stage: Broadcast) -> None:
        stage.attach(quick, differences=False)
        stage.attach(slow, differences=False)
        for number in range(10):
            await stage.hear_bytes(frame(number))
            await asyncio.sleep(0)
            stage.acknowledge(quick, number)
        assert slow.frames() == list(range(UNDER_WAY))
        stage.acknowledge(slow, UNDER_WAY - 1)
        await asyncio.sleep(0.01)
        for forged in (77, None, "1", True, [2]):
            stage.acknowledge(slow, forged)

    heard = in_a_class(story, monkeypatch)
    assert quick.frames() == list(range(10))
    assert slow.frames() == [*range(UNDER_WAY), 9]  # the newest one wins
    assert [message["frame"] for message in heard if message["type"] == "ack"] == list(range(10))


def test_a_hundred_phones_share_the_bytes_of_each_frame(monkeypatch: Any) -> None:
    phones = [Phone() for _ in range(100)]

    async def story(stage: Broadcast) -> None:
        for phone in phones:
            stage.attach(phone, differences=True)
        for number in range(6):
            await stage.hear_bytes(frame(number))
            await asyncio.sleep(0.005)
            for phone in phones:
                stage.acknowledge(phone, number)

    in_a_class(story, monkeypatch)
    for phone in phones:
        assert [id(message) for message in phone.told] == [id(message) for message in phones[0].told]
    assert phones[0].frames(DIFFERENCE) == [2, 3, 4, 5]  # what changed, where that is less


def test_who_comes_late_is_told_everything_once(monkeypatch: Any) -> None:
    late = Phone()

    async def story(stage: Broadcast) -> None:
        await stage.hear_text('{"type": "run", "run": "one"}')
        await stage.hear_bytes(b"\3points")
        await stage.hear_bytes(encode_curves(1, np.zeros((4, 2, 4), np.float32)))
        await stage.hear_bytes(encode_curves(5, np.zeros((2, 2, 4), np.float32)))
        await stage.hear_text('{"type": "state", "state": "paused", "viewers": 1}')
        await stage.hear_bytes(frame(7))
        stage.attach(late, differences=True)

    in_a_class(story, monkeypatch)
    assert late.told == [
        '{"type": "run", "run": "one"}',
        b"\3points",
        encode_curves(1, np.zeros((6, 2, 4), np.float32)),
        '{"type": "state", "state": "paused", "viewers": 1}',
        frame(7),
    ]
