"""Samples a second: only what was trained counts."""

from __future__ import annotations

from tesla_core.problems.imagenet100.training_torch import WARM_UP, Throughput


def test_the_first_batches_and_the_time_between_batches_do_not_count() -> None:
    now, waited = [0.0], []
    counter = Throughput(lambda: waited.append(now[0]), lambda: now[0])
    assert counter.rate is None
    for batch in range(WARM_UP + 4):
        counter.start()
        now[0] += 100.0 if batch < WARM_UP else 2.0
        counter.stop(10, last=batch == WARM_UP + 3)
        now[0] += 50.0  # a checkpoint is written
    assert counter.rate == 5.0
    assert len(waited) == 2  # after the warm-up and at the end
