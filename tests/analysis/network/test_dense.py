"""If these fail, what is measured on a trained network is not what torch would measure."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_core.analysis.network.dense import DenseNetwork
from tesla_core.analysis.network.losses import LossKind, LossSamples
from tesla_core.errors import TeslaError
from tesla_core.models.build import build_model
from tesla_core.models.spec import ModelSpec


def both(outputs: int, seed: int = 0) -> tuple[torch.nn.Module, DenseNetwork]:
    model = build_model(ModelSpec(width=6, harmonics=3, coefficient_scale=0.8), 2, outputs, seed).double()
    state = {name: value.numpy() for name, value in model.state_dict().items()}
    network = DenseNetwork.of(
        [state[f"linears.{place}.weight"] for place in range(3)],
        [state[f"linears.{place}.bias"] for place in range(3)],
        [(state[f"activations.{place}.a"], state[f"activations.{place}.b"]) for place in range(2)],
    )
    return model, network


@pytest.mark.parametrize("outputs", [1, 3])
def test_outputs_and_slopes_are_torch_s(outputs: int) -> None:
    model, network = both(outputs)
    x = torch.randn(5, 2, dtype=torch.float64, generator=torch.Generator().manual_seed(1))
    np.testing.assert_allclose(network.output(x.numpy()), model(x).detach().numpy(), rtol=1e-9)
    slopes = [torch.linalg.matrix_norm(torch.autograd.functional.jacobian(model, one), 2).item() for one in x]
    np.testing.assert_allclose(network.slopes(x.numpy()), slopes, rtol=1e-8)
    assert network.steepest(x.numpy(), np.random.default_rng(0)) >= max(slopes) * (1 - 1e-9)


@pytest.mark.parametrize(("kind", "outputs"), [("logit", 1), ("classes", 3), ("squares", 2)])
def test_losses_and_gradients_are_torch_s(kind: LossKind, outputs: int) -> None:
    model, network = both(outputs)
    x = torch.randn(4, 2, dtype=torch.float64, generator=torch.Generator().manual_seed(2))
    y = torch.tensor([0, 1, 1, 0]) if kind != "squares" else torch.ones(4, 2, dtype=torch.float64)
    samples = LossSamples(kind, x.numpy(), y.numpy())
    output = network.output(samples.x)
    norms = network.gradient_norms(samples.x, samples.gradients(output))
    for place in range(4):
        model.zero_grad()
        got = model(x[place])
        if kind == "logit":
            loss = torch.nn.functional.binary_cross_entropy_with_logits(got[0], y[place].double())
        elif kind == "classes":
            loss = torch.nn.functional.cross_entropy(got, y[place])
        else:
            loss = (got - y[place]).square().mean()
        loss.backward()
        assert samples.losses(output)[place] == pytest.approx(loss.item(), rel=1e-9)
        named = dict(model.named_parameters())
        gradients = [named[f"linears.{layer}.weight"].grad for layer in range(3)]
        own = [gradient.norm().item() for gradient in gradients if gradient is not None]
        np.testing.assert_allclose(norms[:, place], own, rtol=1e-8)


@settings(max_examples=30)
@given(seed=st.integers(0, 10_000))
def test_no_gradient_of_a_loss_is_above_its_lipschitz_constant(seed: int) -> None:
    generator = np.random.default_rng(seed)
    output = 10 * generator.standard_normal((8, 3))
    classes = LossSamples("classes", output, generator.integers(0, 3, 8))
    logit = LossSamples("logit", output, generator.integers(0, 2, 8))
    assert np.linalg.norm(classes.gradients(output), axis=1).max() <= classes.lipschitz(output)
    assert np.abs(logit.gradients(output[:, :1])).max() <= logit.lipschitz(output)


def test_parts_that_do_not_fit_are_named() -> None:
    with pytest.raises(TeslaError, match=r"layers \[3, 1\].*\[3, 2\]"):
        DenseNetwork.of([np.ones((3, 2)), np.ones((1, 3))], [np.ones(3), np.ones(2)], [([1.0], [0.0])])
