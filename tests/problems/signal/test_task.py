"""The signal of the regression: the paper's components, a rule for the rest, and nothing that moves between runs."""

from __future__ import annotations

import numpy as np
import pytest

from tesla_core.errors import TeslaError
from tesla_core.problems.signal.paper import DOMINANT
from tesla_core.problems.signal.task import RegressionTask, components, coordinates


def test_the_papers_five_lead_and_stay_the_strongest() -> None:
    for seed in range(5):
        found = components(20, seed)
        assert [(c.frequency, c.amplitude, c.phase) for c in found[:5]] == [
            (d.frequency.value, d.amplitude.value, d.phase.value) for d in DOMINANT
        ]
        assert max(c.amplitude for c in found[5:]) < 0.89
        frequencies = [c.frequency for c in found]
        assert (min(frequencies), max(frequencies)) == (3.29, 79.90)
        assert len(found) == 20


def test_the_rule_is_written_down_so_its_numbers_never_change() -> None:
    """Results of another year are of the same signal."""
    last = components(20, 0)[-1]
    assert (last.frequency, last.amplitude, last.phase) == pytest.approx((12.2261, 0.5737, 5.1286), abs=1e-3)
    assert RegressionTask().variance() == pytest.approx(0.1031046, abs=1e-6)


def test_seeds_of_a_run_share_the_signal_and_differ_in_test_points() -> None:
    one, other = RegressionTask(seed=0).sample(), RegressionTask(seed=1).sample()
    np.testing.assert_array_equal(one.train.y, other.train.y)
    assert not np.array_equal(one.test.x, other.test.x)
    assert not np.array_equal(one.train.y, RegressionTask(signal_seed=1).sample().train.y)


def test_the_signal_has_its_spectrum_and_stays_within_one() -> None:
    task = RegressionTask(components=5)
    t = np.arange(100_000) / 1000  # 100 s, in which each of the five has a whole number of periods
    amplitudes = 2 * np.abs(np.fft.rfft(task.signal(t))) / t.size
    expected = np.zeros_like(amplitudes)
    for one in components(5, 0):
        expected[round(100 * one.frequency)] = one.amplitude
    np.testing.assert_allclose(amplitudes / amplitudes.max(), expected / 0.98, atol=1e-6)
    assert np.abs(task.signal(np.linspace(0, 1, 20_001))).max() == pytest.approx(1.0)


def test_a_second_becomes_the_inputs_range() -> None:
    np.testing.assert_array_equal(coordinates([0.0, 0.5, 1.0]), [[-1], [0], [1]])
    target = RegressionTask(train_size=200, test_size=50).sample()
    assert target.train.x.shape == (200, 1)
    assert target.test.y.shape == (50, 1)
    np.testing.assert_allclose(target.test.y[:, 0], RegressionTask().signal((target.test.x[:, 0] + 1) / 2), atol=1e-4)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"components": 4}, "Components must be from 5 to 200; 4"),
        ({"train_size": 100}, "Training points must be from 160"),
        ({"test_size": 0}, "Test points must be from 1"),
        ({"signal_seed": -1}, "Seed must be from 0"),
    ],
)
def test_what_makes_no_sense_is_told(options: dict, message: str) -> None:
    with pytest.raises(TeslaError, match=message):
        RegressionTask(**options)


def test_times_beyond_the_second_are_refused() -> None:
    with pytest.raises(TeslaError, match=r"earliest time must be from 0 to 1; 1.5"):
        coordinates([1.5])
