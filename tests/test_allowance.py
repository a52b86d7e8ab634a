"""Limits by time: a flood waits, and whoever is patient is never held up."""

from __future__ import annotations

from tesla_core.allowance import Allowance


def test_a_burst_is_free_and_then_one_each_time() -> None:
    now = 0.0
    allowance = Allowance(3, 2.0, lambda: now)
    for _ in range(3):
        assert allowance.wait() == 0.0
        allowance.use()
    assert allowance.wait() == 2.0
    now = 1.0
    assert allowance.wait() == 1.0
    now = 2.0
    assert allowance.wait() == 0.0
    now = 1000.0
    allowance.wait()
    for _ in range(3):
        allowance.use()
    assert allowance.wait() > 0.0, "patience does not pile up beyond the burst"
