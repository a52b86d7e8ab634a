"""If these fail, a student reads from the curves what the class is being asked to predict."""

from __future__ import annotations

from collections.abc import Callable

from tesla_core.live.protocol import CURVES, decode_curves
from tesla_core.live.spec import LiveSpec
from tests.live.engine.test_engine import Lab, Person, tell

SpecMaker = Callable[..., LiveSpec]


def epochs_told(person: Person) -> Callable[[], int]:
    """How many epochs of the curves somebody has been sent."""
    take, told = person.viewer.send, [0]

    def listen(message: bytes | str) -> bool:
        if isinstance(message, bytes) and message[0] == CURVES:
            first, values = decode_curves(message)
            told[0] = first + len(values) - 1
        return take(message)

    person.viewer.send = listen
    return lambda: told[0]


def test_who_is_held_is_told_nothing_of_what_is_recorded_beyond(make_spec: SpecMaker) -> None:
    async def story(lab: Lab) -> None:
        first = lab.person().watch(make_spec(), playing=True, speed=0)
        await lab.until(lambda: first.state.get("state") == "finished")
        held = lab.person()
        told = epochs_told(held)
        held.watch(make_spec(), epoch=15, playing=True, speed=0, until=5)
        await lab.until(lambda: held.shown == 20 and told() == 5)  # four batches an epoch
        assert (held.state["head"], held.state["until"]) == (5, 5)
        held.press("seek", epoch=20)
        held.press("play", speed=0)
        await lab.until(lambda: held.state.get("state") == "paused")
        assert max(held.frames) == 20
        held.press("hold", until=None)
        held.press("seek", epoch=20)
        await lab.until(lambda: held.shown == 80 and told() == 20)
        assert "until" not in held.state

    tell(story)


def test_one_who_gave_up_the_place_stays_held(make_spec: SpecMaker) -> None:
    async def story(lab: Lab) -> None:
        held = lab.person().watch(make_spec())
        await lab.until(lambda: held.shown == 0)
        held.viewer.rest(0.0)
        held.press("hold", until=2)
        assert held.viewer.run is None  # the hold rouses nobody
        held.press("play", speed=0)
        await lab.until(lambda: held.shown == 8)
        await lab.until(lambda: held.state.get("state") == "paused")
        assert max(held.frames) == 8

    tell(story)
