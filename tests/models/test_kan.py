"""Kolmogorov–Arnold layers: their splines against scipy's, their gradients, their start, their limits."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.interpolate import BSpline
from torch.nn import functional

from tesla_core.errors import TeslaError
from tesla_core.models.kan import KAN, KANLayer


def seeded(seed: int = 0) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def scipy_basis(x: np.ndarray, grid: int, order: int, span: tuple[float, float]) -> np.ndarray:
    """(points,) -> (points, grid + order), each spline from its own order + 2 knots and zero outside them."""
    low, high = span
    knots = low + (high - low) / grid * np.arange(-order, grid + order + 1)
    splines = [BSpline.basis_element(knots[j : j + order + 2], extrapolate=False) for j in range(grid + order)]
    return np.stack([np.nan_to_num(spline(x)) for spline in splines], axis=-1)


@settings(deadline=None, max_examples=60)
@given(
    grid=st.integers(1, 12),
    order=st.integers(2, 5),
    low=st.floats(-5, 4),
    width=st.floats(0.1, 10),
    seed=st.integers(0, 2**32 - 1),
)
def test_the_basis_is_scipys(grid: int, order: int, low: float, width: float, seed: int) -> None:
    """The panel called KAN would show some other model, inside the span, at its knots or beyond its ends."""
    span = (low, low + width)
    layer = KANLayer(1, 1, grid=grid, order=order, span=span, generator=seeded()).double()
    knots = np.linspace(*span, grid + 1)
    beyond = np.random.default_rng(seed).uniform(low - 3 * width, low + 4 * width, 50)
    x = np.concatenate([knots, beyond])
    measured = layer.basis(torch.from_numpy(x)[:, None])[..., 0]
    np.testing.assert_allclose(measured.numpy(), scipy_basis(x, grid, order, span), atol=1e-10)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_a_layer_is_its_formula_in_both_precisions(dtype: torch.dtype) -> None:
    """y_o = Σ_i (u_oi SiLU(x_i) + Σ_j c_oji B_j(x_i)), term by term: a mixed-up weight layout would still train."""
    layer = KANLayer(3, 2, generator=seeded()).to(dtype)
    x = 4 * torch.rand(20, 3, generator=seeded(1), dtype=dtype) - 2
    expected = np.zeros((20, 2))
    for i in range(3):
        basis = scipy_basis(x[:, i].double().numpy(), 5, 3, (-1.0, 1.0))
        expected += np.outer(functional.silu(x[:, i]).double(), layer.base_weight.detach()[:, i].double())
        expected += basis @ layer.spline_weight.detach()[:, :, i].double().numpy().T
    y = layer(x)
    assert y.dtype == dtype
    np.testing.assert_allclose(y.detach().double().numpy(), expected, atol=1e-6 if dtype == torch.float32 else 1e-14)


def test_splines_sum_to_one_inside_the_span() -> None:
    """Equal coefficients must draw a constant; otherwise the grid shows through in every picture."""
    layer = KANLayer(1, 1, generator=seeded())
    total = layer.basis(torch.linspace(-1, 1, 301)[:, None]).sum(-2)
    torch.testing.assert_close(total, torch.ones(301, 1), atol=2e-6, rtol=0)


@pytest.mark.parametrize("order", [2, 3, 4, 5])
def test_gradients_are_exact(order: int) -> None:
    """A wrong slope of the splines would slow training or send it elsewhere without any message."""
    layer = KANLayer(2, 3, order=order, generator=seeded()).double()
    x = (3 * torch.rand(7, 2, generator=seeded(1), dtype=torch.float64) - 1.5).requires_grad_()

    def output(x: torch.Tensor, base: torch.Tensor, spline: torch.Tensor) -> torch.Tensor:
        return torch.func.functional_call(layer, {"base_weight": base, "spline_weight": spline}, x)

    assert torch.autograd.gradcheck(output, (x, layer.base_weight, layer.spline_weight))


def test_a_second_derivative_is_refused_rather_than_wrong() -> None:
    """A loss on derivatives (a PINN) would silently train on half of its terms."""
    x = torch.zeros(1, 2, requires_grad=True)
    (slope,) = torch.autograd.grad(KANLayer(2, 1, generator=seeded())(x).sum(), x, create_graph=True)
    with pytest.raises(RuntimeError, match="once_differentiable"):
        slope.sum().backward()


def test_far_outside_the_span_only_the_base_branch_is_left() -> None:
    """A stray input must not fail, give NaN or fling the spline's coefficients about."""
    layer = KANLayer(2, 3, generator=seeded())
    x = torch.tensor([[-2.3, 2.3], [50.0, -1e4], [1e30, -1e30]], requires_grad=True)
    y = layer(x)
    torch.testing.assert_close(y, functional.linear(functional.silu(x), layer.base_weight), rtol=0, atol=0)
    y.sum().backward()
    assert x.grad is not None
    assert layer.spline_weight.grad is not None
    assert x.grad.isfinite().all()
    assert not layer.spline_weight.grad.any()


@pytest.mark.parametrize("leading", [(), (5,), (4, 3), (0,)])
def test_any_leading_shape_goes_through(leading: tuple[int, ...]) -> None:
    """A single point, a batch, a grid of pixels and an empty selection are all asked for by the pages."""
    model = KAN((2, 16, 16, 1), generator=seeded())
    x = torch.rand(*leading, 2, generator=seeded(1))
    y = model(x)
    assert y.shape == (*leading, 1)
    torch.testing.assert_close(y.reshape(-1, 1), model(x.reshape(-1, 2)))


def test_the_start_comes_from_the_given_generator_alone() -> None:
    """A link with a seed in it must show the same run everywhere, whatever ran before."""
    torch.manual_seed(1)
    first = KAN((2, 4, 1), generator=seeded(7)).state_dict()
    torch.manual_seed(2)
    before = torch.get_rng_state()
    second = KAN((2, 4, 1), generator=seeded(7)).state_dict()
    assert torch.equal(before, torch.get_rng_state())
    assert all(torch.equal(first[name], second[name]) for name in first)
    other = KAN((2, 4, 1), generator=seeded(8)).state_dict()
    assert not any(torch.equal(first[name], other[name]) for name in first)


def test_the_start_follows_the_documented_rule() -> None:
    """Base weights U(±√(6/(inputs+outputs))), spline coefficients N(0, 0.3²/inputs): comparisons quote this rule."""
    layer = KANLayer(100, 200, generator=seeded())
    bound = (6 / 300) ** 0.5
    assert layer.base_weight.abs().max() <= bound
    assert layer.base_weight.std().item() == pytest.approx(bound / 3**0.5, rel=0.02)
    assert layer.spline_weight.std().item() == pytest.approx(0.03, rel=0.02)
    assert layer.spline_weight.mean().item() == pytest.approx(0, abs=5e-4)


def test_it_learns_a_checkerboard() -> None:
    """A baseline that cannot learn the 2 × 2 board would make every comparison with it worthless."""
    x = 2 * torch.rand(400, 2, generator=seeded(1)) - 1
    label = (x[:, 0] * x[:, 1] > 0).float()
    model = KAN((2, 8, 1), generator=seeded())
    optimizer = torch.optim.Adam(model.parameters(), lr=0.03)
    for _ in range(120):
        optimizer.zero_grad()
        functional.binary_cross_entropy_with_logits(model(x)[:, 0], label).backward()
        optimizer.step()
    correct = ((model(x)[:, 0] > 0) == (label > 0)).float().mean().item()
    assert correct >= 0.97


@pytest.mark.parametrize(
    ("mistake", "said"),
    [
        ({"grid": 0}, "from 1 to 1,000; 0"),
        ({"order": 1}, "from 2 to 5; 1"),
        ({"span": (1.0, 1.0)}, r"\(1.0, 1.0\)"),
        ({"span": (0.0, float("inf"))}, "inf"),
        ({"sizes": (2,)}, r"\(2,\)"),
        ({"sizes": (2, 0, 1)}, "outputs must be from 1"),
    ],
)
def test_a_mistaken_setting_is_named_with_its_limits(mistake: dict, said: str) -> None:
    """Someone typing a setting would get a shape error from deep inside instead of the setting's limits."""
    with pytest.raises(TeslaError, match=said):
        KAN(**{"sizes": (2, 4, 1), **mistake}, generator=seeded())


def test_a_layer_prints_what_it_is() -> None:
    """Which grid a run used could not be read from its log."""
    assert repr(KANLayer(2, 4, grid=7, generator=seeded())) == "KANLayer(2, 4, grid=7, order=3, span=(-1.0, 1.0))"
