"""If these fail, the scrubber and the epoch counter point at another moment than the picture shows."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_core.live.spec import LiveSpec, default_panels
from tesla_core.live.timeline import Timeline
from tesla_core.problems.toys.task import ToyTask
from tesla_core.training.settings import Settings

SPEC = LiveSpec(ToyTask("spiral"), default_panels()[:1], Settings(epochs=50, batch=100))


@settings(max_examples=50, deadline=None)
@given(st.integers(1, 700), st.integers(1, 700), st.integers(0, 49))
def test_every_step_has_its_place_and_every_place_its_step(first: int, second: int, epoch: int) -> None:
    spec = LiveSpec(SPEC.task, SPEC.panels, Settings(epochs=50, batch=first)).branch(epoch, batch=second)
    timeline = Timeline(spec, 700)
    end = timeline.end
    assert timeline.position(end) == 50.0
    for step in {0, 1, 2, end // 3, end // 2, max(end - 1, 0), end}:
        assert timeline.step_at(timeline.position(step)) == step


def test_a_change_of_batch_size_changes_the_count_from_there(make_spec: Callable[..., LiveSpec]) -> None:
    timeline = Timeline(make_spec(epochs=10, batch=7).branch(4, batch=14), 28)
    assert [timeline.batches(epoch) for epoch in (0, 3, 4, 9)] == [4, 4, 2, 2]
    assert timeline.step_at(4.0) == 16
    assert timeline.step_at(5.0) == 18
    assert timeline.place(17) == (4, 1, 2)
    assert timeline.end == 16 + 6 * 2
