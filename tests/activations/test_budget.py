"""The coefficient budget A_K (Eq. 2) and its ℓ1 penalty."""

from __future__ import annotations

import pytest
import torch
from torch import nn

from tesla_core.activations import TESLA, budget_penalty, coefficient_budget
from tesla_core.activations.budget import mean_budget
from tesla_core.models.build import build_model
from tesla_core.models.spec import ModelSpec
from tesla_core.models.stacked import Stack


def layer(a: list[float], b: list[float]) -> TESLA:
    made = TESLA(len(a))
    with torch.no_grad():
        made.a.copy_(torch.tensor(a))
        made.b.copy_(torch.tensor(b))
    return made


def test_the_budget_is_the_sum_of_all_magnitudes() -> None:
    assert coefficient_budget(layer([1.0, -2.0], [0.5, -0.25])).item() == 3.75
    stacked = TESLA.stack([layer([1.0], [-1.0]), layer([-3.0], [0.5])])
    assert isinstance(stacked, TESLA)
    assert coefficient_budget(stacked).tolist() == [2.0, 3.5]


@pytest.mark.parametrize(("target", "expected"), [(0.0, 0.1 * (2.0 + 5.0)), (3.0, 0.1 * 2.0), (5.0, 0.0), (9.0, 0.0)])
def test_each_layer_spends_its_target_for_free(target: float, expected: float) -> None:
    model = nn.Sequential(nn.Linear(2, 2), layer([1.0], [-1.0]), nn.Linear(2, 2), layer([2.0], [3.0]))
    assert budget_penalty(model, weight=0.1, target=target).item() == pytest.approx(expected)


def test_only_layers_over_their_target_are_pulled_down_and_towards_zero() -> None:
    thrifty, wasteful = layer([1.0], [-1.0]), layer([2.0], [-3.0])
    budget_penalty(nn.Sequential(thrifty, wasteful), weight=0.5, target=3.0).backward()
    assert wasteful.a.grad is not None
    assert wasteful.b.grad is not None
    assert (wasteful.a.grad.tolist(), wasteful.b.grad.tolist()) == ([0.5], [-0.5])
    assert thrifty.a.grad is not None
    assert not thrifty.a.grad.any()


def test_a_stack_pays_what_its_models_pay_one_by_one() -> None:
    """Training together must not change the penalty."""
    spec = ModelSpec(harmonics=4, coefficient_scale=1.0, width=3)
    models = [build_model(spec, 2, 1, seed) for seed in range(3)]
    alone = sum(budget_penalty(model, 0.7, 2.0).item() for model in models)
    assert alone > 0
    assert budget_penalty(Stack(models), 0.7, 2.0).item() == pytest.approx(alone, rel=1e-6)


def test_a_model_without_tesla_pays_nothing() -> None:
    assert budget_penalty(nn.Sequential(nn.Linear(2, 2), nn.ReLU()), weight=1.0).item() == 0.0


def test_a_networks_budget_is_the_mean_of_its_layers() -> None:
    """Beside a run's accuracy it says whether a penalty held anything down."""
    model = nn.Sequential(layer([1.0], [0.0]), nn.ReLU(), layer([2.0, -1.0], [0.0, 0.0]))
    assert mean_budget(model) == 2.0
    assert mean_budget(nn.Sequential(nn.ReLU())) is None
