"""First-layer rules: what they draw, that they are the same for every activation, and how they are written."""

from __future__ import annotations

import math
from typing import cast

import pytest
import torch
from torch import Tensor, nn

from tesla_core.activations import ACTIVATIONS
from tesla_core.errors import TeslaError
from tesla_core.models.build import build_model
from tesla_core.models.init import RADEMACHER_RANGE, parse_init
from tesla_core.models.mlp import MLP
from tesla_core.models.spec import ModelSpec

INPUTS, WIDTH = 25, 400
MLP_NAMES = [name for name, entry in ACTIVATIONS.items() if entry.network == "mlp"]


def linears(init: str, seed: int = 0, **options: object) -> list[nn.Linear]:
    model = build_model(ModelSpec(width=WIDTH, init=init, **options), INPUTS, 1, seed)  # pyright: ignore[reportArgumentType]
    return [cast(nn.Linear, linear) for linear in cast(MLP, model).linears]


def assert_uniform(weights: Tensor, limit: float) -> None:
    """Within ±limit, reaching its ends, with the spread of a uniform distribution."""
    weights = weights.detach()
    assert float(weights.abs().max()) <= limit
    assert float(weights.max()) > 0.97 * limit
    assert float(weights.min()) < -0.97 * limit
    assert float(weights.std()) == pytest.approx(limit / math.sqrt(3), rel=0.1)


@pytest.mark.parametrize("activation", MLP_NAMES)
@pytest.mark.parametrize(("init", "limit"), [("default", 1 / math.sqrt(INPUTS)), ("uniform(0.35)", 0.35)])
def test_one_rule_fills_the_first_layer_of_every_activation(activation: str, init: str, limit: float) -> None:
    first, *_ = linears(init, activation=activation)
    assert_uniform(first.weight, limit)
    assert_uniform(first.bias, 1 / math.sqrt(INPUTS))


def test_rademacher_draws_one_magnitude_a_neuron_and_random_signs() -> None:
    first, second, _ = linears("rademacher")
    magnitudes = first.weight.detach().abs()
    assert torch.equal(magnitudes, magnitudes[:, :1].expand_as(magnitudes))
    low, high = RADEMACHER_RANGE
    assert (low, high) == (0.05, math.pi / 2)
    assert low <= float(magnitudes.min()) < low + 0.05
    assert high - 0.05 < float(magnitudes.max()) <= high
    assert abs(float(first.weight.detach().sign().mean())) < 0.05
    assert_uniform(second.weight, 1 / math.sqrt(WIDTH))


@pytest.mark.parametrize("init", ["default", "uniform(0.5)", "rademacher"])
def test_models_of_one_seed_start_from_the_same_first_layer_whatever_their_activation(init: str) -> None:
    """Otherwise a comparison would compare starts, not activations."""
    start = linears(init)[0]
    for activation in MLP_NAMES:
        first, *_ = linears(init, activation=activation)
        assert torch.equal(first.weight, start.weight)
        assert torch.equal(first.bias, start.bias)
    assert not torch.equal(linears(init, seed=1)[0].weight, start.weight)


def test_later_layers_are_the_same_too_where_their_rule_is() -> None:
    start = linears("default")
    for activation in MLP_NAMES:
        if not ACTIVATIONS[activation].has_own_init:
            for own, other in zip(linears("default", activation=activation), start, strict=True):
                assert torch.equal(own.weight, other.weight)


def test_more_harmonics_leave_the_linear_layers_as_they_are() -> None:
    for one, other in zip(linears("default", harmonics=1), linears("default", harmonics=16), strict=True):
        assert torch.equal(one.weight, other.weight)


@pytest.mark.parametrize("omega", [30.0, 10.0])
def test_sirens_own_rule_has_its_papers_ranges(omega: float) -> None:
    """First layer U(±1/n), the later ones U(±√(6/n)/ω0): with other ranges a SIREN does not train."""
    first, hidden, last = linears("own", activation="siren", omega=omega)
    assert_uniform(first.weight, 1 / INPUTS)
    assert_uniform(hidden.weight, math.sqrt(6 / WIDTH) / omega)
    assert float(last.weight.detach().abs().max()) <= math.sqrt(6 / WIDTH) / omega


def test_sirens_later_layers_keep_its_rule_under_a_common_first_layer() -> None:
    assert_uniform(linears("uniform(0.5)", activation="siren")[1].weight, math.sqrt(6 / WIDTH) / 30)


def test_the_own_rule_of_the_others_is_pytorchs() -> None:
    for activation in ("tesla", "relu", "snake"):
        assert torch.equal(linears("own", activation=activation)[0].weight, linears("default")[0].weight)


@pytest.mark.parametrize(("text", "c"), [("uniform(0.5)", 0.5), ("uniform(1)", 1.0), ("uniform( 2e-1 )", 0.2)])
def test_uniform_reads_its_number(text: str, c: float) -> None:
    rule = parse_init(text)
    assert (rule.name, rule.c) == ("uniform", c)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("xavier", r"Unknown init 'xavier'.*default, uniform\(c\), rademacher, own"),
        ("uniform", "Unknown init 'uniform'"),
        ("uniform()", "Unknown init"),
        ("Default", "Unknown init"),
        ("uniform(c)", r"needs a number; 'c' was given. Example: uniform\(0\.5\)"),
        ("uniform(0)", "from 1e-06 to 1000; 0 was given"),
        ("uniform(-1)", "from 1e-06 to 1000"),
        ("uniform(nan)", "from 1e-06 to 1000"),
        ("uniform(inf)", "from 1e-06 to 1000"),
    ],
)
def test_a_rule_that_can_not_be_read_says_what_can(text: str, message: str) -> None:
    with pytest.raises(TeslaError, match=message):
        parse_init(text)
    with pytest.raises(TeslaError, match=message):
        ModelSpec(init=text)
