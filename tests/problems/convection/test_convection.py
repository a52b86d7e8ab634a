"""If these fail, a PINN of the convection equation is trained on, or measured against, another one."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from tesla_core.errors import TeslaError
from tesla_core.models.jets import Jet
from tesla_core.problems.convection.residual_torch import residual
from tesla_core.problems.convection.task import ConvectionTask


def test_the_exact_solution_has_no_residual() -> None:
    task = ConvectionTask(beta=7.0)
    points = torch.rand(50, 2, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    phase = torch.pi * points[:, 1] - 7.0 * points[:, 0]
    u, slope = torch.sin(phase)[None, :, None], torch.cos(phase)[None, :, None]
    found = residual(task, Jet(u, (-7.0 * slope, torch.pi * slope), {}), points)
    torch.testing.assert_close(found, torch.zeros_like(u), atol=1e-9, rtol=0)
    np.testing.assert_allclose(task.exact(points.numpy()), u[0, :, 0].numpy(), atol=1e-12)


def test_the_start_is_a_sine_and_the_ends_are_joined() -> None:
    sample = ConvectionTask(samples=10, boundary=20, initial=30).sample()
    start = sample.given["initial"]
    assert len(start.x) == 30
    assert not start.x[:, 0].any()
    np.testing.assert_allclose(start.y[:, 0], np.sin(np.pi * start.x[:, 1]), atol=1e-6)
    left, right = sample.periodic["boundary"]
    np.testing.assert_array_equal(left[:, 0], right[:, 0])
    assert {*left[:, 1].tolist(), *right[:, 1].tolist()} == {-1.0, 1.0}


def test_a_speed_out_of_range_is_named() -> None:
    with pytest.raises(TeslaError, match=r"Speed β must be from 0\.1 to 100"):
        ConvectionTask(beta=1000.0)
