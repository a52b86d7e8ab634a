"""Machine code of an activation is the activation: if these fail, panels train by another function than they show."""

from __future__ import annotations

import math
from typing import Any

import pytest
import torch
from torch import Tensor

from tesla_core.activations.classic import GELU, ReLU, SiLU, Tanh
from tesla_core.activations.finer import Finer
from tesla_core.activations.gauss import Gauss
from tesla_core.activations.kernels import curves
from tesla_core.activations.kernels.curves import CurveCode, code_for
from tesla_core.activations.periodic import Siren, Snake
from tesla_core.activations.pointwise import Pointwise
from tesla_core.activations.wire import RealGabor

CURVES = [ReLU(), GELU(), SiLU(), Tanh(), Siren(), Siren(3.0), Snake(), Snake(5.0), Gauss(), RealGabor(), Finer()]


def through(code: CurveCode, z: Tensor) -> tuple[Tensor, Tensor]:
    value, slope = torch.empty_like(z), torch.ones_like(z)
    code.write(z.data_ptr(), value.data_ptr(), z.numel())
    code.go_back(z.data_ptr(), slope.data_ptr(), z.numel())
    return value, slope


def by_autograd(activation: Pointwise, z: Tensor) -> tuple[Tensor, Tensor]:
    leaf = z.clone().requires_grad_()
    value = activation(leaf)
    return value.detach(), torch.autograd.grad(value.sum(), leaf)[0]


def code_of(activation: Pointwise) -> CurveCode:
    code = code_for(activation, torch.zeros(1))
    assert code is not None
    return code


@pytest.mark.parametrize("activation", CURVES, ids=repr)
@pytest.mark.parametrize("count", [1, 15, 16, 1003])
def test_value_and_slope_are_torch_s(activation: Pointwise, count: int) -> None:
    z = 3 * torch.randn(count, generator=torch.Generator().manual_seed(0))
    found, expected = through(code_of(activation), z), by_autograd(activation, z)
    for one, other in zip(found, expected, strict=True):
        # A fast wave's argument is rounded, by either, before its sine is taken.
        size = max(1.0, float(other.abs().max())) * getattr(activation, "omega", 1.0) / 4
        torch.testing.assert_close(one, other, rtol=1e-6, atol=5e-7 * max(1.0, size))


@pytest.mark.parametrize("activation", CURVES, ids=repr)
def test_what_is_no_number_stays_none(activation: Pointwise) -> None:
    """A panel that diverged is seen by it."""
    value, slope = through(code_of(activation), torch.full((17,), math.nan))
    assert value.isnan().all()
    if not isinstance(activation, ReLU):  # whose slope autograd takes for 1 there
        assert slope.isnan().all()


@pytest.mark.parametrize("activation", [GELU(), SiLU(), Tanh(), Gauss(), RealGabor()], ids=repr)
def test_far_out_values_are_the_limits(activation: Pointwise) -> None:
    z = torch.tensor([-1e4, -200.0, -88.0, 88.0, 200.0, 1e4])
    value, slope = through(code_of(activation), z)
    expected, expected_slope = by_autograd(activation, z)
    torch.testing.assert_close(value, expected, rtol=1e-6, atol=1e-6)
    torch.testing.assert_close(slope, expected_slope, rtol=1e-6, atol=1e-6)


class Softer(ReLU):
    """Says it is ReLU, and is not."""

    def forward(self, z: Tensor) -> Tensor:
        return torch.nn.functional.softplus(z)


def test_code_that_is_another_function_gives_way_with_one_warning(caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(2):
        assert code_for(Softer(), torch.zeros(4)) is None
    assert caplog.text.count("Softer: no machine code of its own (it is wrong by") == 1


def test_without_llvmlite_torch_does_it(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    def missing(activation: Pointwise) -> Any:
        raise ModuleNotFoundError("No module named 'llvmlite'")

    monkeypatch.setattr(curves, "_compiled", missing)
    assert code_for(Siren(17.0), torch.zeros(4)) is None
    assert caplog.text == ""


def test_only_what_the_code_can_read_is_given_to_it() -> None:
    assert code_for(ReLU(), torch.zeros(4, dtype=torch.float64)) is None
    assert code_for(ReLU(), torch.zeros(4, 4).t()) is None
    assert code_for(ReLU(), torch.zeros(4, device="meta")) is None
