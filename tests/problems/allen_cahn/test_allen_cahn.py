"""If these fail, a PINN of the Allen–Cahn equation is trained on, or measured against, another one."""

from __future__ import annotations

import numpy as np
import torch

from tesla_core.models.jets import Jet
from tesla_core.problems.allen_cahn.reference import DIFFUSION, REACTION, _table, allen_cahn, start
from tesla_core.problems.allen_cahn.residual_torch import residual
from tesla_core.problems.allen_cahn.task import AllenCahnTask


def test_the_reference_begins_where_it_should_and_is_periodic() -> None:
    x = np.linspace(-1, 1, 301)
    np.testing.assert_allclose(allen_cahn(0.0, x), start(x), atol=2e-5)
    t = np.linspace(0, 1, 11)
    np.testing.assert_allclose(allen_cahn(t, -1.0), allen_cahn(t, 1.0), atol=1e-6)


def test_a_finer_reference_is_the_same() -> None:
    coarse, fine = _table(1024, 1000), _table(2048, 2000)
    assert np.abs(coarse - fine[::2, ::2]).max() < 2e-3


def test_the_reference_solves_the_equation_away_from_its_fronts() -> None:
    """By differences: where u bends gently, both sides agree."""
    t, x = np.linspace(0.2, 0.8, 121), np.linspace(-0.2, 0.2, 161)
    u = allen_cahn(t[:, None], x)
    u_t = np.gradient(u, t, axis=0)
    u_xx = np.gradient(np.gradient(u, x, axis=1), x, axis=1)
    left = u_t - DIFFUSION * u_xx - REACTION * (u - u**3)
    assert np.abs(left[3:-3, 3:-3]).max() < 0.02


def test_the_residual_is_the_equation_s() -> None:
    """A constant c has the residual -5(c - c³): none at 0, 1 and -1."""
    points = torch.zeros(4, 2)
    u = torch.tensor([0.0, 1.0, -1.0, 0.5])[None, :, None]
    zero = torch.zeros_like(u)
    expected = -5 * (u - u**3)
    torch.testing.assert_close(residual(AllenCahnTask(), Jet(u, (zero, zero), {1: zero}), points), expected)
    bent = residual(AllenCahnTask(), Jet(u, (zero + 2, zero), {1: zero + 1}), points)
    torch.testing.assert_close(bent, expected + 2 - 1e-4)


def test_points_of_both_ends_come_in_pairs_at_one_time() -> None:
    points = AllenCahnTask(samples=20, boundary=9, initial=7).sample()
    left, right = points.periodic["boundary"]
    assert left.shape == right.shape == (4, 2)
    np.testing.assert_array_equal(left[:, 0], right[:, 0])
    assert (left[:, 1] == -1).all()
    assert (right[:, 1] == 1).all()
    at = points.given["initial"]
    np.testing.assert_allclose(at.y[:, 0], start(at.x[:, 1]), atol=1e-6)
