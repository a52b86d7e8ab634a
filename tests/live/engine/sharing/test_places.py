"""If these fail, one visitor holds what a class needs, or somebody who paused comes back to nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import count

import pytest

from tesla_core.live.engine.engine import Capacity
from tesla_core.live.engine.sharing import places
from tesla_core.live.spec import LiveSpec, default_panels
from tests.live.engine.test_engine import Lab, tell

SpecMaker = Callable[..., LiveSpec]


def as_visitor(name: str, address: str = "") -> dict[str, str]:
    """As the web process puts it into a message."""
    return {"viewer": name, "address": address or name}


def test_paused_runs_give_way_to_who_comes_after_a_while(make_spec: SpecMaker, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lab full of people who paused and went to lunch; one who comes back goes on where they were."""
    monkeypatch.setattr(places, "STILL", 0.2)

    async def story(lab: Lab) -> None:
        early = [lab.person().watch(make_spec(seed=seed), **as_visitor(f"v{seed}"), epoch=3) for seed in range(4)]
        await lab.until(lambda: all(person.frames for person in early))
        late = lab.person().watch(make_spec(seed=9), **as_visitor("late"), playing=True)
        await lab.until(lambda: late.frames)
        assert len(lab.engine.runs) == 4
        rests = next(person for person in early if person.viewer.resting is not None)
        rests.press("ack", 0)
        assert rests.viewer.run is None, "a picture that was painted asks for nothing"
        rests.press("play", speed=0)
        await lab.until(lambda: rests.viewer.run is not None and rests.viewer.playhead.position > 3)

    tell(story, Capacity(runs=4))


def test_one_visitor_s_tabs_never_take_all_places(make_spec: SpecMaker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "STILL_IN_A_CROWD", 0.05)

    async def story(lab: Lab) -> None:
        tabs = []
        for seed in range(14):
            tabs.append(lab.person().watch(make_spec(seed=seed), **as_visitor("many tabs")))
            await lab.until(lambda: tabs[-1].frames)
        assert sum(1 for run in lab.engine.runs.values() if run.viewers) == places.MOST_OF_ONE
        honest = lab.person().watch(make_spec(seed=99), **as_visitor("honest"))
        await lab.until(lambda: honest.frames)

    tell(story, Capacity(runs=9))


def test_a_hundred_people_of_one_router_on_one_link_cost_one_run(make_spec: SpecMaker) -> None:
    async def story(lab: Lab) -> None:
        people = [lab.person().watch(make_spec(), **as_visitor(f"v{i}", "school"), playing=True) for i in range(100)]
        await lab.until(lambda: all(person.frames for person in people))
        assert len(lab.engine.runs) == 1

    tell(story)


def test_hopping_from_spec_to_spec_leaves_half_to_one_who_stays(make_spec: SpecMaker) -> None:
    """Each spec is built, played for a moment and left: that took four fifths of the device."""

    async def story(lab: Lab) -> None:
        panels = default_panels(width=64)  # so that it always wants the device
        spec, spent = make_spec(seed=1, epochs=5000, panels=panels), {"stays": 0.0, "hops": 0.0}
        stays = lab.person().watch(spec, **as_visitor("stays"), playing=True, speed=0)
        await lab.until(lambda: len(stays.frames) > 2)
        charge = lab.engine._turns.share.charge

        def counted(run: str, seconds: float) -> None:
            spent["stays" if run == spec.address else "hops"] += seconds
            charge(run, seconds)

        lab.engine._turns.share.charge = counted
        hops = lab.person()
        seeds = count(100)
        while sum(spent.values()) < 1.5:  # seconds of the processor: on a busy machine, turns are few in a second
            hops.watch(make_spec(seed=next(seeds), panels=panels), **as_visitor("hops"), playing=True, speed=0)
            await asyncio.sleep(0.05)
        assert spent["hops"] > 0
        assert spent["stays"] >= 0.3 * sum(spent.values()), f"building counts twice: {spent}"

    tell(story)
