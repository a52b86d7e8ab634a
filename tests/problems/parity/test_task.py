"""Parity data: no leak between splits, no repeats, labels by the law, and mistakes named."""

from __future__ import annotations

import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_core.errors import TeslaError
from tesla_core.problems.parity.task import ParityTask, bayes_limit, lpn_secret, split_capacity


def small(bits: int, **changes: Any) -> ParityTask:
    return ParityTask(bits, train_size=900, validation_size=500, test_size=400, **changes)


def strings(x: np.ndarray) -> set[bytes]:
    return {row.tobytes() for row in x}


@pytest.mark.parametrize("bits", [12, 16, 22, 23, 32, 64, 65, 128, 256])
def test_no_string_occurs_twice_within_or_across_splits(bits: int) -> None:
    data = small(bits).sample()
    parts = [strings(split.x) for split in data.splits().values()]
    assert [len(part) for part in parts] == [900, 500, 400]
    assert len(set.union(*parts)) == 1800
    assert data.inputs == bits
    assert data.classes == 2


@pytest.mark.parametrize("bits", [4, 5, 8, 12, 16])
def test_whole_splits_can_be_asked_for_and_cover_every_string(bits: int) -> None:
    train, validation, test = split_capacity(bits)
    data = ParityTask(bits, train_size=train, validation_size=validation, test_size=test).sample()
    assert len(set.union(*(strings(split.x) for split in data.splits().values()))) == 2**bits


def test_another_seed_never_moves_a_training_string_into_the_test() -> None:
    one = small(12, seed=1).sample()
    two = small(12, seed=2).sample()
    assert strings(one.train.x) != strings(two.train.x)
    assert not strings(one.train.x) & strings(two.test.x)


@settings(deadline=None, max_examples=25)
@given(st.integers(12, 140), st.integers(0, 2**32 - 1), st.data())
def test_clean_labels_are_the_parity_of_the_subset(bits: int, seed: int, data: st.DataObject) -> None:
    subset = tuple(data.draw(st.sets(st.integers(0, bits - 1), min_size=1)))
    sample = small(bits, subset=subset, noise=0.2, seed=seed).sample()
    for split in sample.splits().values():
        assert split.y_clean is not None
        assert np.array_equal(1 - 2 * split.y_clean, split.x[:, sorted(subset)].prod(axis=1))


def test_no_subset_means_every_bit() -> None:
    assert ParityTask(32).support == tuple(range(32))
    assert np.array_equal(small(20).sample().train.y, small(20, subset=tuple(range(20))).sample().train.y)


@pytest.mark.parametrize("bits", [20, 32])
def test_noise_changes_labels_and_nothing_else(bits: int) -> None:
    clean, noisy, noisier = (small(bits, noise=noise).sample() for noise in (0.0, 0.1, 0.3))
    for name, split in clean.splits().items():
        a, b = noisy.splits()[name], noisier.splits()[name]
        assert np.array_equal(split.x, a.x)
        assert np.array_equal(split.x, b.x)
        assert a.y_clean is not None
        assert np.array_equal(split.y, a.y_clean)
        assert np.all((a.y != split.y) <= (b.y != split.y))


@pytest.mark.parametrize("noise", [0.0, 0.05, 0.1, 0.3, 0.49])
def test_every_split_has_the_flip_rate_that_was_asked_for(noise: float) -> None:
    data = ParityTask(32, noise=noise, train_size=20_000).sample()
    for split in data.splits().values():
        assert abs(np.mean(split.y != split.y_clean) - noise) <= 4.5 * np.sqrt(noise * (1 - noise) / 20_000)


def test_inputs_are_uniform_and_classes_balanced() -> None:
    train = ParityTask(40, train_size=40_000).sample().train
    assert train.x.dtype == np.int8
    assert set(np.unique(train.x)) == {-1, 1}
    assert np.abs(train.x.mean(axis=0)).max() < 0.025
    assert abs(train.y.mean() - 0.5) < 0.0125


def test_the_same_task_gives_the_same_samples_in_another_process(root: Path) -> None:
    code = (
        "from hashlib import sha256; from tesla_core.problems.parity.task import ParityTask;"
        "s = ParityTask(70, noise=0.1, train_size=500, validation_size=9, test_size=9, seed=7).sample().train;"
        "print(sha256(s.x.tobytes() + s.y.tobytes()).hexdigest())"
    )
    told = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True).stdout
    here = ParityTask(70, noise=0.1, train_size=500, validation_size=9, test_size=9, seed=7).sample().train
    assert told.strip() == sha256(here.x.tobytes() + here.y.tobytes()).hexdigest()


def test_the_paper_s_sizes_are_the_default() -> None:
    data = ParityTask(32).sample()
    assert [len(split) for split in data.splits().values()] == [100_000, 20_000, 20_000]


@settings(deadline=None, max_examples=50)
@given(st.integers(4, 256), st.integers(0, 2**32 - 1), st.data())
def test_a_secret_has_its_weight_and_fits_the_string(bits: int, seed: int, data: st.DataObject) -> None:
    weight = data.draw(st.integers(1, bits))
    secret = lpn_secret(bits, weight, seed)
    assert len(set(secret)) == weight
    assert secret == tuple(sorted(secret)) == lpn_secret(bits, weight, seed)
    assert ParityTask(bits, secret, train_size=1, validation_size=1, test_size=1).support == secret


def test_secrets_differ_between_seeds_and_reach_every_bit() -> None:
    secrets = [lpn_secret(20, 10, seed) for seed in range(40)]
    assert len(set(secrets)) > 35
    assert {bit for secret in secrets for bit in secret} == set(range(20))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"bits": 3}, "Bits must be from 4 to 256; 3 was given"),
        ({"bits": 257}, "257 was given"),
        ({"bits": 16.5}, "Bits must be a whole number"),
        ({"bits": 8}, "the train split holds 92 distinct ones; 100,000 were asked for"),
        ({"bits": 16}, "21,877 distinct ones"),
        ({"bits": 16, "train_size": 10, "test_size": 22_000}, "the test split holds 21,911"),
        ({"bits": 32, "train_size": 0}, "train size must be from 1 to 2,000,000; 0 was given"),
        ({"bits": 32, "test_size": 2_000_001}, "2,000,001 was given"),
        ({"bits": 32, "subset": (3, 32)}, "from 0 to 31; 32 was given"),
        ({"bits": 32, "subset": (-1,)}, "-1 was given"),
        ({"bits": 32, "subset": tuple(range(33))}, "subset has 33 bits; a string has only 32"),
        ({"bits": 32, "subset": (1, 1)}, "a bit twice"),
        ({"bits": 32, "subset": ()}, "empty"),
        ({"bits": 32, "noise": 0.5}, "below 0.5"),
        ({"bits": 32, "noise": -0.1}, "-0.1 was given"),
        ({"bits": 32, "noise": float("nan")}, "nan was given"),
        ({"bits": 32, "noise": "a lot"}, "'a lot' was given"),
        ({"bits": 32, "seed": -1}, "Seed must be from 0 to"),
    ],
)
def test_a_mistake_is_named_with_its_value_and_limits(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(TeslaError, match=message):
        ParityTask(**wrong)


def test_a_secret_heavier_than_the_string_is_refused() -> None:
    with pytest.raises(TeslaError, match="weight must be from 1 to 20; 21 was given"):
        lpn_secret(20, 21, 0)


def test_the_bayes_limit_is_what_the_flips_leave() -> None:
    assert bayes_limit(0.0) == 1.0
    assert bayes_limit(0.3) == pytest.approx(0.7)
    with pytest.raises(TeslaError, match=r"from 0 to 0\.5; 0\.7 was given"):
        bayes_limit(0.7)


def test_a_list_from_a_saved_spec_makes_the_same_task() -> None:
    saved: Any = [5, 1, 3]
    assert ParityTask(32, saved) == ParityTask(32, (1, 3, 5))
    assert hash(ParityTask(32, saved)) == hash(ParityTask(32, (1, 3, 5)))
