"""TESLA, Eq. 1: φ_K(z) = Σ_{k=1..K} (a_k/k · sin kz + b_k/k · cos kz).

The two autograd functions below are closed under differentiation: every derivative of φ_K is again a φ_K with other
coefficients, φ′ = φ_K with (a, b) ← (-k·b, k·a), and the sums that give ∂a and ∂b differentiate back into φ_K. So all
orders of derivatives are exact and run on the same fast kernels.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from tesla_core.activations.kernels import kernel_for
from tesla_core.activations.pointwise import Derivatives, Pointwise
from tesla_core.activations.rows import STARTS
from tesla_core.errors import TeslaError, check_choice, check_range

MOST_HARMONICS = 256


def tesla(z: Tensor, a: Tensor, b: Tensor, kernel: str = "auto") -> Tensor:
    """φ_K(z) elementwise, in z's shape and dtype (Eq. 1).

    a, b: (K,), shared by all of z; or (G, K) for G models at once, where z is (G, …). float64 is computed in float64,
    everything else in float32.
    """
    if a.shape != b.shape or a.ndim not in (1, 2) or a.shape[-1] < 1:
        raise TeslaError(
            f"a and b must both have shape (K,) or (models, K); {tuple(a.shape)} and {tuple(b.shape)} were given."
        )
    if a.ndim == 2 and z.shape[:1] != a.shape[:1]:
        raise TeslaError(f"a holds {a.shape[0]} models; z of shape {tuple(z.shape)} must have as many in front.")
    if not z.is_floating_point():
        raise TeslaError(f"z must be floating point; {z.dtype} was given.")
    if not a.device == b.device == z.device:  # kernels read raw memory
        raise TeslaError(f"z, a and b must be on one device; {z.device}, {a.device} and {b.device} were given.")
    return _Phi.apply(z, a, b, kernel)


def harmonic_sums(z: Tensor, g: Tensor, harmonics: int, stacked: bool, kernel: str = "auto") -> tuple[Tensor, Tensor]:
    """Σ g·sin(kz)/k and Σ g·cos(kz)/k over all of z, or over each model of a stack: two tensors (K,) or (G, K)."""
    return _HarmonicSums.apply(z, g, harmonics, stacked, kernel)


class _Phi(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, z: Tensor, a: Tensor, b: Tensor, kernel: str) -> Tensor:
        ctx.save_for_backward(z, a, b)
        ctx.kernel = kernel
        form = _Form(z, a.ndim == 2, kernel)
        return _like(form.kernel.evaluate(form.of(z), form.of(a), form.of(b)), z)

    @staticmethod
    def backward(ctx: Any, *upstream: Tensor) -> tuple[Tensor | None, ...]:
        (g,) = upstream
        z, a, b = ctx.saved_tensors
        stacked = a.ndim == 2
        if torch.is_grad_enabled():  # someone will differentiate again: stay within the two functions
            sums = harmonic_sums(z, g, a.shape[-1], stacked, ctx.kernel)
            return g * _slope(z, a, b, ctx.kernel), sums[0].to(a.dtype), sums[1].to(b.dtype), None
        form = _Form(z, stacked, ctx.kernel)
        dz, da, db = form.kernel.gradients(form.of(z), form.of(a), form.of(b), form.of(g))
        return _like(dz, z), _like(da, a), _like(db, b), None


class _HarmonicSums(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, z: Tensor, g: Tensor, harmonics: int, stacked: bool, kernel: str) -> tuple[Tensor, Tensor]:
        ctx.save_for_backward(z, g)
        ctx.kernel = kernel
        form = _Form(z, stacked, kernel)
        zeros = torch.zeros(z.shape[0] if stacked else 1, harmonics, device=z.device, dtype=form.computed_in)
        _, sums_a, sums_b = form.kernel.gradients(form.of(z), zeros, zeros, form.of(g))
        return (sums_a, sums_b) if stacked else (sums_a[0], sums_b[0])

    @staticmethod
    def backward(ctx: Any, *upstream: Tensor) -> tuple[Tensor | None, ...]:
        u, v = upstream
        z, g = ctx.saved_tensors
        return g * _slope(z, u, v, ctx.kernel), tesla(z, u, v, ctx.kernel), None, None, None


def _slope(z: Tensor, a: Tensor, b: Tensor, kernel: str) -> Tensor:
    """φ′(z) = Σ_k (a_k cos kz - b_k sin kz), itself a φ_K."""
    k = torch.arange(1, a.shape[-1] + 1, device=a.device, dtype=a.dtype)
    return tesla(z, -k * b, k * a, kernel)


class _Form:
    """The form in which a kernel takes z: contiguous, in the dtype it is computed in, and a matrix (groups, elements)
    where the kernel needs one. A tensor that has it already is left alone: every detour costs a small layer more than
    its arithmetic. So are images in channels-last order, where the kernel takes any shape: to it, order is nothing."""

    def __init__(self, z: Tensor, stacked: bool, kernel: str) -> None:
        self.computed_in = torch.float64 if z.dtype == torch.float64 else torch.float32
        self.kernel = kernel_for(z.device, self.computed_in, kernel)
        self.rows = None if self.kernel.ANY_SHAPE else z.shape[0] if stacked else 1
        self.layout = torch.contiguous_format
        if not z.is_contiguous() and self.rows is None and not stacked and z.ndim == 4:
            self.layout = torch.channels_last

    def of(self, tensor: Tensor) -> Tensor:
        """z, g, a or b in that form."""
        if tensor.dtype != self.computed_in:
            tensor = tensor.to(self.computed_in)
        if self.rows is not None:
            tensor = tensor.reshape(self.rows, -1)
        return tensor.contiguous(memory_format=self.layout if tensor.ndim == 4 else torch.contiguous_format)


def _like(matrix: Tensor, original: Tensor) -> Tensor:
    """A kernel's result in the shape and dtype of what it belongs to."""
    if matrix.shape != original.shape:
        matrix = matrix.view(original.shape)
    return matrix if matrix.dtype == original.dtype else matrix.to(original.dtype)


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

    def stack_key(self) -> tuple[object, ...]:
        return (TESLA, self.harmonics, self.kernel)

    def derivatives(self, z: Tensor) -> Derivatives:
        # Differentiating once maps (a, b) to (-k·b, k·a) and stays within φ_K.
        a, b = self.a.detach(), self.b.detach()
        k = torch.arange(1, a.shape[-1] + 1, device=a.device, dtype=a.dtype)
        orders = ((a, b), (-k * b, k * a), (-(k**2) * a, -(k**2) * b), (k**3 * b, -(k**3) * a))
        first, second, third, fourth = (tesla(z.detach(), *pair, self.kernel) for pair in orders)
        return first, second, third, fourth

    def parameter_gradients(self, z: Tensor, weights: tuple[Tensor, Tensor, Tensor]) -> list[Tensor]:
        k = torch.arange(1, self.harmonics + 1, device=z.device, dtype=self.a.dtype)
        stacked = self.a.ndim == 2
        (p0, q0), (p1, q1), (p2, q2) = (
            harmonic_sums(z, weight, self.harmonics, stacked, self.kernel) for weight in weights
        )
        return [p0 + k * q1 - k**2 * p2, q0 - k * p1 - k**2 * q2]

    def extra_repr(self) -> str:
        computed_in = torch.float64 if self.a.dtype == torch.float64 else torch.float32
        kernel = kernel_for(self.a.device, computed_in, self.kernel).NAME
        models = f"models={self.a.shape[0]}, " if self.a.ndim == 2 else ""
        return f"{models}harmonics={self.harmonics}, scale={self.scale:g}, kernel={kernel}"
