"""From a spec and a seed to a network: its shape, its formula, its reproducibility."""

from __future__ import annotations

from typing import cast

import pytest
import torch

from tesla_core.activations import ACTIVATIONS, TESLA
from tesla_core.errors import TeslaError, UnknownNameError
from tesla_core.fields import Limits, rules
from tesla_core.models.build import build_model
from tesla_core.models.kan import KAN
from tesla_core.models.mlp import MLP
from tesla_core.models.spec import ModelSpec


@pytest.mark.parametrize("depth", [1, 2, 5])
def test_an_mlp_has_the_layers_it_was_asked_for(depth: int) -> None:
    model = cast(MLP, build_model(ModelSpec(width=7, depth=depth), 3, 2, seed=0))
    sizes = [parameter.shape for name, parameter in model.linears.named_parameters() if name.endswith("weight")]
    assert sizes == [(7, 3), *[(7, 7)] * (depth - 1), (2, 7)]
    assert len(model.activations) == depth
    assert len({id(activation.a) for activation in model.activations}) == depth  # each layer learns its own shape


def test_an_mlp_is_linear_activation_linear() -> None:
    model = cast(MLP, build_model(ModelSpec(activation="tanh", width=5, depth=1), 3, 2, seed=0))
    x, (weight, bias, last_weight, last_bias) = torch.randn(4, 3), model.parameters()
    expected = torch.tanh(x @ weight.T + bias) @ last_weight.T + last_bias
    torch.testing.assert_close(model(x), expected)


def test_the_specs_numbers_reach_the_layers() -> None:
    tesla = cast(MLP, build_model(ModelSpec(harmonics=5, coefficient_scale=0.0), 3, 1, seed=0)).activations[0]
    assert isinstance(tesla, TESLA)
    assert (tesla.harmonics, tesla.scale, float(tesla.a.detach().abs().max())) == (5, 0.0, 0.0)
    siren = cast(MLP, build_model(ModelSpec(activation="siren", omega=7.0), 3, 1, seed=0)).activations[0]
    snake = cast(MLP, build_model(ModelSpec(activation="snake", alpha=3.0), 3, 1, seed=0)).activations[0]
    assert (siren.omega, snake.alpha) == (7.0, 3.0)
    kan = cast(KAN, build_model(ModelSpec(activation="kan", kan_width=4, kan_grid=6, depth=2), 3, 1, seed=0))
    assert kan.sizes == (3, 4, 4, 1)
    assert kan.layers[0].grid == 6


@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_a_seed_decides_the_whole_start(activation: str) -> None:
    """A run that can't be repeated can't be resumed or shared by its link."""
    spec = ModelSpec(activation=activation, width=6)
    torch.manual_seed(1)  # global state must not matter
    first = build_model(spec, 3, 1, seed=4).state_dict()
    torch.manual_seed(2)
    again, other = (build_model(spec, 3, 1, seed).state_dict() for seed in (4, 5))
    assert all(torch.equal(first[name], again[name]) for name in first)
    assert any(not torch.equal(first[name], other[name]) for name in first)


LIMITS = {name: rule for name, rule in rules(ModelSpec).items() if isinstance(rule, Limits)}


@pytest.mark.parametrize("name", LIMITS)
def test_numbers_out_of_range_name_the_range(name: str) -> None:
    low, high = LIMITS[name].low, LIMITS[name].high
    for wrong in (low - 1, high + 1, float("nan")):
        named = f"{name.replace('_', ' ').capitalize()} must be (a whole number )?from {low:g} to"
        with pytest.raises(TeslaError, match=named):
            ModelSpec(**{name: wrong})  # pyright: ignore[reportArgumentType]
    for right in (low, high):
        assert getattr(ModelSpec(**{name: right}), name) == right  # pyright: ignore[reportArgumentType]


def test_an_unknown_activation_lists_the_choices() -> None:
    with pytest.raises(UnknownNameError, match="tesla, relu, gelu"):
        ModelSpec(activation="mish")


@pytest.mark.parametrize(
    ("spec", "label"),
    [
        (ModelSpec(harmonics=4), "TESLA K=4"),
        (ModelSpec(activation="siren", omega=10), "SIREN ω₀=10"),
        (ModelSpec(activation="snake"), "SNAKE α=1"),
        (ModelSpec(activation="relu"), "ReLU"),
        (ModelSpec(activation="kan"), "KAN"),
    ],
)
def test_a_chart_calls_a_model_by_its_name_and_what_sets_it_apart(spec: ModelSpec, label: str) -> None:
    assert spec.label == label
