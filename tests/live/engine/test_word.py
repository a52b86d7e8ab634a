"""The engine says when it trains for somebody, and keeps to its part of a GPU: else jobs starve a class."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest
import torch

from tesla_core.live import process
from tesla_core.live.engine.engine import Capacity, Engine
from tesla_core.live.engine.viewer import Viewer
from tesla_core.live.spec import LiveSpec


def test_training_leaves_word_and_playing_a_recording_does_not(make_spec: Callable[..., LiveSpec]) -> None:
    """A class that looks at what is recorded already holds no job up."""
    words: list[float] = []

    async def story() -> None:
        engine = Engine(torch.device("cpu"), Capacity(), lambda: words.append(time.monotonic()))
        loops = [asyncio.create_task(loop) for loop in (engine.train(), engine.tick())]
        viewer = Viewer(lambda _message: True, time.monotonic())
        engine.viewers.add(viewer)
        engine.watch(viewer, {"spec": make_spec(epochs=4, batch=20).text, "playing": True, "speed": 0})
        await until(lambda: viewer.run is not None and viewer.run.over and engine.admission.training == 0)
        assert words, "it trained"
        before = -1
        for _ in range(20):  # a replay may show a moment that nobody has seen yet; the run has eight of them
            before = len(words)
            engine.control(viewer, {"type": "seek", "epoch": 0})
            engine.control(viewer, {"type": "play", "speed": 20})
            await until(lambda: viewer.playhead.position > 3.0)
            engine.control(viewer, {"type": "pause"})
            await until(lambda: time.monotonic() - words[-1] > 0.3)
            if len(words) == before:
                break
        assert len(words) == before, "it only played"
        for loop in loops:
            loop.cancel()
        await asyncio.gather(*loops, return_exceptions=True)

    asyncio.run(story())


async def until(holds: Callable[[], Any], seconds: float = 30.0) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it did not happen"
        await asyncio.sleep(0.005)


@pytest.mark.parametrize(("given", "part"), [("", 0.5), ("0.8", 0.8), ("7", 1.0), ("much", 0.5)])
def test_on_a_gpu_the_engine_keeps_to_its_part(monkeypatch: pytest.MonkeyPatch, given: str, part: float) -> None:
    """Jobs on the same GPU have the rest."""
    asked: list[tuple[float, str]] = []
    monkeypatch.setenv("TESLA_LAB_ENGINE_MEMORY", given)
    note = lambda *fields: asked.append((fields[0], str(fields[1])))  # noqa: E731
    monkeypatch.setattr(torch.cuda, "set_per_process_memory_fraction", note)
    process.cap_memory(torch.device("cpu"))
    process.cap_memory(torch.device("cuda:0"))
    assert asked == [(part, "cuda:0")]
