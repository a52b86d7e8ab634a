"""If these fail, the true error beside the PINN's losses is measured against something that is not the solution."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tesla_core.errors import TeslaError
from tesla_core.problems.burgers.exact import VISCOSITY, burgers_exact, relative_error


def test_the_steepest_slope_is_the_published_one() -> None:
    """Basdevant et al. 1986: at πt = 1.6037 the slope at x = 0 reaches -152.00516 for ν = 0.01/π."""
    h = 1e-4
    u = burgers_exact(1.6037 / np.pi, np.array([-2 * h, -h, h, 2 * h]))
    slope = (u[0] - 8 * u[1] + 8 * u[2] - u[3]) / (12 * h)
    assert slope == pytest.approx(-152.00516, abs=1e-4)


def stepped(viscosity: float, end: float, cells: int = 200) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """x and u(end, x) by central differences and Runge and Kutta's fourth order: another way to the same solution."""
    x = np.linspace(-1, 1, cells + 1)
    u, dx = -np.sin(np.pi * x), 2 / cells
    steps = int(np.ceil(end / (0.2 * dx**2 / viscosity)))
    dt = end / steps

    def rate(u: NDArray[np.float64]) -> NDArray[np.float64]:
        out = np.zeros_like(u)
        flow = (u[2:] ** 2 - u[:-2] ** 2) / (4 * dx)
        out[1:-1] = viscosity * (u[2:] - 2 * u[1:-1] + u[:-2]) / dx**2 - flow
        return out

    for _ in range(steps):
        k1 = rate(u)
        k2 = rate(u + dt / 2 * k1)
        k3 = rate(u + dt / 2 * k2)
        u = u + dt / 6 * (k1 + 2 * k2 + 2 * k3 + rate(u + dt * k3))
    return x, u


@pytest.mark.parametrize("viscosity", [0.05, 0.2])
def test_it_agrees_with_a_solver_that_knows_no_transform(viscosity: float) -> None:
    x, u = stepped(viscosity, end=0.5)
    np.testing.assert_allclose(burgers_exact(0.5, x, viscosity), u, atol=1e-3)


@given(st.floats(0.05, 0.95), st.floats(-0.95, 0.95), st.sampled_from([VISCOSITY, 0.02, 0.3]))
def test_it_solves_the_equation_everywhere(t: float, x: float, viscosity: float) -> None:
    h = 2e-4
    u = burgers_exact(np.array([[t - h], [t], [t + h]]), np.array([x - h, x, x + h]), viscosity)
    u_t, u_x = (u[2, 1] - u[0, 1]) / (2 * h), (u[1, 2] - u[1, 0]) / (2 * h)
    u_xx = (u[1, 2] - 2 * u[1, 1] + u[1, 0]) / h**2
    scale = 1 + abs(u_t) + abs(u[1, 1] * u_x) + viscosity * abs(u_xx)
    assert abs(u_t + u[1, 1] * u_x - viscosity * u_xx) < 5e-3 * scale


@given(st.floats(0.0, 1.0), st.floats(-1.0, 1.0))
def test_it_starts_as_a_sine_is_odd_and_vanishes_at_the_ends(t: float, x: float) -> None:
    assert burgers_exact(0.0, x) == pytest.approx(-np.sin(np.pi * x), abs=1e-12)
    assert burgers_exact(t, x) == pytest.approx(-burgers_exact(t, -x), abs=1e-10)
    np.testing.assert_allclose(burgers_exact(t, [-1.0, 1.0]), 0.0, atol=1e-10)


def test_shapes_broadcast_and_errors_are_relative() -> None:
    u = burgers_exact(np.linspace(0, 1, 3)[:, None], np.linspace(-1, 1, 5))
    assert u.shape == (3, 5)
    np.testing.assert_allclose(relative_error(np.stack([1.1 * u, u]).reshape(2, -1), u.reshape(-1)), [0.1, 0.0])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: burgers_exact(-0.1, 0.0), "t must not be negative; -0.1"),
        (lambda: burgers_exact(float("nan"), 0.0), "t must not be negative; nan"),
        (lambda: burgers_exact(0.5, 0.0, 1e-5), r"Viscosity ν must be from 0.002 to 1; 1e-05"),
    ],
)
def test_what_it_cannot_solve_is_said(call, message: str) -> None:
    with pytest.raises(TeslaError, match=message):
        call()
