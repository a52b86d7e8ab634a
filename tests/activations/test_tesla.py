"""φ_K's values: each path on the CPU against Eq. 1 in float64, for every shape and dtype a person may pass."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from tesla_core.activations import TESLA, coefficient_budget, tesla
from tesla_core.errors import OutOfRangeError, TeslaError, UnknownNameError

Evaluate = Callable[[Tensor, Tensor, Tensor], Tensor]

CPU_KERNELS = ("native", "eager")
each_kernel = pytest.mark.parametrize("kernel", CPU_KERNELS)
# Around the vectors' and the chunks' ends, where a fast path could leave elements out or take them twice.
SIZES = (1, 2, 15, 16, 17, 47, 48, 49, 95, 97, 4095, 4096, 4097, 8191, 12289)


def normal(*shape: int, seed: int = 0, dtype: torch.dtype = torch.float32) -> Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed), dtype=dtype)


def uniform(*shape: int, limit: float, seed: int = 0) -> Tensor:
    return (2 * torch.rand(*shape, generator=torch.Generator().manual_seed(seed)) - 1) * limit


def relative(measured: Tensor, exact: Tensor) -> float:
    return float((measured.double() - exact).norm() / exact.norm())


@each_kernel
def test_sixteen_harmonics_stay_within_2e5_up_to_100(kernel: str, direct: Evaluate) -> None:
    """Beyond this error a float32 network would train on rounding noise."""
    z, ones = uniform(128, 1024, limit=100.0), torch.ones(16)
    assert (tesla(z, ones, ones, kernel) - direct(z, ones, ones)).abs().max() <= 2e-5


@each_kernel
def test_gradients_of_the_coefficients_are_within_5e6(kernel: str, direct: Evaluate) -> None:
    """These are sums over a whole batch: accumulated carelessly in float32 they would drift."""
    z, g = uniform(128, 1024, limit=100.0), normal(128, 1024, seed=1)
    a, b = torch.ones(16, requires_grad=True), torch.ones(16, requires_grad=True)
    measured = torch.autograd.grad(tesla(z, a, b, kernel), (a, b), g)
    a64, b64 = (c.detach().double().requires_grad_() for c in (a, b))
    exact = torch.autograd.grad(direct(z, a64, b64), (a64, b64), g.double())
    for fast, true in zip(measured, exact, strict=True):
        assert relative(fast, true) <= 5e-6


@each_kernel
@pytest.mark.parametrize("harmonics", [1, 2, 3, 8, 33, 64])
def test_values_and_gradients_hold_at_every_number_of_harmonics(kernel: str, harmonics: int, direct: Evaluate) -> None:
    z = uniform(999, limit=100.0).requires_grad_()
    a, b = (normal(harmonics, seed=seed).requires_grad_() for seed in (1, 2))
    g = normal(999, seed=3)
    value = tesla(z, a, b, kernel)
    exact_inputs = [t.detach().double().requires_grad_() for t in (z, a, b)]
    exact = direct(*exact_inputs)
    torch.testing.assert_close(value.double(), exact, rtol=0, atol=3e-6 * harmonics)
    gradients = torch.autograd.grad(value, (z, a, b), g)
    for fast, true in zip(gradients, torch.autograd.grad(exact, exact_inputs, g.double()), strict=True):
        assert relative(fast, true) <= 2e-5


@each_kernel
@pytest.mark.parametrize("size", SIZES)
def test_no_element_is_left_out_at_the_ends_of_vectors_and_chunks(kernel: str, size: int, direct: Evaluate) -> None:
    z, g, a, b = uniform(size, limit=9.0).requires_grad_(), normal(size, seed=1), normal(5, seed=2), normal(5, seed=3)
    a.requires_grad_()
    value = tesla(z, a, b, kernel)
    torch.testing.assert_close(value.double(), direct(z, a, b), rtol=0, atol=1e-5)
    dz, da = torch.autograd.grad(value, (z, a), g)
    k = torch.arange(1, 6, dtype=torch.float64)
    kz = k * z.detach().double()[:, None]
    exact_dz = g.double() * (a.detach().double() * kz.cos() - b.double() * kz.sin()).sum(-1)
    torch.testing.assert_close(dz.double(), exact_dz, rtol=0, atol=1e-4)
    exact_da = (g.double()[:, None] * kz.sin() / k).sum(0)
    torch.testing.assert_close(da.double(), exact_da, rtol=1e-5, atol=1e-4)


@each_kernel
@pytest.mark.parametrize("shape", [(), (0,), (3, 0, 2), (1,), (7,), (2, 3), (2, 3, 4, 5)])
def test_any_shape_comes_back_in_its_own_shape(kernel: str, shape: tuple[int, ...], direct: Evaluate) -> None:
    z, a, b = normal(*shape).requires_grad_(), normal(4, seed=1).requires_grad_(), normal(4, seed=2).requires_grad_()
    value = tesla(z, a, b, kernel)
    assert value.shape == shape
    torch.testing.assert_close(value.double(), direct(z, a, b), rtol=0, atol=1e-5)
    dz, da, db = torch.autograd.grad(value.sum(), (z, a, b))
    assert (dz.shape, da.shape, db.shape) == (shape, (4,), (4,))
    assert da.isfinite().all()
    assert shape != (0,) or not da.any()


@each_kernel
def test_views_that_are_not_contiguous_give_the_same_as_their_copies(kernel: str) -> None:
    base, a, b = normal(6, 10, 8), normal(3, seed=1), normal(3, seed=2)
    for view in (base.transpose(0, 2), base[:, ::2], base[..., 3], base[:1].expand(4, 10, 8), base.flip(0)):
        with_strides = view.detach().requires_grad_()
        copied = view.contiguous().clone().requires_grad_()
        outputs = [tesla(z, a, b, kernel) for z in (with_strides, copied)]
        upstream = normal(*reversed(view.shape), seed=3).permute(*range(view.ndim - 1, -1, -1))  # strided as well
        gradients = [
            torch.autograd.grad(o, z, upstream)[0] for o, z in zip(outputs, (with_strides, copied), strict=True)
        ]
        assert torch.equal(*outputs)
        assert torch.equal(*gradients)


@each_kernel
def test_not_a_number_and_infinity_stay_where_they_are(kernel: str) -> None:
    """One diverged neuron must be visible as such and must not spoil its neighbours."""
    clean = uniform(100, limit=5.0)
    bad = clean.clone()
    bad[[3, 40, 99]] = torch.tensor([math.nan, math.inf, -math.inf])
    a, b = normal(8, seed=1), normal(8, seed=2)
    value = tesla(bad, a, b, kernel)
    assert value.isnan().nonzero().flatten().tolist() == [3, 40, 99]
    assert torch.equal(value[~value.isnan()], tesla(clean, a, b, kernel)[~value.isnan()])


@each_kernel
@pytest.mark.parametrize("magnitude", [1e5, 1e7, 1e8, 1e12, 1e30])
def test_a_huge_input_still_gives_a_value_within_the_bounds(kernel: str, magnitude: float) -> None:
    """Such a z has lost its phase to rounding, but one step with a wild neuron must not end the training in NaN."""
    z = uniform(500, limit=magnitude).requires_grad_()
    a, b = normal(8, seed=1), normal(8, seed=2)
    k = torch.arange(1, 9)
    value = tesla(z, a, b, kernel)
    (slope,) = torch.autograd.grad(value.sum(), z)
    assert value.abs().max() <= ((a.abs() + b.abs()) / k).sum() * 1.01
    assert slope.abs().max() <= (a.abs() + b.abs()).sum() * 1.01


def test_the_native_path_gives_the_eager_numbers_up_to_rounding() -> None:
    """A machine without the fast path must see the same training."""
    z, a, b, g = uniform(64, 500, limit=50.0), normal(8, seed=1), normal(8, seed=2), normal(64, 500, seed=3)
    results = []
    for kernel in CPU_KERNELS:
        leaves = [t.clone().requires_grad_() for t in (z, a, b)]
        value = tesla(leaves[0], leaves[1], leaves[2], kernel)
        results.append([value.detach(), *torch.autograd.grad(value, leaves, g)])
    for native, eager in zip(*results, strict=True):
        assert relative(native, eager.double()) <= 2e-6


@each_kernel
def test_bfloat16_is_computed_in_float32_and_rounded_once(kernel: str) -> None:
    """In bfloat16 itself a recurrence over sixteen harmonics would have no correct digit left."""
    z = uniform(300, limit=20.0).bfloat16()
    a, b = torch.ones(16), torch.ones(16)
    value = tesla(z.requires_grad_(), a, b, kernel)
    wide = z.detach().float().requires_grad_()
    exact = tesla(wide, a, b, kernel)
    assert value.dtype == torch.bfloat16
    assert torch.equal(value, exact.bfloat16())
    (narrow_slope,), (slope,) = (torch.autograd.grad(v.sum(), at) for v, at in ((value, z), (exact, wide)))
    assert torch.equal(narrow_slope, slope.bfloat16())


def test_float64_is_computed_in_float64(direct: Evaluate) -> None:
    """The PINN's second derivatives need it."""
    z, a, b = normal(500, dtype=torch.float64) * 30, normal(33, seed=1).double(), normal(33, seed=2).double()
    value = tesla(z, a, b)
    assert value.dtype == torch.float64
    torch.testing.assert_close(value, direct(z, a, b), rtol=0, atol=1e-12)


@each_kernel
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_stacked_coefficients_equal_separate_ones(kernel: str, dtype: torch.dtype) -> None:
    """Models trained together must get exactly what each would get alone."""
    z, g = normal(3, 50, 7, dtype=dtype).requires_grad_(), normal(3, 50, 7, seed=3, dtype=dtype)
    a, b = (normal(3, 6, seed=seed, dtype=dtype).requires_grad_() for seed in (1, 2))
    together = tesla(z, a, b, kernel)
    gradients = torch.autograd.grad(together, (z, a, b), g)
    for model in range(3):
        leaves = [t[model].detach().clone().requires_grad_() for t in (z, a, b)]
        alone = tesla(leaves[0], leaves[1], leaves[2], kernel)
        assert torch.equal(together[model], alone)
        for stacked, own in zip(gradients, torch.autograd.grad(alone, leaves, g[model]), strict=True):
            assert torch.equal(stacked[model], own)


finite = st.floats(-5, 5, width=32)
coefficients = st.integers(1, 20).flatmap(lambda k: st.tuples(*[st.lists(finite, min_size=k, max_size=k)] * 4))


@settings(deadline=None, max_examples=60)
@given(coefficients, finite, finite, st.floats(-100, 100, width=32))
def test_phi_is_linear_in_its_coefficients(
    lists: tuple[list[float], ...], weight_1: float, weight_2: float, at: float
) -> None:
    a_1, b_1, a_2, b_2 = (torch.tensor(numbers, dtype=torch.float64) for numbers in lists)
    z = torch.tensor([at], dtype=torch.float64)
    mixed = tesla(z, weight_1 * a_1 + weight_2 * a_2, weight_1 * b_1 + weight_2 * b_2)
    torch.testing.assert_close(mixed, weight_1 * tesla(z, a_1, b_1) + weight_2 * tesla(z, a_2, b_2), rtol=0, atol=1e-9)


@settings(deadline=None, max_examples=60)
@given(coefficients, st.floats(-20, 20), st.integers(-5, 5))
def test_phi_repeats_after_two_pi(lists: tuple[list[float], ...], at: float, turns: int) -> None:
    a, b = (torch.tensor(numbers, dtype=torch.float64) for numbers in lists[:2])
    z = torch.tensor([at], dtype=torch.float64)
    torch.testing.assert_close(tesla(z + 2 * math.pi * turns, a, b), tesla(z, a, b), rtol=0, atol=1e-9)


@settings(deadline=None, max_examples=60)
@given(coefficients, st.floats(-20, 20), st.sampled_from(CPU_KERNELS))
def test_the_slope_never_exceeds_the_budget(lists: tuple[list[float], ...], at: float, kernel: str) -> None:
    """‖φ′‖∞ ≤ A_K is what makes A_K a Lipschitz budget (Eq. 2)."""
    layer = TESLA(len(lists[0]), kernel=kernel)
    with torch.no_grad():
        layer.a.copy_(torch.tensor(lists[0]))
        layer.b.copy_(torch.tensor(lists[1]))
    z = torch.full((50,), at, requires_grad=True)
    (slope,) = torch.autograd.grad(layer(z).sum(), z)
    assert slope.abs().max() <= float(coefficient_budget(layer).detach()) * (1 + 1e-5) + 1e-6


def test_mistakes_in_the_arguments_are_named() -> None:
    z, a = torch.zeros(2, 3), torch.zeros(4)
    with pytest.raises(TeslaError, match=r"shape \(K,\) or \(models, K\); \(4,\) and \(5,\)"):
        tesla(z, a, torch.zeros(5))
    with pytest.raises(TeslaError, match=r"\(0,\) and \(0,\)"):
        tesla(z, torch.zeros(0), torch.zeros(0))
    with pytest.raises(TeslaError, match=r"a holds 3 models; z of shape \(2, 3\)"):
        tesla(z, torch.zeros(3, 4), torch.zeros(3, 4))
    with pytest.raises(TeslaError, match=r"must be floating point; torch\.int64"):
        tesla(torch.zeros(2, dtype=torch.int64), a, a)
    with pytest.raises(UnknownNameError, match="Choose one of: auto, native, triton, eager"):
        tesla(z, a, a, kernel="fast")
    for harmonics in (0, -1, 257):
        with pytest.raises(OutOfRangeError, match="from 1 to 256"):
            TESLA(harmonics)
    with pytest.raises(OutOfRangeError, match="Coefficient scale"):
        TESLA(4, scale=-0.1)


def test_the_module_starts_from_its_generator_at_its_scale() -> None:
    """Two layers of one seed start equal; the scale is the coefficients' standard deviation."""
    first, second, other = (TESLA(256, scale=0.3, generator=torch.Generator().manual_seed(s)) for s in (7, 7, 8))
    assert torch.equal(first.a, second.a)
    assert torch.equal(first.b, second.b)
    assert not torch.equal(first.a, other.a)
    assert not torch.equal(first.a, first.b)
    drawn = torch.cat((first.a, first.b)).detach()
    assert float(drawn.std()) == pytest.approx(0.3, rel=0.15)
    assert abs(float(drawn.mean())) < 0.05


@pytest.mark.parametrize(("start", "sign"), [("even", 1.0), ("odd", -1.0)])
def test_a_start_can_be_an_even_or_an_odd_function(start: str, sign: float) -> None:
    layer, full = (TESLA(6, start=s, generator=torch.Generator().manual_seed(3)) for s in (start, "normal"))
    z = uniform(50, limit=5.0)
    torch.testing.assert_close(layer(-z), sign * layer(z), rtol=0, atol=1e-6)
    left, gone = (layer.b, layer.a) if start == "even" else (layer.a, layer.b)
    assert torch.equal(left, full.b if start == "even" else full.a)  # the same numbers as in a full start
    assert not gone.any()
    layer(z).sum().backward()
    assert gone.grad is not None
    assert gone.grad.any()  # and it learns
    with pytest.raises(UnknownNameError, match="Choose one of: normal, even, odd"):
        TESLA(6, start="cosine")


def test_the_module_is_the_function_with_its_parameters_and_survives_saving() -> None:
    layer, copied = TESLA(5), TESLA(5)
    copied.load_state_dict(layer.state_dict())
    z = normal(10)
    assert {name: tuple(p.shape) for name, p in layer.named_parameters()} == {"a": (5,), "b": (5,)}
    assert torch.equal(layer(z), tesla(z, layer.a, layer.b))
    assert torch.equal(copied(z), layer(z))


def test_images_in_channels_last_order_keep_it() -> None:
    """A convolutional network in that order is not copied back and forth at every activation."""
    generator = torch.Generator().manual_seed(0)
    z = torch.randn(2, 5, 7, 3, generator=generator)
    g = torch.randn(2, 5, 7, 3, generator=generator)
    a, b = (torch.randn(4, generator=generator).requires_grad_() for _ in range(2))
    results = []
    for layout in (torch.contiguous_format, torch.channels_last):
        own = z.detach().contiguous(memory_format=layout).requires_grad_()
        value = tesla(own, a, b)
        assert value.is_contiguous(memory_format=layout)
        results.append((value, *torch.autograd.grad(value, [own, a, b], g)))
    for plain, last in zip(*results, strict=True):
        torch.testing.assert_close(plain, last, rtol=1e-5, atol=1e-5)
