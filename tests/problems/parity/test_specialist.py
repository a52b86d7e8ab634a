"""Parity by those who know its structure: the secret is found, from few strings, and the rule takes the cheaper way."""

from __future__ import annotations

import numpy as np
import pytest

from tesla_core.errors import TeslaError
from tesla_core.experiments.specialist import Solved, finished
from tesla_core.problems.parity.gf2 import pooled_gauss, walsh
from tesla_core.problems.parity.gf2.elimination import eliminate
from tesla_core.problems.parity.gf2.packing import packed, parities
from tesla_core.problems.parity.specialist import ELIMINATION, GAUSS, SPECIALIST, WALSH, expected_seconds, method_for
from tesla_core.problems.parity.surface import SurfaceTask
from tesla_core.problems.parity.task import ParityTask, lpn_secret


def solved(task: ParityTask | SurfaceTask) -> Solved:
    return finished(SPECIALIST.solving(task))


def lpn(bits: int, noise: float, train: int = 3_000, test: int = 20_000, seed: int = 11) -> ParityTask:
    return ParityTask(bits, lpn_secret(bits, bits // 2, seed), noise, train, 100, test, seed)


@pytest.mark.parametrize("bits", [12, 64, 65, 200])
def test_clean_strings_give_the_rule_away_when_there_are_a_few_more_than_bits(bits: int) -> None:
    found = solved(ParityTask(bits, None, 0.0, bits + 16 if bits > 12 else 60, 100, 500, 11))
    assert found.numbers["test_accuracy"] == 1.0
    assert found.samples is not None
    assert bits <= found.samples <= bits + 16


def test_too_few_strings_leave_the_rule_open() -> None:
    """63 equations do not decide 64 bits; whoever says so would be guessing."""
    found = solved(ParityTask(64, None, 0.0, 50, 100, 2_000, 11))
    assert found.numbers["rank"] == 50
    assert 0.4 < (found.numbers["test_accuracy"] or 0.0) < 0.6


def test_the_ten_bit_surface_is_decided_by_a_dozen_strings() -> None:
    found = solved(SurfaceTask(10, 350, 0))
    assert found.numbers["test_accuracy"] == 1.0
    assert (found.samples or 350) < 20


@pytest.mark.parametrize(("bits", "noise"), [(27, 0.1), (64, 0.1), (20, 0.3)])
def test_pooled_gauss_finds_the_secret_and_is_at_the_best_the_noise_allows(bits: int, noise: float) -> None:
    task = lpn(bits, noise)
    assert method_for(bits, noise) == GAUSS
    data = task.sample()
    found = finished_guess(task)
    assert data.train.y_clean is not None
    assert np.array_equal(parities(packed(data.train.x), found.secret), data.train.y_clean)
    assert found.sure
    assert solved(task).numbers["test_accuracy"] == pytest.approx(1 - noise, abs=0.01)


def finished_guess(task: ParityTask) -> pooled_gauss.Guessed:
    train, generator = task.sample().train, np.random.default_rng(task.seed)
    return finished(pooled_gauss.guess(packed(train.x), train.y, task.bits, task.noise, generator))


def test_pooled_gauss_takes_no_wrong_secret_where_strings_are_too_few_to_tell() -> None:
    """It says that it is not sure in place of a secret that fits by chance."""
    assert not finished_guess(lpn(12, 0.4, train=60, test=100)).sure


@pytest.mark.parametrize(("bits", "noise", "train"), [(17, 0.45, 15_000), (18, 0.4, 4_000), (12, 0.1, 500)])
def test_the_transform_bears_any_noise(bits: int, noise: float, train: int) -> None:
    task = lpn(bits, noise, train, 1_000)
    data = task.sample()
    secret, agreement = finished(walsh.best_subset(packed(data.train.x), data.train.y, bits))
    assert data.test.y_clean is not None
    assert np.array_equal(parities(packed(data.test.x), secret), data.test.y_clean)
    assert agreement / train == pytest.approx(1 - 2 * noise, abs=0.1)


def test_the_transform_is_that_of_every_subset() -> None:
    """Held against the definition: the sum of label times parity, for all 2^9 subsets."""
    rng = np.random.default_rng(0)
    words, labels = rng.integers(0, 2**9, (300, 1), dtype=np.uint64), rng.integers(0, 2, 300)
    subsets = np.arange(2**9, dtype=np.uint64)[:, None]
    sums = ((-1.0) ** (parities(words, subsets) ^ labels)).sum(axis=1)
    found, agreement = finished(walsh.best_subset(words, labels, 9))
    assert agreement == sums.max() == sums[int(found[0])]


def test_the_rule_takes_gauss_for_little_noise_and_the_transform_for_much() -> None:
    assert method_for(64, 0.0) == ELIMINATION
    assert {method_for(bits, 0.1) for bits in (20, 24, 27, 32, 64)} == {GAUSS}
    assert {method_for(bits, 0.45) for bits in (16, 20, 24, 27)} == {WALSH}
    assert method_for(28, 0.45) == GAUSS  # half a gigabyte is the most that the transform may take


def test_what_would_take_days_is_refused_with_the_cost() -> None:
    assert expected_seconds(64, 0.3) > 3600
    with pytest.raises(TeslaError, match=r"64 bits with 30% of the labels flipped.*guesses"):
        solved(lpn(64, 0.3))
    with pytest.raises(TeslaError, match=r"at most 2\^27"):
        next(walsh.best_subset(np.zeros((1, 1), np.uint64), np.zeros(1, np.int64), 28))


def test_elimination_of_no_strings_is_the_empty_set() -> None:
    found = eliminate(np.zeros((0, 1), np.uint64), np.zeros(0, np.int64), 8)
    assert (found.rank, found.strings, int(found.secret[0])) == (0, 0, 0)
