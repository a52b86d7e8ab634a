"""If these fail, play, pause, step, scrub or speed do something else than their names say."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_core.errors import TeslaError
from tesla_core.live.playhead import FRAMES_A_SECOND, Playhead, check_speed
from tesla_core.live.spec import LiveSpec
from tesla_core.live.timeline import Timeline


@pytest.fixture
def timeline(make_spec: Callable[..., LiveSpec]) -> Timeline:
    return Timeline(make_spec(epochs=200), 28)  # 4 batches an epoch


def test_plays_at_its_speed_and_waits_for_training() -> None:
    playhead = Playhead()
    playhead.play(10.0)
    playhead.tick(0.5, head=100.0)
    assert playhead.position == 5.0
    playhead.tick(0.5, head=7.0)
    assert playhead.position == 7.0


def test_paused_stays_where_it_is() -> None:
    playhead = Playhead(playing=True)
    playhead.pause()
    playhead.tick(5.0, head=100.0)
    assert playhead.position == 0.0


def test_seeks_within_what_is_recorded() -> None:
    playhead = Playhead()
    for wanted, reached in ((12.5, 12.5), (-3.0, 0.0), (1e6, 40.0)):
        playhead.seek(wanted, head=40.0)
        assert playhead.position == reached


def test_steps_from_the_frame_that_is_seen(timeline: Timeline) -> None:
    playhead = Playhead(playing=True)
    playhead.step("batch", timeline, shown=5, end=timeline.end)
    assert (playhead.playing, playhead.position) == (False, 1.5)
    playhead.step("epoch", timeline, shown=6, end=timeline.end)
    assert playhead.position == 2.0
    playhead.step("epoch", timeline, shown=timeline.end, end=timeline.end)
    assert playhead.position == 200.0


def test_after_a_crash_hurries_to_where_it_was(timeline: Timeline) -> None:
    playhead = Playhead(position=40.0, playing=True, speed=1.0)
    assert playhead.reach(timeline, timeline.end) == 160
    playhead.tick(0.1, head=25.0)
    assert playhead.position == 25.0
    playhead.tick(0.1, head=41.0)
    assert (playhead.position, playhead.hurrying) == (40.0, False)


@settings(max_examples=50, deadline=None)
@given(st.floats(0.1, 1000))
def test_any_speed_asks_for_a_moving_picture_and_no_more(speed: float) -> None:
    from tesla_core.live.spec import default_panels
    from tesla_core.tasks.toys import ToyTask

    timeline = Timeline(LiveSpec(ToyTask("spiral"), default_panels()[:1]), 700)  # 7 batches an epoch
    playhead = Playhead()
    playhead.play(speed)
    pace = playhead.pace(timeline)
    assert pace is not None
    wanted = [pace.wants(step // 7, step % 7) for step in range(7 * 1000)]
    frames_a_second = sum(wanted) / 1000 * speed
    finest = 7 * speed  # no picture between two batches
    assert min(finest, 0.6 * FRAMES_A_SECOND) <= frames_a_second + 0.5
    assert frames_a_second <= 1.7 * FRAMES_A_SECOND + 0.5


@pytest.mark.parametrize("speed", [-1, 0.01, 1001, float("nan"), "fast", None, True])
def test_speeds_that_are_none_are_refused(speed: object) -> None:
    with pytest.raises(TeslaError):
        check_speed(speed)
