"""If these fail, play, pause, step, scrub or speed do something else than their names say."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_core.errors import TeslaError
from tesla_core.live.playhead import MOST_FRAMES, Ease, Pace, Playhead, check_speed, frames_a_second, watchable_pace
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


class TestHold:
    """While a class is asked what comes next, nobody can go and look."""

    def test_no_way_leads_past_it(self, timeline: Timeline) -> None:
        playhead = Playhead(until=10.0)
        playhead.play(0.0)
        playhead.tick(5.0, head=100.0)
        assert (playhead.position, playhead.playing) == (10.0, False)
        playhead.seek(50.0, head=100.0)
        assert playhead.position == 10.0
        playhead.step("epoch", timeline, timeline.step_at(10.0), timeline.end)
        assert playhead.position == 10.0
        playhead.step("batch", timeline, timeline.step_at(10.0), timeline.end)
        assert playhead.position == 10.0
        playhead.play(0.0)
        assert playhead.reach(timeline, timeline.end) == timeline.step_at(10.0)

    def test_one_who_was_ahead_comes_back_and_goes_on_when_it_ends(self) -> None:
        playhead = Playhead()
        playhead.seek(40.0, head=100.0)
        playhead.hold(10.0)
        assert playhead.position == 10.0
        playhead.hold(None)
        playhead.play(10.0)
        playhead.tick(1.0, head=100.0)
        assert playhead.position == 20.0

    def test_a_run_that_is_rebuilt_hurries_no_further(self, timeline: Timeline) -> None:
        playhead = Playhead(40.0, until=10.0)
        assert playhead.reach(timeline, timeline.end) == timeline.step_at(10.0)
        playhead.tick(0.1, head=100.0)
        assert (playhead.position, playhead.resume_at) == (10.0, None)
        beginning = Playhead(40.0, until=0.0)
        beginning.tick(0.1, head=100.0)
        assert (beginning.position, beginning.moving) == (0.0, False)


class TestEase:
    """A pace one can watch: the first epochs, in which most happens, take longer."""

    def test_begins_slowly_and_reaches_its_pace_at_epoch_ten(self) -> None:
        ease = Ease.of(8.0, epochs=200)
        assert 1 <= ease.speed(0.0) <= 2
        assert ease.speed(5.0) < 8
        assert ease.speed(10.0) == ease.speed(150.0) == 8.0
        assert ease.after(0.0, 1.0) < 4
        assert 30 < ease.after(0.0, 6.0) < 40

    def test_of_a_long_run_ends_in_proportion(self) -> None:
        ease = Ease.of(33.0, epochs=1000)
        assert ease.speed(49.0) < 33.0 == ease.speed(50.0)

    @settings(max_examples=50, deadline=None)
    @given(st.floats(0.5, 200), st.integers(1, 5000), st.floats(0, 60), st.floats(0, 5), st.floats(0, 5))
    def test_is_the_same_however_the_clock_ticks(
        self, pace: float, epochs: int, position: float, first: float, second: float
    ) -> None:
        ease = Ease.of(pace, epochs)
        at_once, in_two = ease.after(position, first + second), ease.after(ease.after(position, first), second)
        assert in_two == pytest.approx(at_once, rel=1e-6, abs=1e-6)
        assert position - 1e-9 <= at_once <= position + max(pace, 1.5) * (first + second) + 1e-6

    def test_moves_a_playhead_that_asked_for_it_and_no_other(self) -> None:
        eased, plain = Playhead(epochs=200), Playhead(epochs=200)
        eased.play(8.0, eases=True)
        plain.play(8.0)
        for playhead in (eased, plain):
            playhead.tick(1.0, head=100.0)
        assert eased.position < 4 < plain.position == 8.0

    def test_asks_for_pictures_between_epochs_while_it_is_slow(self, timeline: Timeline) -> None:
        playhead = Playhead(epochs=200)
        playhead.play(8.0, eases=True)
        assert playhead.pace(timeline, 8.0) == Pace(epochs=0, batches=1)
        playhead.seek(50.0, head=100.0)
        assert playhead.pace(timeline, 8.0) == Pace(epochs=1, batches=0)

    @pytest.mark.parametrize(("epochs", "pace"), [(50, 5), (200, 7), (300, 10), (1000, 33), (5000, 167)])
    def test_a_whole_run_takes_about_half_a_minute(self, epochs: int, pace: float) -> None:
        assert watchable_pace(epochs) == pace
        assert Ease.of(pace, epochs).after(0.0, 40.0) >= epochs


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
@given(st.floats(0.1, 1000), st.floats(5, MOST_FRAMES))
def test_any_speed_asks_for_a_moving_picture_and_no_more(speed: float, rate: float) -> None:
    from tesla_core.live.spec import default_panels
    from tesla_core.problems.toys.task import ToyTask

    timeline = Timeline(LiveSpec(ToyTask("spiral"), default_panels()[:1]), 700)  # 7 batches an epoch
    playhead = Playhead()
    playhead.play(speed)
    pace = playhead.pace(timeline, rate)
    assert pace is not None
    wanted = [pace.wants(step // 7, step % 7) for step in range(7 * 1000)]
    frames_a_second = sum(wanted) / 1000 * speed
    finest = 7 * speed  # no picture between two batches
    assert min(finest, 0.6 * rate) <= frames_a_second + 0.5
    assert frames_a_second <= 1.7 * rate + 0.5


def test_one_alone_gets_twenty_frames_a_second_and_each_of_thirty_at_least_five() -> None:
    assert frames_a_second(1, 1) == 20
    assert frames_a_second(1, 30) >= 9, "thirty at one link"
    assert frames_a_second(30, 30) == frames_a_second(64, 256) == 5
    assert frames_a_second(0, 0) == 20


@given(st.floats(0.1, 1000), st.floats(5, MOST_FRAMES), st.floats(5, MOST_FRAMES))
def test_what_was_recorded_for_one_alone_has_all_that_a_class_asks_for(speed: float, high: float, low: float) -> None:
    """Otherwise a second viewer who comes would have the past trained again, for moments between those there are."""
    from tesla_core.live.spec import default_panels
    from tesla_core.problems.toys.task import ToyTask

    timeline = Timeline(LiveSpec(ToyTask("spiral"), default_panels()[:1]), 700)
    playhead = Playhead()
    playhead.play(speed)
    fine, coarse = (playhead.pace(timeline, rate) for rate in (max(high, low), min(high, low)))
    assert fine is not None
    assert coarse is not None
    places = [(epoch, batch) for epoch in range(64) for batch in range(7)]
    assert all(fine.wants(*place) for place in places if coarse.wants(*place))


@pytest.mark.parametrize("speed", [-1, 0.01, 1001, float("nan"), "fast", None, True])
def test_speeds_that_are_none_are_refused(speed: object) -> None:
    with pytest.raises(TeslaError):
        check_speed(speed)
