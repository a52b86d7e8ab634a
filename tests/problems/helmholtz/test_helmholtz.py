"""If these fail, a PINN of the Helmholtz equation is trained on, or measured against, another one."""

from __future__ import annotations

import numpy as np
import torch

from tesla_core.models.jets import Jet
from tesla_core.problems.helmholtz.residual_torch import residual
from tesla_core.problems.helmholtz.task import HelmholtzTask


def test_the_exact_solution_has_no_residual() -> None:
    points = torch.rand(50, 2, generator=torch.Generator().manual_seed(0), dtype=torch.float64) * 2 - 1
    x, y = points.T
    u = torch.sin(torch.pi * x) * torch.sin(4 * torch.pi * y)
    shaped, zero = u[None, :, None], torch.zeros(1, 50, 1, dtype=torch.float64)
    bends = {0: -(torch.pi**2) * shaped, 1: -16 * torch.pi**2 * shaped}
    found = residual(HelmholtzTask(), Jet(shaped, (zero, zero), bends), points)
    torch.testing.assert_close(found, zero, atol=1e-9, rtol=0)
    np.testing.assert_allclose(HelmholtzTask().exact(points.numpy()), u.numpy(), atol=1e-12)


def test_every_edge_has_points_and_u_is_zero_there() -> None:
    task = HelmholtzTask(samples=10, boundary=40)
    edge = task.sample().given["boundary"]
    for axis in (0, 1):
        for end in (-1, 1):
            assert (edge.x[:, axis] == end).sum() == 10
    assert not edge.y.any()
    np.testing.assert_allclose(task.exact(edge.x), 0.0, atol=1e-5)
