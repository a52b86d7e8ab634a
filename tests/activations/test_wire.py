"""WIRE, real and complex: each is what its name says."""

from __future__ import annotations

import pytest
import torch

from tesla_core.activations.wire import RealGabor
from tesla_core.errors import TeslaError
from tesla_core.lab.panels import panel_text, read_panel
from tesla_core.models.build import build_model
from tesla_core.models.complex_gabor import ComplexGabor
from tesla_core.models.spec import ModelSpec
from tesla_core.models.stacked import Stack
from tesla_core.problems.burgers.experiment import BurgersSpec

Z = torch.linspace(-0.4, 0.4, 41, dtype=torch.float64)


def test_the_real_one_is_the_real_part_of_the_wavelet() -> None:
    wavelet = torch.exp(1j * 7 * Z - (3 * Z).square())
    torch.testing.assert_close(RealGabor(7.0, 3.0)(Z), wavelet.real)
    assert torch.autograd.gradcheck(RealGabor(7.0, 3.0), (Z.clone().requires_grad_(),))


def test_the_real_one_is_named_so() -> None:
    spec = read_panel("WIRE (real) ω₀=5 s=2")
    assert spec.activation == "wire_real"
    assert panel_text(spec) == "WIRE (real) ω₀=5 s₀=2"


def test_the_complex_one_computes_with_complex_numbers() -> None:
    """The published formula, by torch's own complex layers."""
    model = build_model(ModelSpec("wire", width=12, options=(("wire_omega", 3.0), ("wire_scale", 2.0))), 2, 3, 0)
    assert isinstance(model, ComplexGabor)
    x = torch.rand(5, 2, generator=torch.Generator().manual_seed(0))
    z = model.first(x).to(torch.cfloat)
    for weight, bias in zip(model.weights, model.biases, strict=True):
        layer = torch.nn.Linear(weight.shape[1], weight.shape[0], dtype=torch.cfloat)
        layer.weight.data, layer.bias.data = torch.view_as_complex(weight.data), torch.view_as_complex(bias.data)
        z = layer(torch.exp(3j * z) * torch.exp(-((2 * z).abs() ** 2)))
    torch.testing.assert_close(model(x), z.real)
    # Fewer neurons by √2, and so about as many real numbers as a real network of that width.
    assert model.weights[0].shape == (8, 8, 2)


def test_the_complex_one_learns_beside_others() -> None:
    models = [build_model(ModelSpec(name, width=32), 1, 1, 0) for name in ("wire", "relu")]
    stack = Stack(models)
    assert not any(parameter.is_complex() for parameter in stack.parameters())
    x = torch.linspace(-1, 1, 64)[:, None]
    target = torch.sin(6 * x)
    optimizer = torch.optim.Adam(stack.parameters(), 1e-3)
    losses = []
    for _ in range(150):
        optimizer.zero_grad()
        loss = (stack(x) - target).square().mean((1, 2))
        loss.sum().backward()
        optimizer.step()
        losses.append(loss.detach())
    assert losses[-1][0] < 0.1 * losses[0][0]
    stack.write_back(models)
    torch.testing.assert_close(models[0](x), stack(x)[0])


def test_the_complex_one_says_that_it_is_no_pinn() -> None:
    with pytest.raises(TeslaError, match=r"needs a plain MLP.*'wire' is none"):
        BurgersSpec(activation="wire")
    assert BurgersSpec(activation="wire_real").model().label == "WIRE (real) ω₀=20"
