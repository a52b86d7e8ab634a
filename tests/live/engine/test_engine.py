"""If these fail, one viewer's buttons move another's picture, old runs pile up, or a full lab says nothing."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
import torch

from tesla_core.live.engine.engine import Capacity, Engine
from tesla_core.live.engine.run import Run
from tesla_core.live.engine.sharing.scheduler import EngineLimits
from tesla_core.live.engine.viewer import Viewer
from tesla_core.live.protocol import FRAME, decode_frame
from tesla_core.live.spec import LiveSpec
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.toys.task import ToyTask

SpecMaker = Callable[..., LiveSpec]
Story = Callable[["Lab"], Coroutine[Any, Any, None]]


class Person:
    """A viewer in the engine's own process; frames are acknowledged as they come, unless told otherwise."""

    def __init__(self, engine: Engine, acknowledges: bool = True) -> None:
        self.engine, self.acknowledges = engine, acknowledges
        self.frames: dict[int, bytes] = {}
        self.shown = -1
        self.state: dict[str, Any] = {}
        self.error = ""
        self.viewer = Viewer(self._take, time.monotonic())
        engine.viewers.add(self.viewer)

    def _take(self, message: bytes | str) -> bool:
        if isinstance(message, str):
            data = json.loads(message)
            self.state = data if data["type"] == "state" else self.state
            self.error = data["message"] if data["type"] == "error" else self.error
        elif message[0] == FRAME:
            self.shown = decode_frame(message).number
            self.frames[self.shown] = message
            if self.acknowledges:
                asyncio.get_running_loop().call_soon(self.press, "ack", self.shown)
        return True

    def watch(self, spec: LiveSpec, **fields: Any) -> Person:
        self.engine.watch(self.viewer, {"spec": spec.text, **fields})
        return self

    def press(self, kind: str, frame: int | None = None, **fields: Any) -> None:
        message = {"type": kind, **fields} if frame is None else {"type": kind, "frame": frame}
        self.engine.control(self.viewer, message)


class Lab:
    """The engine and those who watch."""

    def __init__(self, capacity: Capacity) -> None:
        self.engine = Engine(torch.device("cpu"), capacity)

    def person(self, **fields: Any) -> Person:
        return Person(self.engine, **fields)

    async def until(self, holds: Callable[[], Any], seconds: float = 30.0) -> None:
        deadline = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < deadline, "it did not happen"
            await asyncio.sleep(0.005)


def tell(story: Story, capacity: Capacity | None = None) -> None:
    """Run a story in a lab whose loops turn."""

    async def all_of_it() -> None:
        lab = Lab(capacity or Capacity())
        loops = [asyncio.create_task(loop) for loop in (lab.engine.train(), lab.engine.tick())]
        try:
            await story(lab)
        finally:
            for loop in loops:
                loop.cancel()
            await asyncio.gather(*loops, return_exceptions=True)

    asyncio.run(all_of_it())


def test_the_first_frame_is_there_before_play(make_spec: SpecMaker) -> None:
    async def story(lab: Lab) -> None:
        person = lab.person().watch(make_spec())
        await lab.until(lambda: person.shown == 0 and person.state.get("state") == "paused")
        await asyncio.sleep(0.2)
        assert set(person.frames) == {0}
        assert person.state["head"] == 0

    tell(story)


def test_playheads_are_their_owners_alone(make_spec: SpecMaker) -> None:
    async def story(lab: Lab) -> None:
        runner, reader = lab.person().watch(make_spec()), lab.person().watch(make_spec())
        assert runner.viewer.run is reader.viewer.run
        runner.press("play", speed=0)
        await lab.until(lambda: runner.state.get("state") == "finished")
        assert runner.shown == 80
        assert reader.shown == 0
        assert reader.state["state"] == "paused"
        reader.press("seek", epoch=7.0)
        await lab.until(lambda: reader.shown == 28)
        assert runner.shown == 80
        reader.press("reset")
        await lab.until(lambda: reader.shown == 0)

    tell(story)


def test_a_step_is_one_batch_or_one_epoch_also_in_the_past(make_spec: SpecMaker) -> None:
    async def story(lab: Lab) -> None:
        person = lab.person().watch(make_spec())
        await lab.until(lambda: person.shown == 0)
        for unit, number in (("batch", 1), ("batch", 2), ("epoch", 4), ("epoch", 8)):
            person.press("step", unit=unit)
            await lab.until(lambda number=number: person.shown == number)
        person.press("seek", epoch=1.0)
        await lab.until(lambda: person.shown == 4)
        person.press("step", unit="batch")
        await lab.until(lambda: person.shown == 5)
        assert person.viewer.run is not None
        assert person.viewer.run.recorded == 8

    tell(story)


def test_frames_are_the_same_however_they_came_about(make_spec: SpecMaker) -> None:
    """Trained at once, played slowly, or filled in afterwards from a key state: the same bytes."""

    async def story(lab: Lab) -> None:
        first = lab.person().watch(make_spec(epochs=6))
        first.press("play", speed=0)
        await lab.until(lambda: first.state.get("state") == "finished")
        second = lab.person().watch(make_spec(epochs=6))
        for epoch in (0, 1, 2, 3, 4, 5):
            second.press("seek", epoch=epoch)
            await lab.until(lambda epoch=epoch: second.shown == 4 * epoch)
        kept.append({**first.frames, **second.frames})

    kept: list[dict[int, bytes]] = []
    tell(story)

    async def slowly(lab: Lab) -> None:
        person = lab.person().watch(make_spec(epochs=6))
        lab.person().watch(make_spec(seed=5), playing=True, speed=0)
        await lab.until(lambda: person.shown == 0)  # as who presses Play has it before them
        person.press("play", speed=12.0)
        await lab.until(lambda: person.state.get("state") == "finished")
        kept.append(person.frames)

    tell(slowly)
    shared = kept[0].keys() & kept[1].keys()
    assert {0, 24} <= shared
    assert all(kept[0][step] == kept[1][step] for step in shared)


def test_a_branch_shares_its_parents_frames_and_goes_its_own_way(make_spec: SpecMaker) -> None:
    async def story(lab: Lab) -> None:
        spec = make_spec()
        parent = lab.person().watch(spec)
        parent.press("play", speed=0)
        await lab.until(lambda: parent.state.get("state") == "finished")
        branch = lab.person().watch(spec.branch(10, lr=0.5), epoch=10.0)
        await lab.until(lambda: branch.shown == 40)
        own, other = branch.viewer.run, parent.viewer.run
        assert own is not None
        assert other is not None
        shared = [step for step in other.recording.frames.steps if step <= 40]
        assert shared
        pairs = [(own.recording.frame(step), other.recording.frame(step)) for step in shared[:-1]]
        assert all(one is not None and two is not None and one[1] is two[1] for one, two in pairs)
        before = other.recording.frame(80)
        branch.press("play", speed=0)
        await lab.until(lambda: branch.state.get("state") == "finished")
        assert own.recording.frame(80) != before
        assert other.recording.frame(80) == before
        assert branch.state["end"] == 20

    tell(story)


def test_past_the_limit_a_viewer_sees_its_place_and_then_its_run(make_spec: SpecMaker) -> None:
    async def story(lab: Lab) -> None:
        busy = lab.person().watch(make_spec(epochs=5000), playing=True, speed=0)
        await lab.until(lambda: busy.shown > 0)
        waiting = lab.person().watch(make_spec(seed=1), playing=True, speed=0)
        await lab.until(lambda: waiting.state.get("state") == "queued")
        assert waiting.state["place"] == 1
        assert waiting.shown == 0, "the first frame is there while it waits"
        busy.press("pause")
        await lab.until(lambda: waiting.state.get("state") == "finished")

    tell(story, Capacity(limits=EngineLimits(training=1)))


def test_a_full_lab_queues_newcomers_until_somebody_leaves(make_spec: SpecMaker) -> None:
    async def story(lab: Lab) -> None:
        first, second = lab.person().watch(make_spec()), lab.person().watch(make_spec(seed=1))
        await lab.until(lambda: second.state.get("state") == "queued")
        assert second.state["place"] == 1
        lab.engine.leave(first.viewer)
        await lab.until(lambda: second.shown == 0)

    tell(story, Capacity(runs=1))


def test_unwatched_runs_stop_and_are_forgotten(make_spec: SpecMaker) -> None:
    async def story(lab: Lab) -> None:
        person = lab.person().watch(make_spec())
        await lab.until(lambda: person.shown == 0)
        lab.engine.leave(person.viewer)
        assert lab.engine.runs
        await lab.until(lambda: not lab.engine.runs)

    tell(story, Capacity(expiry=0.2))


def test_one_who_does_not_paint_is_not_trained_for(make_spec: SpecMaker, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hidden tab: two frames under way, no acknowledgement, and nobody else watches."""
    monkeypatch.setattr("tesla_core.live.engine.viewer.SLEEPS_AFTER", 0.2)

    async def story(lab: Lab) -> None:
        hidden = lab.person(acknowledges=False).watch(make_spec(epochs=5000), playing=True, speed=0)
        await lab.until(lambda: len(hidden.frames) == 2)
        await asyncio.sleep(0.5)
        run = hidden.viewer.run
        assert run is not None
        before = run.recorded
        await asyncio.sleep(0.3)
        assert run.recorded - before <= 4
        assert len(hidden.frames) == 2
        hidden.acknowledges = True
        hidden.press("ack", frame=hidden.shown)
        await lab.until(lambda: len(hidden.frames) > 3)

    tell(story)


@pytest.mark.parametrize("frame", [False, True, 0.0, "0", None, -1])
def test_an_acknowledgement_of_no_frame_is_nobodys(make_spec: SpecMaker, frame: object) -> None:
    """Frame 0 is under way, and to Python False is 0: that ended the connection."""

    async def story(lab: Lab) -> None:
        person = lab.person(acknowledges=False).watch(make_spec())
        await lab.until(lambda: person.shown == 0)
        lab.engine.control(person.viewer, {"type": "ack", "frame": frame})
        assert person.viewer._under_way == [0]
        person.press("ack", 0)
        assert person.viewer._under_way == []

    tell(story)


def test_six_runs_advance_alike(make_spec: SpecMaker) -> None:
    async def story(lab: Lab) -> None:
        people = [lab.person().watch(make_spec(seed=seed, epochs=5000), playing=True, speed=0) for seed in range(6)]
        runs = [person.viewer.run for person in people]
        # Building is charged, so that the first may wait for the others; from then on each makes tens of steps a turn.
        await lab.until(lambda: all(run is not None and run.recorded > 300 for run in runs))
        before = [run.recorded for run in runs if run is not None]
        await lab.until(lambda: sum(run.recorded for run in runs if run is not None) > sum(before) + 3000)
        steps = sorted(run.recorded - was for run, was in zip(runs, before, strict=True) if run is not None)
        assert steps[0] >= 0.5 * steps[3], steps

    tell(story, Capacity(limits=EngineLimits(training=10)))


def test_recordings_of_all_runs_together_are_bounded(make_spec: SpecMaker) -> None:
    async def story(lab: Lab) -> None:
        for seed in range(4):
            person = lab.person().watch(make_spec(seed=seed, epochs=8), playing=True, speed=0)
            await lab.until(lambda person=person: person.state.get("state") == "finished")
            lab.engine.leave(person.viewer)
        await lab.until(lambda: sum(run.nbytes for run in lab.engine.runs.values()) <= 40_000)
        assert 0 < len(lab.engine.runs) < 4

    tell(story, Capacity(recording_bytes=40_000))


def test_watched_recordings_share_the_memory_and_none_is_lost(make_spec: SpecMaker) -> None:
    """Thirty people in one class: memory stays where it is, and everyone can still scrub to the start."""
    most = 60_000

    async def story(lab: Lab) -> None:
        people = [lab.person().watch(make_spec(seed=seed, epochs=20), playing=True, speed=0) for seed in range(3)]
        await lab.until(lambda: all(person.state.get("state") == "finished" for person in people))
        await lab.until(lambda: all(_kept(run) <= max(most / 3, _least(run)) for run in lab.engine.runs.values()))
        assert len(lab.engine.runs) == 3
        assert all(run.recording.frames.steps[0] == 0 for run in lab.engine.runs.values())

    tell(story, Capacity(recording_bytes=most, limits=EngineLimits(training=10)))


def _kept(run: Run) -> int:
    """Bytes of frames and key states."""
    return run.recording.frames.nbytes + run.recording.keys.nbytes


def _least(run: Run) -> int:
    """What even the smallest recording keeps: the first and the last frame and key state."""
    return sum(shelf.nbytes // len(shelf) * 2 for shelf in (run.recording.frames, run.recording.keys))


def test_what_breaks_for_one_viewer_is_that_viewers_alone(
    make_spec: SpecMaker, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever a message has led to: the loops turn on, and the log has it once."""

    async def story(lab: Lab) -> None:
        others = [lab.person().watch(make_spec(seed=seed, epochs=2000)) for seed in (1, 2)]
        for other in others:
            other.press("play", speed=0)
        for broken in ("tick", "pump"):
            unlucky = lab.person().watch(make_spec(seed=1, epochs=2000))
            monkeypatch.setattr(unlucky.viewer, broken, _break)
            await lab.until(lambda unlucky=unlucky: unlucky.viewer not in lab.engine.viewers)
            assert unlucky.viewer.run is None
            assert "reload" in unlucky.error
        heads = [other.state["head"] for other in others]
        await lab.until(lambda: all(o.state["head"] > head for o, head in zip(others, heads, strict=True)))
        assert len([record for record in caplog.records if "others go on" in record.message]) == 2

    tell(story)


@pytest.mark.parametrize("broken", ["head_plan", "fill_plan", "advance", "add", "developing"])
def test_a_run_that_breaks_ends_alone(make_spec: SpecMaker, monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    async def story(lab: Lab) -> None:
        lucky, unlucky = (lab.person().watch(make_spec(seed=seed, epochs=2000)) for seed in (1, 2))
        await lab.until(lambda: lucky.shown == 0 and unlucky.shown == 0)
        assert unlucky.viewer.run is not None
        monkeypatch.setattr(unlucky.viewer.run, broken, _break)
        for person in (lucky, unlucky):
            person.press("play", speed=0)
        await lab.until(lambda: unlucky.state["state"] == "error" and "RuntimeError" in unlucky.state["message"])
        head = lucky.state["head"]
        await lab.until(lambda: lucky.state["head"] > head + 2)

    tell(story)


def test_nobody_waits_while_a_large_run_is_built(make_spec: SpecMaker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its building goes in slices, between which the others train and their pictures are made."""

    async def story(lab: Lab) -> None:
        person = lab.person().watch(make_spec(epochs=5000))
        person.press("play", speed=0)
        await lab.until(lambda: person.shown > 0)
        assert person.viewer.run is not None
        slices: list[int] = []
        add = person.viewer.run.add
        monkeypatch.setattr(person.viewer.run, "add", lambda *given, **named: (slices.append(1), add(*given, **named)))
        large = LiveSpec(ToyTask("spiral"), (ModelSpec(width=256, depth=3),) * 8)
        other = lab.person().watch(large)
        await lab.until(lambda: other.viewer.run is not None and other.viewer.run.built)
        assert len(slices) >= 2  # at least one turn between two pieces; a quick machine needs few pieces

    tell(story)


def _break(*_: object, **__: object) -> None:
    raise RuntimeError("on purpose")
