"""What every pointwise activation must hold, those to come included: its row and its torch code agree, and it can be
trained in a stack and in a PINN."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import Tensor

from tesla_core.activations.pointwise import Pointwise
from tesla_core.activations.registry import ACTIVATIONS
from tesla_core.lab.panels import panel_text, read_panel
from tesla_core.live.text import read_json, write_json
from tesla_core.models.build import activation_maker, build_model
from tesla_core.models.spec import ModelSpec
from tesla_core.models.stacked import Stack

PLAIN = [name for name in ACTIVATIONS if ModelSpec(name).network.plain]
Z = torch.linspace(-1.53, 1.47, 37, dtype=torch.float64)  # misses the kink at zero
STEP = 1e-5


def layer_of(spec: ModelSpec, seed: int = 3) -> Pointwise:
    return activation_maker(spec, seed)().double()


def shaken(layer: Pointwise) -> Pointwise:
    """Parameters somewhere in the middle of a training."""
    generator = torch.Generator().manual_seed(5)
    for parameter in layer.parameters():
        parameter.data += 0.1 * torch.randn(parameter.shape, generator=generator, dtype=torch.float64)
    return layer


@pytest.mark.parametrize("name", PLAIN)
def test_derivatives_are_those_of_the_function(name: str) -> None:
    """Each order is the slope of the one before it; a PINN with another one would solve another equation."""
    layer = shaken(layer_of(ModelSpec(name)))
    torch.testing.assert_close(layer.derivatives(Z)[0], layer(Z).detach())
    here, above, below = (layer.derivatives(z) for z in (Z, Z + STEP, Z - STEP))
    for order in range(3):
        slope = (above[order] - below[order]) / (2 * STEP)
        scale = 1 + slope.abs().max().item()
        torch.testing.assert_close(here[order + 1] / scale, slope / scale, rtol=0, atol=2e-5)


@pytest.mark.parametrize("name", PLAIN)
def test_what_the_derivatives_owe_to_the_parameters(name: str) -> None:
    layer = shaken(layer_of(ModelSpec(name)))
    weights = tuple(torch.randn(3, *Z.shape, generator=torch.Generator().manual_seed(1), dtype=torch.float64))

    def total() -> Tensor:
        return torch.stack([(w * value).sum() for w, value in zip(weights, layer.derivatives(Z), strict=False)]).sum()

    found = layer.parameter_gradients(Z, weights)  # pyright: ignore[reportArgumentType]
    assert len(found) == len(list(layer.parameters()))
    for parameter, gradient in zip(layer.parameters(), found, strict=True):
        for place in range(len(parameter)):
            values = []
            for step in (STEP, -2 * STEP):
                parameter.data[place] += step
                values.append(total())
            parameter.data[place] += STEP
            torch.testing.assert_close(gradient[place], (values[0] - values[1]) / (2 * STEP), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("name", PLAIN)
def test_a_stack_is_its_models(name: str) -> None:
    """Three seeds trained as one must be the three that would have been trained alone."""
    models = [build_model(ModelSpec(name, width=5), 2, 1, seed) for seed in range(3)]
    x = torch.rand(7, 2, generator=torch.Generator().manual_seed(0)) * 2 - 1
    stack = Stack(models)
    torch.testing.assert_close(stack(x), torch.stack([model(x) for model in models]), rtol=1e-4, atol=1e-5)
    stack(x).square().sum().backward()
    models[1](x).square().sum().backward()
    together = stack.get_parameter("groups.0.weights.0").grad
    alone = models[1].get_parameter("linears.0.weight").grad
    assert together is not None
    assert alone is not None
    torch.testing.assert_close(together[1].T, alone, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("name", PLAIN)
def test_tickets_see_the_shape_that_is_trained(name: str) -> None:
    """The verdict before training is of the row's shape: it must be that of the layer."""
    spec, row = ModelSpec(name), ACTIVATIONS[name]
    if row.shape is not None:
        expected = layer_of(spec)(Z).detach().numpy()
        np.testing.assert_allclose(row.shape(Z.numpy(), spec.chosen), expected, atol=1e-5)
    if row.waves is not None:
        speed, count = row.waves(spec.chosen)
        assert speed > 0
        assert count >= 1


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_every_option_goes_through_a_panel_and_a_link(name: str) -> None:
    """What a person typed is what a link opens and what a list shows."""
    for option in ACTIVATIONS[name].options:
        if option.choices:
            value = option.choices[-1]
            text = f"{ACTIVATIONS[name].label} {value}"
        else:
            assert option.limits is not None
            value = option.kind(option.limits[1])
            text = f"{ACTIVATIONS[name].label} {option.word}={value:g}"
        spec = read_panel(text)
        assert spec.value(option.name) == value
        assert read_panel(panel_text(spec)) == spec
        assert read_json(ModelSpec, write_json(spec)) == spec
        assert hash(spec) == hash(read_json(ModelSpec, write_json(spec)))
