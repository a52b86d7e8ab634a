"""If these fail, one visitor can take the lab from all others. A real engine, spoken to as the web process does."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import psutil
import pytest

from tesla_core.live.cost import model_bytes
from tesla_core.live.engine.engine import MOST_RUNS
from tesla_core.live.spec import LiveSpec
from tesla_core.live.wire import MOST_OUT, TEXT, Address, connect, pack_text, read_message
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.toys.task import ToyTask
from tesla_core.training.settings import Settings
from tesla_core.visits.visit import visits
from tests.fuzz.messages import Site

if TYPE_CHECKING:
    from tests.live.conftest import LiveSite

SpecMaker = Callable[..., LiveSpec]


class Caller:
    """One connection to the engine."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.said: list[dict[str, Any]] = []

    @classmethod
    async def call(cls, address: Address) -> Caller:
        caller = cls(*await connect(address))
        caller.send(type="hello", secret=address.secret)
        return caller

    def send(self, **message: Any) -> None:
        self.writer.write(pack_text(message))

    async def hear(self, kind: str, seconds: float = 30.0, **fields: Any) -> dict[str, Any]:
        """The next message of that type with those fields."""
        async with asyncio.timeout(seconds):
            while True:
                sort, payload = await read_message(self.reader, MOST_OUT)
                if sort == TEXT:
                    self.said.append(json.loads(payload))
                    if {**self.said[-1], "type": kind, **fields} == self.said[-1]:
                        return self.said[-1]


def test_a_bad_speed_that_waits_for_room_ends_nobody(live_site: LiveSite, make_spec: SpecMaker) -> None:
    """Every place is taken, one more waits with a speed that is none, and a place becomes free."""

    async def story() -> None:
        address = live_site.service.address
        panels = (ModelSpec("relu", width=2),)
        specs = [make_spec(seed=seed, epochs=2, panels=panels).text for seed in range(MOST_RUNS + 2)]
        callers = [await Caller.call(address) for _ in specs]
        for number, (caller, spec) in enumerate(zip(callers[:MOST_RUNS], specs, strict=False)):
            caller.send(type="watch", spec=spec, viewer=f"v{number}")
        for caller in callers[:MOST_RUNS]:
            await caller.hear("state", state="paused")
        hostile, honest = callers[MOST_RUNS:]
        hostile.send(type="watch", spec=specs[-2], viewer="hostile", speed="fast")
        honest.send(type="watch", spec=specs[-1], viewer="honest", speed=0, playing=True)
        refusal = await hostile.hear("error")
        assert "'fast' was given" in refusal["message"]
        await honest.hear("state", state="queued")
        for caller in callers[:2]:
            caller.writer.close()
        await honest.hear("state", state="finished")
        callers[2].send(type="ping")
        await callers[2].hear("pong")
        for caller in callers[2:]:
            caller.writer.close()

    before = live_site.service.client().status().pid
    asyncio.run(story())
    assert live_site.service.client().status().pid == before


@pytest.mark.slow
def test_one_large_run_after_the_other_does_not_fill_the_memory(live_site: LiveSite) -> None:
    """Nor does the engine keep what runs had that are gone."""
    panels = (ModelSpec("relu", width=512),) * 16
    specs = [LiveSpec(ToyTask("spiral", samples=200, seed=seed), panels, Settings(200, 100)) for seed in range(6)]

    async def story() -> float:
        largest = 0.0
        for number, spec in enumerate(specs):
            caller = await Caller.call(live_site.service.address)
            caller.send(type="watch", spec=spec.text, viewer=f"v{number}", playing=True, speed=0)
            while (await caller.hear("state", 60.0)).get("head", 0) < 1:
                caller.send(type="ack", frame=0)
                largest = max(largest, engine.memory_info().rss / 1e6)
            caller.writer.close()
        return largest

    engine = psutil.Process(live_site.service.client().status().pid)
    before = engine.memory_info().rss / 1e6
    assert asyncio.run(story()) - before < 900


def test_the_models_count_in_what_the_engine_says_of_its_memory(live_site: LiveSite, make_spec: SpecMaker) -> None:
    spec = make_spec(seed=77, panels=(ModelSpec("relu", width=64),) * 4)
    live_site.service.client(20.0).frames(spec)
    assert live_site.service.client().status().memory_bytes >= model_bytes(spec)


def test_messages_that_no_page_sends_leave_another_viewer_alone(live_site: LiveSite, make_spec: SpecMaker) -> None:
    """A few of those that `make fuzz` sends by the thousand, each run with other ones."""
    seed = secrets.randbelow(10**9)
    engine = live_site.service.client().status().pid
    site = Site(live_site.port, live_site.service.mount, lambda source: visits().page_token(visits().begin(source)))
    with live_site.browser(make_spec(epochs=5000)) as honest:
        honest.watch(playing=True, speed=8)
        honest.receive(lambda browser: browser.frames)
        outcome = asyncio.run(site.send(200, seed, connections=6))
        before = len(honest.frames)
        honest.receive(lambda browser: len(browser.frames) > before)
    assert (outcome.sent, outcome.broken) == (200, []), f"python -m tests.fuzz.messages --seed {seed}"
    assert live_site.service.client().status().pid == engine
