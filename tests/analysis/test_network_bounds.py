"""If these fail, the Lipschitz, coefficient or gradient bound of a network is not a bound."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_core.analysis.bounds import coefficient_budget, derivative_maximum
from tesla_core.analysis.network_bounds import coefficient_bound, gradient_bound, lipschitz_bound, operator_norms
from tesla_core.analysis.taylor import phi, phi_prime
from tesla_core.errors import TeslaError

seeds = st.integers(0, 2**32 - 1)


def random_network(seed: int, harmonics: int = 3, offset: bool = True):
    """Weights of a 4-6-5-1 network and the coefficients of its two activations."""
    generator = np.random.default_rng(seed)
    weights = [generator.normal(size=shape) for shape in ((6, 4), (5, 6), (1, 5))]
    layers = [generator.normal(size=(2, harmonics)) for _ in range(2)]
    if not offset:
        layers = [np.stack([layer[0], np.zeros(harmonics)]) for layer in layers]
    return weights, layers, generator


def forward(x, weights, layers):
    for weight, (a, b) in zip(weights, layers, strict=False):
        x = phi(weight @ x, a, b)
    return float((weights[-1] @ x)[0])


@settings(max_examples=40, deadline=None)
@given(seeds)
def test_no_two_points_are_further_apart_than_the_lipschitz_bound_allows(seed):
    weights, layers, generator = random_network(seed)
    x, y = generator.normal(size=(2, 4))
    apart = abs(forward(x, weights, layers) - forward(y, weights, layers))
    sharp = lipschitz_bound(weights, [derivative_maximum(a, b) for a, b in layers])
    paper = lipschitz_bound(weights, [coefficient_budget(a, b) for a, b in layers])
    assert apart <= sharp * float(np.linalg.norm(x - y)) * (1 + 1e-9)
    assert sharp <= paper * (1 + 1e-9)


@settings(max_examples=40, deadline=None)
@given(seeds, st.sampled_from([0.1, 1.0]))
def test_every_layers_gradient_is_within_its_bound(seed, scale):
    """The layer's own norm is left out; at scale 0.1 the paper's product would be too small."""
    weights, layers, generator = random_network(seed, offset=False)
    weights = [scale * weight for weight in weights]
    budgets = [coefficient_budget(a, b) for a, b in layers]
    x = generator.normal(size=4)
    z1 = weights[0] @ x
    z2 = weights[1] @ phi(z1, *layers[0])
    back2 = weights[2][0] * phi_prime(z2, *layers[1])
    back1 = (weights[1].T @ back2) * phi_prime(z1, *layers[0])
    gradients = [np.outer(back1, x), np.outer(back2, phi(z1, *layers[0])), phi(z2, *layers[1])]
    for layer, gradient in enumerate(gradients, start=1):
        bound = gradient_bound(weights, budgets, float(np.linalg.norm(x)), layer=layer)
        assert float(np.linalg.norm(gradient)) <= bound * (1 + 1e-9)


def test_the_papers_gradient_bound_is_the_product_over_all_layers():
    weights = [np.diag([2.0, 1.0]), np.array([[3.0, 0.0]])]
    assert gradient_bound(weights, [5.0], input_norm=7, loss_lipschitz=2) == pytest.approx(2 * 7 * 2 * 3 * 5)
    assert gradient_bound(weights, [5.0], input_norm=7, loss_lipschitz=2, layer=1) == pytest.approx(2 * 7 * 3 * 5)


def test_coefficient_bound_uses_column_sums():
    weights = [np.array([[1.0, -4.0], [2.0, 1.0]]), np.array([[0.5, -3.0]])]
    assert coefficient_bound(weights, [2.0]) == pytest.approx(5 * 3 * 2)


def test_operator_norm_is_the_largest_singular_value():
    assert operator_norms([np.diag([1.0, -7.0])]) == pytest.approx([7])


def test_wrong_budgets_and_shapes_are_named():
    chain = [np.ones((3, 2)), np.ones((1, 3))]
    with pytest.raises(TeslaError, match="has 1 activations and needs as many budgets; 2"):
        lipschitz_bound(chain, [1, 1])
    with pytest.raises(TeslaError, match="take what the one before gives"):
        lipschitz_bound([np.ones((3, 2)), np.ones((1, 4))], [1])
    with pytest.raises(TeslaError, match="at least one"):
        operator_norms([])
    with pytest.raises(TeslaError, match=r"\(out, in\)"):
        operator_norms([np.ones(3)])
    with pytest.raises(TeslaError, match="layer must be from 1 to 2; 3"):
        gradient_bound(chain, [1], 1, layer=3)
    with pytest.raises(TeslaError, match="budget must be a finite number from 0"):
        lipschitz_bound(chain, [-1])
    with pytest.raises(TeslaError, match="finite"):
        operator_norms([np.full((2, 2), np.nan)])
