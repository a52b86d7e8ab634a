"""The residual that networks are trained by is the equation's."""

from __future__ import annotations

import torch

from tesla_core.models.jets import Jet
from tesla_core.problems.burgers.residual_torch import residual
from tesla_core.problems.burgers.task import BurgersTask


def test_a_solution_has_none_and_what_bends_has_the_viscosity_s_share() -> None:
    """x/(1 + t) solves the equation for every viscosity."""
    task = BurgersTask()
    points = torch.from_numpy(task.inside())
    t, x = points.T
    u, u_t, u_x, u_xx = (each[None, :, None] for each in (x / (1 + t), -x / (1 + t) ** 2, 1 / (1 + t), 0 * x))
    torch.testing.assert_close(residual(task, Jet(u, (u_t, u_x), {1: u_xx}), points), 0 * u, atol=1e-6, rtol=0)
    bent = residual(task, Jet(u, (u_t, u_x), {1: u_xx + 1}), points)
    torch.testing.assert_close(bent, torch.full_like(u, -task.viscosity), atol=1e-6, rtol=0)
