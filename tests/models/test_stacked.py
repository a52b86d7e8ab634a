"""Models trained as one stack are the models trained alone: outputs, gradients, optimizer, and back again."""

from __future__ import annotations

import copy
from collections.abc import Sequence

import pytest
import torch
from torch import Tensor, nn

from tesla_core.activations import ACTIVATIONS
from tesla_core.models.build import build_model
from tesla_core.models.spec import ModelSpec
from tesla_core.models.stacked import Stack
from tesla_core.models.stacked_mlp import SegmentedActivation, StackedMLP

INPUTS, OUTPUTS, BATCH = 3, 2, 11


def every_model(width: int = 6) -> list[nn.Module]:
    """All activations in an order that mixes kinds, with several harmonics, widths and depths."""
    specs = [ModelSpec(activation=name, width=width) for name in ("tanh", "kan", "tesla", "fourier", "siren", "relu")]
    specs += [ModelSpec(harmonics=3, width=width), ModelSpec(activation="snake", width=width, depth=1)]
    specs += [ModelSpec(activation="gelu", width=width), ModelSpec(width=width), ModelSpec(activation="silu", width=9)]
    return [build_model(spec, INPUTS, OUTPUTS, seed) for seed, spec in enumerate(specs)]


def inputs(*shape: int) -> Tensor:
    return 2 * torch.rand(*shape, INPUTS, generator=torch.Generator().manual_seed(0)) - 1


def outputs_of(models: Sequence[nn.Module], x: Tensor) -> Tensor:
    own = x if x.ndim == 3 else x.expand(len(models), *x.shape)
    return torch.stack([model(part) for model, part in zip(models, own, strict=True)])


@pytest.mark.parametrize("shape", [(BATCH,), (11, BATCH)], ids=["shared inputs", "inputs of their own"])
def test_outputs_are_those_of_the_models_in_the_callers_order(shape: tuple[int, ...]) -> None:
    models = every_model()
    x = inputs(*shape)
    torch.testing.assert_close(Stack(models)(x), outputs_of(models, x), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("names", [("tesla", "relu"), ("relu", "tesla"), ("tanh", "gelu", "tesla", "gelu")])
def test_one_group_of_different_activations_keeps_each_models_own_inputs(names: tuple[str, ...]) -> None:
    """Inside a group models are sorted by activation: their inputs must move with them."""
    models = [build_model(ModelSpec(activation=n, width=5), INPUTS, 1, seed) for seed, n in enumerate(names)]
    x = inputs(len(names), BATCH)
    torch.testing.assert_close(Stack(models)(x), outputs_of(models, x), rtol=1e-5, atol=1e-5)


def test_equal_shapes_share_one_matrix_product_and_equal_activations_one_call() -> None:
    """What makes twelve models fast."""
    specs = [ModelSpec(activation=name, width=6) for name in ("tesla", "relu", "tesla", "siren", "relu", "tesla")]
    (group,) = Stack([build_model(spec, INPUTS, 1, seed) for seed, spec in enumerate(specs)]).groups
    assert isinstance(group, StackedMLP)
    assert [weight.shape[0] for weight in group.weights] == [6, 6, 6]
    (first, _) = group.activations
    assert isinstance(first, SegmentedActivation)
    assert sorted(first.sizes) == [1, 2, 3]


@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_one_training_step_together_is_one_step_alone(activation: str) -> None:
    """Gradients and Adam's step do not leak between models."""
    models = [build_model(ModelSpec(activation=activation, width=6), INPUTS, 1, seed) for seed in range(3)]
    alone = copy.deepcopy(models)
    stack, x = Stack(models), inputs(3, BATCH)
    target = torch.randn(3, BATCH, 1, generator=torch.Generator().manual_seed(1))

    together = torch.optim.AdamW(stack.parameters(), lr=1e-2, weight_decay=0.1)
    (stack(x) - target).square().mean((1, 2)).sum().backward()
    together.step()
    for model, own_x, own_target in zip(alone, x, target, strict=True):
        optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2, weight_decay=0.1)
        (model(own_x) - own_target).square().mean().backward()
        optimizer.step()

    stack.write_back(models)
    for stepped, expected in zip(models, alone, strict=True):
        for (name, one), other in zip(stepped.named_parameters(), expected.parameters(), strict=True):
            torch.testing.assert_close(one, other, rtol=1e-3, atol=2e-5, msg=lambda text, name=name: f"{name}: {text}")


def test_gradients_of_a_mixed_stack_are_each_models_own() -> None:
    models = every_model()
    alone, stack, x = copy.deepcopy(models), Stack(models), inputs(BATCH)
    stack(x).square().sum().backward()
    with torch.no_grad():  # write_back moves parameters; here it moves their gradients
        for parameter in stack.parameters():
            assert parameter.grad is not None
            parameter.copy_(parameter.grad)
    stack.write_back(models)
    for model, own in zip(models, alone, strict=True):
        own(x).square().sum().backward()
        for (name, gradient), parameter in zip(model.named_parameters(), own.parameters(), strict=True):
            assert parameter.grad is not None, name
            torch.testing.assert_close(gradient.detach(), parameter.grad, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("outputs", [1, 2, 12])
@pytest.mark.parametrize("shape", [(BATCH,), (len(ACTIVATIONS) + 2, BATCH)], ids=["shared inputs", "inputs of own"])
def test_what_a_stack_learns_by_hand_is_what_autograd_finds(outputs: int, shape: tuple[int, ...]) -> None:
    """The live step and every classifier rely on it; a wrong gradient would only show as a worse curve."""
    specs = [ModelSpec(activation=name, width=6) for name in ACTIVATIONS]
    specs += [ModelSpec(harmonics=3, width=6), ModelSpec(activation="snake", width=6, depth=1)]
    stack = Stack([build_model(spec, INPUTS, outputs, seed) for seed, spec in enumerate(specs)])
    x, weights = inputs(*shape), torch.arange(1.0, len(specs) + 1)

    def losses_of(values: Tensor) -> Tensor:
        return weights * values.square().mean((1, 2))

    def judge(values: Tensor) -> tuple[Tensor, Tensor]:
        return losses_of(values), 2 * weights[:, None, None] * values / values[0].numel()

    expected = stack(x)
    losses_of(expected).sum().backward()
    by_autograd = {name: parameter.grad.clone() for name, parameter in stack.named_parameters()}  # pyright: ignore
    for _ in range(2):  # the second takes the place of the first
        losses, values = stack.learn(x, judge)
    assert not losses.requires_grad
    assert not values.requires_grad
    torch.testing.assert_close(values, expected.detach(), rtol=1e-5, atol=1e-5)
    for name, parameter in stack.named_parameters():
        scale = float(by_autograd[name].abs().max())
        torch.testing.assert_close(parameter.grad, by_autograd[name], rtol=1e-4, atol=1e-5 * scale, msg=name)


@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_outputs_without_gradients_are_those_with(activation: str) -> None:
    """Pictures and tables are made without gradients, in fewer operations."""
    stack = Stack([build_model(ModelSpec(activation=activation, width=6), INPUTS, OUTPUTS, seed) for seed in range(2)])
    x = inputs(BATCH)
    with torch.no_grad():
        without = stack(x)
    torch.testing.assert_close(without, stack(x).detach(), rtol=1e-5, atol=1e-5)


def test_a_look_in_kept_memory_gives_the_outputs_of_weights_as_they_are() -> None:
    """Pictures: weights are exchanged between two looks, and parts of two sizes take turns."""
    models = every_model()
    stack = Stack(models)
    for size in (BATCH, 4, BATCH, 7, 4):
        x = inputs(size)
        torch.testing.assert_close(stack.look(x), stack(x), rtol=1e-5, atol=1e-5)
        with torch.no_grad():
            for parameter in stack.parameters():
                parameter.mul_(0.9)
    stack.forget_passes()
    torch.testing.assert_close(stack.look(x), stack(x), rtol=1e-5, atol=1e-5)


def test_weights_go_into_the_stack_and_come_back_unchanged() -> None:
    models = every_model()
    stack = Stack(models)
    blank = [copy.deepcopy(model) for model in models]
    with torch.no_grad():
        for model in blank:
            for parameter in model.parameters():
                parameter.zero_()
    stack.write_back(blank)
    for restored, original in zip(blank, models, strict=True):
        for name, parameter in original.named_parameters():
            assert torch.equal(restored.get_parameter(name), parameter), name


def test_training_the_stack_leaves_the_mlps_it_was_made_from_alone() -> None:
    model = build_model(ModelSpec(width=4), INPUTS, 1, 0)
    before = copy.deepcopy(model.state_dict())
    stack = Stack([model])
    stack(inputs(BATCH)).sum().backward()
    torch.optim.SGD(stack.parameters(), lr=1.0).step()
    assert all(torch.equal(before[name], tensor) for name, tensor in model.state_dict().items())


@pytest.mark.parametrize("activation", ["tesla", "kan", "fourier"])
def test_a_stack_of_one_is_that_model(activation: str) -> None:
    model = build_model(ModelSpec(activation=activation, width=4), INPUTS, OUTPUTS, 0)
    stack = Stack([model])
    assert len(stack) == 1
    for x in (inputs(BATCH), inputs(1, BATCH)):
        torch.testing.assert_close(stack(x), outputs_of([model], x), rtol=1e-5, atol=1e-5)
