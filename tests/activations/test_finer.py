"""FINER trains as its published code does and starts as its paper says."""

from __future__ import annotations

import math

import torch

from tesla_core.activations.finer import Finer
from tesla_core.lab.panels import panel_text, read_panel
from tesla_core.models.build import build_model
from tesla_core.models.spec import ModelSpec

Z = torch.linspace(-2, 2, 41, dtype=torch.float64)


def test_the_factor_is_not_differentiated() -> None:
    z = Z.clone().requires_grad_()
    layer = Finer(omega=3.0)
    (slope,) = torch.autograd.grad(layer(z).sum(), z)
    factor = Z.abs() + 1
    torch.testing.assert_close(layer(Z), torch.sin(3 * factor * Z))
    torch.testing.assert_close(slope, 3 * factor * torch.cos(3 * factor * Z))


def test_a_pinn_gets_the_derivatives_of_the_function() -> None:
    def whole(z: torch.Tensor) -> torch.Tensor:
        return torch.sin(3 * (z.abs() + 1) * z)

    z = (Z + 0.013).requires_grad_()
    expected = whole(z)
    for measured in Finer(omega=3.0).derivatives(z.detach()):
        torch.testing.assert_close(measured, expected.detach())
        (expected,) = torch.autograd.grad(expected.sum(), z, create_graph=True)


def test_its_own_rule_spreads_the_first_biases() -> None:
    model = build_model(ModelSpec("finer", width=400, init="own", options=(("finer_k", 9.0),)), 2, 1, 0)
    first, bias = model.get_parameter("linears.0.weight"), model.get_parameter("linears.0.bias")
    assert 0.45 < first.abs().max() <= 0.5
    assert 8.5 < bias.abs().max() <= 9
    later = model.get_parameter("linears.1.weight").abs().max()
    assert 0.95 * math.sqrt(6 / 400) / 30 < later <= math.sqrt(6 / 400) / 30
    plain = build_model(ModelSpec("finer", width=400), 2, 1, 0)
    assert plain.get_parameter("linears.0.bias").abs().max() <= 1 / math.sqrt(2)


def test_k_is_said_where_it_is_not_the_usual_one() -> None:
    assert panel_text(read_panel("FINER k=5")) == "FINER ω₀=30"
    assert panel_text(read_panel("finer 10 k=2")) == "FINER ω₀=10 k=2"
