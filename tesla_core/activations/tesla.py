"""TESLA, Eq. 1: φ_K(z) = Σ_{k=1..K} (a_k/k · sin kz + b_k/k · cos kz).

The two autograd functions below are closed under differentiation: every derivative of φ_K is again a φ_K with other
coefficients, φ′ = φ_K with (a, b) ← (-k·b, k·a), and the sums that give ∂a and ∂b differentiate back into φ_K. So all
orders of derivatives are exact and run on the same fast kernels.

They are the short way of a plain eager call. Under a transform, a compiler or an exporter the same is done by operators
that these can see through (kernels/operators.py).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn

from tesla_core.activations.kernels import form, kernel_for, operators, recurrence
from tesla_core.activations.kernels.derivatives import harmonic_numbers, turned
from tesla_core.activations.kernels.sharding import check_sharding
from tesla_core.activations.pointwise import Bound, Derivatives, Pointwise
from tesla_core.activations.rows import STARTS
from tesla_core.errors import TeslaError, check_choice, check_range

MOST_HARMONICS = 256


def tesla(z: Tensor, a: Tensor, b: Tensor, kernel: str = "auto") -> Tensor:
    """φ_K(z) elementwise, in z's shape and dtype (Eq. 1).

    a, b: (K,), shared by all of z; or (G, K) for G models at once, where z is (G, …). float64 is computed in float64,
    everything else in float32.
    """
    compiling = torch.compiler.is_compiling()
    if not compiling and torch._C._get_tracing_state() is not None:
        with recurrence.not_recorded():
            _check(z, a, b)
            recurrence.check_onnx_opset()
        return recurrence.phi(z, a, b)
    _check(z, a, b)
    if compiling or operators.are_wanted(z, a):
        if not compiling and "torch.distributed.tensor" in sys.modules:
            check_sharding(z, a, b)
        return operators.phi(z, a, b, kernel)
    return _Phi.apply(z, a, b, kernel)


def harmonic_sums(z: Tensor, g: Tensor, harmonics: int, stacked: bool, kernel: str = "auto") -> tuple[Tensor, Tensor]:
    """Σ g·sin(kz)/k and Σ g·cos(kz)/k over all of z, or over each model of a stack: two tensors (K,) or (G, K)."""
    if torch.compiler.is_compiling() or operators.are_wanted(z, g):
        none = _no_coefficients(z, harmonics, stacked)
        return operators.gradients(g, z, none, none, kernel)[1:]
    return _HarmonicSums.apply(z, g, harmonics, stacked, kernel)


def _check(z: Tensor, a: Tensor, b: Tensor) -> None:
    shape = a.shape
    if shape != b.shape or len(shape) not in (1, 2) or shape[-1] < 1:
        raise TeslaError(
            f"a and b must both have shape (K,) or (models, K); {tuple(a.shape)} and {tuple(b.shape)} were given."
        )
    if shape[-1] > MOST_HARMONICS:
        raise TeslaError(f"φ_K has 1 to {MOST_HARMONICS} harmonics; a and b hold {shape[-1]}.")
    if len(shape) == 2 and z.shape[:1] != shape[:1]:
        raise TeslaError(f"a holds {shape[0]} models; z of shape {tuple(z.shape)} must have as many in front.")
    if not z.is_floating_point():
        mend = "give its real and imaginary part apart" if z.is_complex() else "convert it, as z.float() does"
        raise TeslaError(f"z must be floating point; {z.dtype} was given: {mend}.")
    if not a.dtype == b.dtype == z.dtype:
        _check_dtypes(z, a, b)
    if not a.device == b.device == z.device:  # kernels read raw memory
        raise TeslaError(
            f"z, a and b must be on one device; {z.device}, {a.device} and {b.device} were given. Move the input or "
            "the layer: z.to(device), layer.to(device)."
        )


def _check_dtypes(z: Tensor, a: Tensor, b: Tensor) -> None:
    """Narrow coefficients or a narrow z, as under autocast, are widened for the arithmetic; nothing is lost."""
    if not (a.is_floating_point() and a.dtype == b.dtype):
        raise TeslaError(f"a and b must have one floating-point dtype; {a.dtype} and {b.dtype} were given.")
    if a.dtype == torch.float64:
        raise TeslaError(
            f"a and b are float64 and z is {z.dtype}, so φ_K would silently be computed in float32. Give z.double(), "
            "or make the layer narrower: layer.float()."
        )


class _Phi(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, z: Tensor, a: Tensor, b: Tensor, kernel: str) -> Tensor:
        ctx.save_for_backward(z, a, b)
        ctx.kernel = kernel
        return form.evaluate(z, a, b, kernel)

    @staticmethod
    def backward(ctx: Any, *upstream: Tensor) -> tuple[Tensor | None, ...]:
        (g,) = upstream
        z, a, b = ctx.saved_tensors
        if operators.are_wanted(z, g) or operators.is_batched_backward():
            return *operators.gradients(g, z, a, b, ctx.kernel), None
        if not torch.is_grad_enabled():
            return *form.gradients(g, z, a, b, ctx.kernel), None
        # Someone will differentiate again: stay within the two functions.
        dz, da, db = g * _slope(z, a, b, ctx.kernel), None, None
        if ctx.needs_input_grad[1] or ctx.needs_input_grad[2]:
            sums = harmonic_sums(z, g, a.shape[-1], a.ndim == 2, ctx.kernel)
            da, db = sums[0].to(a.dtype), sums[1].to(b.dtype)
        return dz, da, db, None


class _HarmonicSums(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, z: Tensor, g: Tensor, harmonics: int, stacked: bool, kernel: str) -> tuple[Tensor, Tensor]:
        ctx.save_for_backward(z, g)
        ctx.kernel = kernel
        none = _no_coefficients(z, harmonics, stacked)
        return form.gradients(g, z, none, none, kernel)[1:]

    @staticmethod
    def backward(ctx: Any, *upstream: Tensor) -> tuple[Tensor | None, ...]:
        u, v = upstream
        z, g = ctx.saved_tensors
        return g * _slope(z, u, v, ctx.kernel), tesla(z, u, v, ctx.kernel), None, None, None


def _no_coefficients(z: Tensor, harmonics: int, stacked: bool) -> Tensor:
    """Where sums alone are asked for."""
    shape = (z.shape[0], harmonics) if stacked else (harmonics,)
    return torch.zeros(shape, device=z.device, dtype=form.computed_in(z.dtype))


def _slope(z: Tensor, a: Tensor, b: Tensor, kernel: str) -> Tensor:
    """φ′(z) = Σ_k (a_k cos kz - b_k sin kz), itself a φ_K."""
    return tesla(z, *turned(a, b), kernel)


class TESLA(Pointwise):
    """φ_K with learnable a and b, each (K,), shared by all neurons of a layer (Eq. 1).

    harmonics: K. scale and start: the coefficients start from N(0, scale²), all of them ("normal"), only the cosines'
    ("even", φ_K(-z) = φ_K(z)) or only the sines' ("odd"). generator: where those numbers come from. inplace: taken
    because timm and others hand it to whatever is their `act_layer`; z is never overwritten.
    """

    def __init__(
        self,
        harmonics: int = 8,
        *,
        scale: float = 0.1,
        start: str = "normal",
        generator: torch.Generator | None = None,
        kernel: str = "auto",
        inplace: bool = False,
    ) -> None:
        super().__init__()
        check_choice("start of the coefficients", start, STARTS)
        check_range("Harmonics K", harmonics, 1, MOST_HARMONICS)
        check_range("Coefficient scale", scale, 0.0, 100.0)
        self.scale, self.kernel = scale, kernel
        a, b = (scale * torch.randn(harmonics, generator=generator) for _ in range(2))
        self.a = nn.Parameter(torch.zeros_like(a) if start == "even" else a)
        self.b = nn.Parameter(torch.zeros_like(b) if start == "odd" else b)

    @property
    def harmonics(self) -> int:
        return self.a.shape[-1]

    def forward(self, z: Tensor) -> Tensor:
        return tesla(z, self.a, self.b, self.kernel)

    def write(self, z: Tensor, out: Tensor, keep: bool) -> None:
        form.write(z, self.a, self.b, self.kernel, out)

    def go_back(self, note: None, z: Tensor, value: Tensor, g: Tensor, into: Sequence[Tensor]) -> None:
        da, db = into
        form.go_back(g, z, self.a, self.b, self.kernel, da, db)

    def bind(self, z: Tensor, out: Tensor, g: Tensor, into: Sequence[Tensor]) -> Bound:
        write, go_back = form.bind(z, self.a.detach(), self.b.detach(), self.kernel, out, g, *into)
        return write, lambda _: go_back()

    def stack_key(self) -> tuple[object, ...]:
        return (TESLA, self.harmonics, self.kernel)

    def derivatives(self, z: Tensor) -> Derivatives:
        # Differentiating once maps (a, b) to (-k·b, k·a) and stays within φ_K.
        a, b = self.a.detach(), self.b.detach()
        k = harmonic_numbers(a)
        orders = ((a, b), (-k * b, k * a), (-(k**2) * a, -(k**2) * b), (k**3 * b, -(k**3) * a))
        first, second, third, fourth = (tesla(z.detach(), *pair, self.kernel) for pair in orders)
        return first, second, third, fourth

    def parameter_gradients(self, z: Tensor, weights: tuple[Tensor, Tensor, Tensor]) -> list[Tensor]:
        k = harmonic_numbers(self.a)
        stacked = self.a.ndim == 2
        (p0, q0), (p1, q1), (p2, q2) = (
            harmonic_sums(z, weight, self.harmonics, stacked, self.kernel) for weight in weights
        )
        return [p0 + k * q1 - k**2 * p2, q0 - k * p1 - k**2 * q2]

    def extra_repr(self) -> str:
        kernel = kernel_for(self.a.device, form.computed_in(self.a.dtype), self.kernel).NAME
        models = f"models={self.a.shape[0]}, " if self.a.ndim == 2 else ""
        return f"{models}harmonics={self.harmonics}, scale={self.scale:g}, kernel={kernel}"
