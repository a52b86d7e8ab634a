"""Counter-examples are looked for: bounds that hold are never broken, and for those that fail one is kept here."""

from __future__ import annotations

from itertools import pairwise, product
from math import sinh

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_core.analysis.bounds import coefficient_budget
from tesla_core.analysis.network.dense import DenseNetwork
from tesla_core.analysis.network.losses import LossSamples
from tesla_core.analysis.network.measured_bounds import MeasuredBound, layer_bounds, network_bounds
from tesla_core.analysis.rademacher import contraction_bound
from tesla_core.analysis.taylor import phi

ALWAYS = {"slope", "harmonics", "layer", "lipschitz", "chain"}
"""Bounds that no network breaks."""
BROKEN = {"gradient", "series", "coefficients"}
"""Those that some do; each has its counter-example below."""

Networks = st.builds(
    lambda seed, depth, width, k, outputs, scale: drawn(seed, depth, width, k, outputs, 10.0**scale),
    seed=st.integers(0, 2**32 - 1),
    depth=st.integers(1, 3),
    width=st.integers(1, 6),
    k=st.integers(1, 5),
    outputs=st.integers(1, 2),
    scale=st.floats(-1.5, 1.0),
)


def drawn(seed: int, depth: int, width: int, k: int, outputs: int, scale: float) -> tuple[DenseNetwork, LossSamples]:
    generator = np.random.default_rng(seed)
    sizes = [2, *[width] * depth, outputs]
    network = DenseNetwork.of(
        [scale * generator.standard_normal((after, before)) for before, after in pairwise(sizes)],
        [generator.standard_normal(size) for size in sizes[1:]],
        [(generator.standard_normal(k), generator.standard_normal(k)) for _ in range(depth)],
    )
    x = generator.standard_normal((20, 2)) * 10.0 ** generator.uniform(-2, 1)
    kind = "logit" if outputs == 1 else "classes"
    return network, LossSamples(kind, x, generator.integers(0, 2, 20))


def rows_of(network: DenseNetwork, samples: LossSamples) -> list[MeasuredBound]:
    return [*layer_bounds(network.coefficients), *network_bounds(network, samples.x, samples, samples)]


@settings(max_examples=60)
@given(Networks)
def test_no_counter_example_to_what_the_chain_rule_gives(made: tuple[DenseNetwork, LossSamples]) -> None:
    rows = rows_of(*made)
    assert {row.key for row in rows if row.verdict == "fails"} <= BROKEN
    assert {row.key for row in rows} >= ALWAYS


def test_the_paper_s_gradient_bound_fails_where_a_layer_s_norm_is_below_one() -> None:
    """sin, no bias and no cosine: ∇ by W_1 is W_2 cos(W_1 x) x, whatever ‖W_1‖ is; the bound multiplies by it."""
    network = DenseNetwork.of([[[0.1]], [[1.0]]], [[0.0], [0.0]], [([1.0], [0.0])])
    samples = LossSamples("squares", np.array([[1.0]]), np.array([[5.0]]))
    (row,) = [row for row in rows_of(network, samples) if row.key == "gradient"]
    assert row.verdict == "fails"
    assert row.measured == pytest.approx(row.bound * np.cos(0.1) / 0.1)
    assert "‖W_1‖ = 0.1 is below 1" in row.why


def test_the_paper_s_gradient_bound_fails_with_cosines_at_small_inputs() -> None:
    """cos 0 = 1 reaches the last layer even from x = 0, where the bound is 0."""
    network = DenseNetwork.of([[[2.0]], [[2.0]]], [[0.0], [0.0]], [([0.0], [1.0])])
    samples = LossSamples("logit", np.array([[1e-3]]), np.array([1]))
    (row,) = [row for row in rows_of(network, samples) if row.key == "gradient"]
    assert row.verdict == "fails"
    assert "φ(0) = 0" in row.why


@pytest.mark.parametrize("k", [1, 2, 5])
def test_the_l1_bound_fails_for_maclaurin_coefficients(k: int) -> None:
    """Those of sin(kz)/k sum to sinh(k)/k, with A_K = 1."""
    a = np.eye(k)[-1]
    row = next(row for row in layer_bounds([(a, np.zeros(k))]) if row.key == "series")
    assert (row.bound, row.verdict) == (1.0, "fails")
    assert row.measured == pytest.approx(sinh(k) / k)
    assert "sinh 1 = 1.175" in row.why


def test_the_network_s_l1_bound_fails_for_harmonics_where_the_first_layer_is_small() -> None:
    """The harmonics of sin(w x) are one sine of size 1 whatever w is; the bound is w."""
    network = DenseNetwork.of([[[0.1]], [[1.0]]], [[0.0], [0.0]], [([1.0], [0.0])])
    (row,) = [row for row in network_bounds(network, None, None, None) if row.key == "coefficients"]
    assert (row.bound, row.measured, row.verdict) == (pytest.approx(0.1), pytest.approx(1.0), "fails")
    assert "‖W_1‖₁ = 0.1" in row.why


def test_a_bound_far_above_what_is_measured_is_said_to_say_little() -> None:
    """Two layers that undo each other: norms multiply, slopes cancel."""
    network = DenseNetwork.of([[[30.0], [30.0]], [[30.0, -30.0]]], [[0.0, 0.0], [0.0]], [([1.0], [0.0])])
    samples = LossSamples("logit", np.linspace(-1, 1, 9)[:, None], np.arange(9) % 2)
    rows = {row.key: row for row in rows_of(network, samples)}
    assert rows["lipschitz"].measured == pytest.approx(0, abs=1e-6)
    close = DenseNetwork.of([[[30.0], [30.0]], [[30.0, -29.99]]], [[0.0, 0.0], [0.0]], [([1.0], [0.0])])
    found = {row.key: row for row in rows_of(close, samples)}["lipschitz"]
    assert found.verdict == "vacuous"
    assert found.factor is not None
    assert found.factor > 100


@settings(max_examples=25)
@given(
    seed=st.integers(0, 2**32 - 1),
    samples=st.integers(1, 6),
    k=st.integers(1, 4),
    reach=st.floats(0.05, 6.0),
)
def test_no_counter_example_to_theorem_1(seed: int, samples: int, k: int, reach: float) -> None:
    """The complexity of {φ_K(v·x): |v| ≤ 1, A_K ≤ 1}, all signs counted: its extreme points are ± one harmonic, so that
    the best of many v is a lower bound of it, which must stay below the theorem's."""
    x = np.random.default_rng(seed).uniform(-reach, reach, samples)
    v = np.linspace(-1, 1, 401)
    waves = [phi(np.outer(v, x), *pair) for j in range(k) for pair in (_one(k, j, 0), _one(k, j, 1))]
    table = np.concatenate([*waves, *(-wave for wave in waves)])  # (functions, samples)
    signs = np.array(list(product((-1, 1), repeat=samples)))
    complexity = float((table @ signs.T).max(axis=0).mean() / samples)
    assert complexity <= contraction_bound(1.0, 1.0, float(np.abs(x).max()), samples) + 1e-9


def _one(k: int, place: int, row: int) -> tuple[np.ndarray, np.ndarray]:
    pair = np.zeros((2, k))
    pair[row, place] = 1.0
    assert coefficient_budget(*pair) == 1.0
    return pair[0], pair[1]
