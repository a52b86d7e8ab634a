"""Why cosines see Forrelation and sines do not, by numbers; and what is left of an order without them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tesla_core.analysis.walsh import walsh_hadamard
from tesla_core.experiments.results import Result, shipped_results
from tesla_core.paper.runs import Runs
from tesla_core.problems.forrelation.even_start import SPREAD, layer_parts, leads, remains, tell
from tesla_core.problems.forrelation.experiment import ForrelationSpec
from tesla_core.problems.forrelation.task import ForrelationTask, forrelation
from tesla_core.problems.registry import asides_of

Pairs = tuple[np.ndarray, np.ndarray]


@pytest.fixture(scope="module")
def pairs() -> Pairs:
    """Signs (size, 2^(n+1)) and labels ±1 of a small task."""
    split = ForrelationTask(7, 6000, 2, 2, seed=3).sample().train
    return split.x.astype(np.float64), 2.0 * split.y - 1


def test_turning_all_signs_leaves_the_label(pairs: Pairs) -> None:
    f, g = np.split(pairs[0][:50], 2, axis=1)
    assert np.array_equal(forrelation(-f, -g), forrelation(f, g))


def test_sines_have_no_correlation_with_the_label_and_cosines_do(pairs: Pairs) -> None:
    """Over pairs and their negatives, which are as likely, a sine's correlation vanishes. Over drawn pairs alone, with
    weights along the bilinear form, it is noise for the sine and many times that for the cosine."""
    x, y = pairs
    rows = np.random.default_rng(0).standard_normal((40, x.shape[1] // 2))
    weights = np.concatenate([rows, walsh_hadamard(rows) / rows.shape[1] ** 0.5], axis=1)
    sums = x @ (weights / np.linalg.norm(weights, axis=1, keepdims=True)).T  # (pairs, neurons), of variance one
    both = np.concatenate([sums, -sums])
    assert np.abs(np.tile(y, 2) @ np.sin(both)).max() < 1e-8

    def correlation(values: np.ndarray) -> float:
        centred = values - values.mean(axis=0)
        return float(np.median(np.abs(y @ centred) / len(y) / values.std(axis=0)))

    noise = len(y) ** -0.5
    assert correlation(np.sin(sums)) < 2 * noise
    assert correlation(np.cos(sums)) > 8 * noise


@pytest.mark.parametrize(("harmonics", "start"), [(1, "normal"), (4, "normal"), (2, "even")])
def test_the_parts_of_a_layer_are_those_of_a_drawn_one(harmonics: int, start: str) -> None:
    """The shares in the text are what drawn coefficients have on Gaussian sums."""
    generator = np.random.default_rng(5)
    z = generator.standard_normal(10_000) * SPREAD**0.5
    hermite = (z**2 / SPREAD - 1) / 2**0.5
    order = np.arange(1, harmonics + 1)
    sines, cosines = np.sin(np.outer(z, order)) / order, np.cos(np.outer(z, order)) / order
    a, b = generator.standard_normal((2, harmonics, 400))  # 400 layers
    odd, even = (sines @ a) * (start == "normal"), cosines @ b
    total = (odd + even).var(axis=0).sum()
    found = layer_parts(harmonics, start)
    assert found.even == pytest.approx(even.var(axis=0).sum() / total, rel=0.2)
    assert found.degree_two == pytest.approx(((hermite @ even / len(z)) ** 2).sum() / total, rel=0.2)


def test_an_odd_start_sees_nothing() -> None:
    parts = layer_parts(8, "odd")
    assert parts.even == parts.degree_two == 0


def run(accuracy: float, **options: Any) -> Result:
    return Result(replace(ForrelationSpec(width=128, epochs=6), **options), {"test_accuracy": accuracy})


def test_what_remains_is_counted_from_the_runs() -> None:
    results = [
        run(0.58),
        run(0.52, harmonics=4),
        run(0.54, activation="relu"),
        run(0.50, activation="tanh"),
        run(0.80, coefficient_start="even"),
    ]
    (words,) = remains(results)
    assert "ahead of the best common activation in 1 of 2 settings" in words
    assert "by 4.0 points at most and 1.0 on the mean; 1 of them" in words
    assert "ahead in 1 of 1, by 26.0 points" in words
    assert [one.points for one in leads(Runs(tuple(results)), "even")] == [pytest.approx(26)]
    assert "not measured" in remains([])[0]


def test_the_shipped_runs_are_told_on_the_cards() -> None:
    assert "What remains" in tell(shipped_results("forrelation")).paragraphs[-1]
    assert asides_of("figure-4") == asides_of("s5.6-forrelation") != []
