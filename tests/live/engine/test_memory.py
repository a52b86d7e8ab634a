"""If these fail, a few large runs take the machine's memory, or keep the class out."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from tesla_core.live.cost import MOST_MODEL_BYTES, model_bytes
from tesla_core.live.engine import memory
from tesla_core.live.engine.memory import MOST_LARGE, SMALL, GiveBack, make_memory
from tesla_core.live.engine.run import Run
from tesla_core.live.spec import LiveSpec, default_panels
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.toys.task import ToyTask


def a_run(panels: int, seed: int, watched: bool) -> Run:
    spec = LiveSpec(ToyTask("spiral", samples=40), (ModelSpec(width=512),) * panels, seed=seed)
    run = Run(spec, now=float(seed))
    if watched:
        run.viewers.add(object())  # pyright: ignore
    return run


def test_the_runs_of_the_pages_are_small_and_the_largest_fits_in() -> None:
    assert model_bytes(LiveSpec(ToyTask("spiral"), default_panels())) <= SMALL
    assert MOST_MODEL_BYTES <= MOST_LARGE


def test_large_runs_share_a_part_of_the_memory_and_small_ones_never_wait_for_them() -> None:
    held = [a_run(12, seed, watched=True) for seed in range(3)]
    most = sum(run.model_bytes for run in held)
    assert make_memory(held, held[0].model_bytes, most) is None
    assert make_memory(held, SMALL, most) == []
    assert make_memory(held[:2], held[0].model_bytes, most) == []


def test_large_runs_that_nobody_watches_leave_the_oldest_first() -> None:
    watched, oldest, newer = a_run(12, 0, watched=True), a_run(12, 1, watched=False), a_run(12, 2, watched=False)
    small = Run(LiveSpec(ToyTask("spiral"), (ModelSpec(width=8),)), now=0.5)
    held = [newer, small, watched, oldest]
    most = 3 * watched.model_bytes
    assert make_memory(held, watched.model_bytes, most) == [oldest]
    assert make_memory(held, 2 * watched.model_bytes, most) == [oldest, newer]
    assert make_memory(held, 3 * watched.model_bytes, most) is None


def test_memory_goes_back_once_runs_are_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []
    monkeypatch.setattr(memory, "give_back_memory", lambda: given.append(time.monotonic()))

    async def story() -> None:
        back: Any = GiveBack(every=2.0)
        for held, now in ((10, 0.0), (20, 1.0), (20, 2.0)):
            back.look(held, now)
        assert not given
        back.look(5, 3.0)
        await asyncio.wait_for(back._task, 10.0)
        back.look(4, 4.0)  # too soon for another time
        await asyncio.sleep(0)
        back.look(4, 6.0)
        await asyncio.wait_for(back._task, 10.0)

    asyncio.run(story())
    assert len(given) == 2
