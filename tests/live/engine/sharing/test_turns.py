"""If these fail, the thread that trains waits between turns, or goes on with what is over."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace

import torch

from tesla_core.live.engine.engine import Capacity, Engine
from tesla_core.live.engine.sharing.turns import AHEAD, BUILD, Turn
from tesla_core.live.engine.viewer import Viewer
from tesla_core.live.spec import LiveSpec, Stop

SpecMaker = Callable[..., LiveSpec]


def lab_with(*specs: LiveSpec) -> Engine:
    """An engine whose loops don't turn, and one who plays each spec at full speed."""
    engine = Engine(torch.device("cpu"), Capacity())
    for number, spec in enumerate(specs):
        viewer = Viewer(lambda _: True, time.monotonic())
        engine.viewers.add(viewer)
        who = {"viewer": f"v{number}", "address": f"a{number}"}
        engine.watch(viewer, {"spec": spec.text, "playing": True, "speed": 0, **who})
    return engine


def begun(engine: Engine, under_way: list[Turn]) -> Turn:
    choice = engine._turns.choose(under_way, time.monotonic())
    assert choice is not None
    return Turn(choice, asyncio.get_running_loop().create_future())


def build(engine: Engine) -> None:
    for run in engine.runs.values():
        while not run.built:
            plan = run.build_plan(time.monotonic())
            assert plan is not None
            run.add(run.construct(plan))


def test_while_one_run_is_at_its_turn_the_next_is_chosen(make_spec: SpecMaker) -> None:
    async def story() -> None:
        engine = lab_with(make_spec(seed=1), make_spec(seed=2))
        first = begun(engine, [])
        second = begun(engine, [first])
        assert {first.choice.purpose, second.choice.purpose} == {BUILD}
        assert first.choice.run is not second.choice.run
        assert engine._turns.choose([first, second], time.monotonic()) is None, "building goes on after its piece"
        build(engine)
        turns = [begun(engine, [])]
        turns.append(begun(engine, turns))
        assert [turn.choice.purpose for turn in turns] == [AHEAD, AHEAD]
        assert turns[0].choice.run is not turns[1].choice.run, "a turn counts from the moment it is chosen"

    asyncio.run(story())


def test_one_alone_trains_without_a_pause_and_its_frames_keep_their_distance(make_spec: SpecMaker) -> None:
    """The second turn is planned before the first is over; the frame that was due is still taken once."""

    async def story() -> None:
        engine = lab_with(make_spec(epochs=5000))
        build(engine)
        turns = [begun(engine, [])]
        turns.append(begun(engine, turns))
        plans = [replace(turn.choice.plan, every=1000.0) for turn in turns]  # seconds, on any machine
        made = [turn.choice.work(plan) for turn, plan in zip(turns, plans, strict=True)]
        run = turns[0].choice.run
        assert [len(progress.negatives) for progress in made] == [1, 0]
        for progress in made:
            run.add(progress)
            assert run.recorded == progress.step

    asyncio.run(story())


def test_a_turn_that_was_chosen_before_the_end_trains_nothing_beyond_it(make_spec: SpecMaker) -> None:
    async def story() -> None:
        engine = lab_with(make_spec(epochs=50, stop=Stop(accuracy=0.5, epochs=1)))
        build(engine)
        turns = [begun(engine, [])]
        turns.append(begun(engine, turns))
        run = turns[0].choice.run
        for turn in turns:
            run.add(turn.choice.work(turn.choice.plan))
        assert run.over
        assert run.head == len(run.recording.history) == 1

    asyncio.run(story())
