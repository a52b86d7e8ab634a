"""Training mode by mode. If these fail, the page shows a decay that no training had, or foretells another."""

from __future__ import annotations

import numpy as np
import pytest

from tesla_core.analysis.modewise import INPUTS, LARGEST, LEARNERS, MODES, STEPS, train_modes
from tesla_core.errors import TeslaError


def test_coefficients_alone_decay_as_gradient_descent_must() -> None:
    """Every mode by itself, by 1 − η/(2m²) a step: the closed form of what was trained."""
    found = train_modes("coefficients", 8, 1.0)
    m = np.arange(1, MODES + 1)
    np.testing.assert_allclose(found.eigenvalues, 1 / (2 * m**2), rtol=1e-12)
    np.testing.assert_allclose(found.measured, (1 - 1 / (2 * m**2)) ** found.steps[:, None], atol=1e-12)
    np.testing.assert_allclose(found.foretold, np.exp(-found.steps[:, None] / (2 * m**2)), rtol=1e-12)


def test_modes_above_k_are_never_learned() -> None:
    found = train_modes("coefficients", 3, 1.0)
    np.testing.assert_allclose(found.measured[:, 3:], 1, atol=1e-12)
    assert (found.measured[-1, :3] < 1e-4).all()


@pytest.mark.parametrize("learner", LEARNERS)
def test_a_learner_s_gradients_are_those_of_its_output(learner: str) -> None:
    """Beside differences of f itself, parameter by parameter."""
    model = LEARNERS[learner](5, np.random.default_rng(1))
    start, exact = model.theta.copy(), model.jacobian()
    for index in range(0, start.size, 7):
        sides = []
        for step in (1e-6, -1e-6):
            model.theta = start.copy()
            model.theta[index] += step
            sides.append(model.look()[0])
        np.testing.assert_allclose((sides[0] - sides[1]) / 2e-6, exact[:, index], atol=1e-5)


def test_relu_leaves_high_modes_for_last() -> None:
    """The spectral bias that the paper begins with."""
    found = train_modes("relu", 8, 1.0)
    left = found.measured[-1] / found.measured[0]
    assert left[0] < 0.3
    assert left[MODES - 1] > 0.6


def test_a_network_of_waves_learns_the_highest_mode_sooner_than_relu() -> None:
    tesla, relu = train_modes("tesla", 8, 1.0), train_modes("relu", 8, 1.0)
    assert tesla.measured[-1, -1] < 0.5 * relu.measured[-1, -1]


def test_what_runs_away_stays_finite() -> None:
    found = train_modes("tesla", 12, 100.0)
    assert np.isfinite(found.measured).all()
    assert found.outputs.shape == (found.steps.size, INPUTS)
    assert found.steps[-1] == STEPS
    assert np.abs(found.outputs).max() > LARGEST / 10 or found.measured.max() < LARGEST


@pytest.mark.parametrize("bad", [("none", 8, 1.0), ("relu", 0, 1.0), ("relu", 8, float("nan")), ("tesla", 10**6, 1.0)])
def test_what_is_no_training_is_refused(bad: tuple) -> None:
    with pytest.raises(TeslaError):
        train_modes(*bad)
