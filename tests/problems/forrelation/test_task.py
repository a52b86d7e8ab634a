"""Forrelation: the definition, the promise of every sample, and splits that share nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_core.errors import TeslaError
from tesla_core.problems.forrelation.task import ForrelationTask, forrelation
from tesla_core.tasks.data import Dataset


def small(n: int, seed: int = 0) -> ForrelationTask:
    return ForrelationTask(n, train_size=60, validation_size=21, test_size=40, seed=seed)


def halves(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return x[:, : x.shape[1] // 2], x[:, x.shape[1] // 2 :]


def by_definition(f: np.ndarray, g: np.ndarray, n: int) -> float:
    points = range(2**n)
    total = sum(int(f[x]) * (-1) ** (x & y).bit_count() * int(g[y]) for x in points for y in points)
    return total / 2 ** (1.5 * n)


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 5), st.integers(0, 2**32 - 1))
def test_the_transform_gives_what_the_definition_says(n: int, seed: int) -> None:
    f, g = np.random.default_rng(seed).choice([-1, 1], size=(2, 2**n))
    assert float(forrelation(f, g)) == pytest.approx(by_definition(f, g, n), abs=1e-12)


def test_many_pairs_at_once_are_each_pair_alone() -> None:
    f, g = np.random.default_rng(1).choice([-1, 1], size=(2, 3, 4, 16))
    together = forrelation(f, g)
    assert together.shape == (3, 4)
    assert together[2, 1] == pytest.approx(by_definition(f[2, 1], g[2, 1], 4))


@settings(deadline=None)
@given(st.integers(1, 6), st.integers(0, 2**32 - 1))
def test_swapping_f_and_g_changes_nothing_and_negating_one_changes_the_sign(n: int, seed: int) -> None:
    f, g = np.random.default_rng(seed).choice([-1, 1], size=(2, 5, 2**n))
    assert forrelation(f, g) == pytest.approx(forrelation(g, f))
    assert forrelation(-f, g) == pytest.approx(-forrelation(f, g))
    assert np.all(np.abs(forrelation(f, g)) <= 1 + 1e-12)


def test_tables_that_are_no_truth_tables_are_refused() -> None:
    with pytest.raises(TeslaError, match=r"\(6,\)"):
        forrelation(np.ones(6), np.ones(6))
    with pytest.raises(TeslaError, match=r"\(4,\) and \(8,\)"):
        forrelation(np.ones(4), np.ones(8))


@pytest.mark.parametrize("n", [3, 4, 5, 7, 10, 12, 14])
def test_every_sample_keeps_the_promise_of_its_class(n: int) -> None:
    data = small(n).sample()
    assert data.inputs == 2 ** (n + 1)
    for split in data.splits().values():
        phi = forrelation(*halves(split.x))
        assert np.all(phi[split.y == 1] >= 0.6)
        assert np.all(np.abs(phi[split.y == 0]) <= 0.01)
        assert split.x.dtype == np.int8
        assert set(np.unique(split.x)) == {-1, 1}


@pytest.mark.parametrize("n", [3, 4, 8])
def test_splits_have_their_size_are_balanced_and_share_no_pair(n: int) -> None:
    data = small(n).sample()
    rows = [row.tobytes() for split in data.splits().values() for row in split.x]
    assert [len(split) for split in data.splits().values()] == [60, 21, 40]
    assert len(set(rows)) == len(rows)
    for split in data.splits().values():
        assert abs(2 * split.y.sum() - len(split)) <= 1
        assert np.any(np.diff(split.y) < 0)


def test_forrelated_pairs_at_n_12_stand_where_theory_puts_them() -> None:
    """f = sign(v), g = sign(Hv): Φ concentrates at 2/π, well inside the promise."""
    train = ForrelationTask(12, train_size=200, validation_size=2, test_size=2).sample().train
    phi = forrelation(*halves(train.x))[train.y == 1]
    assert phi.mean() == pytest.approx(2 / np.pi, abs=0.003)


def test_neither_half_alone_gives_the_class_away() -> None:
    train = ForrelationTask(6, train_size=4000, validation_size=2, test_size=2).sample().train
    for label in (0, 1):
        assert np.abs(train.x[train.y == label].mean(axis=0)).max() < 0.1


def test_the_seed_decides_the_samples() -> None:
    def bytes_of(data: Dataset) -> bytes:
        return b"".join(split.x.tobytes() + split.y.tobytes() for split in data.splits().values())

    assert bytes_of(small(6, seed=4).sample()) == bytes_of(small(6, seed=4).sample())
    assert bytes_of(small(6, seed=4).sample()) != bytes_of(small(6, seed=5).sample())


def test_n_2_gives_its_eight_forrelated_pairs_and_no_more() -> None:
    """Only bent g reach Φ = 1 at n = 2, each with one f: 8 pairs, so 16 balanced samples in all."""
    data = ForrelationTask(2, train_size=8, validation_size=4, test_size=4).sample()
    assert sum(int(split.y.sum()) for split in data.splits().values()) == 8
    with pytest.raises(TeslaError, match="n = 2 does not have enough pairs"):
        ForrelationTask(2, train_size=10, validation_size=4, test_size=4).sample()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"n": 1}, "n must be from 2 to 14; 1 was given"),
        ({"n": 15}, "15 was given"),
        ({"n": "12"}, "n must be a whole number from 2 to 14; '12' was given"),
        ({"train_size": 1}, "train size must be from 2 to 100,000; 1 was given"),
        ({"test_size": 100_001}, "100,001 was given"),
        ({"seed": -3}, "Seed"),
    ],
)
def test_a_mistake_is_named_with_its_value_and_limits(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(TeslaError, match=message):
        ForrelationTask(**wrong)
