"""Derivatives of φ_K's operators, backward and forward, of every order.

The two are closed under differentiation. φ′ is a φ_K with the coefficients (-k·b, k·a), and `gradients` gives all that
the derivative of φ_K asks for in one pass,

    gradients(g, z, a, b) = (g·φ′(z), Σ g·sin(kz)/k, Σ g·cos(kz)/k),

itself linear in g, in (a, b) and, in its sums, of φ_K's own kind. `torch.library.register_autograd` knows no forward
mode, which `torch.func.jvp`, `jacfwd` and `hessian` need: so both directions are registered here as one kernel.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor
from torch._C._functorch import TransformType, get_interpreter_stack
from torch._functorch.utils import enable_single_level_autograd_function
from torch.autograd import forward_ad
from torch.autograd.function import _SingleLevelFunction

from tesla_core.activations.kernels.form import computed_in
from tesla_core.activations.kernels.library import LIBRARY, gradients, phi

Gradient = Tensor | None


def turned(a: Tensor, b: Tensor) -> tuple[Tensor, Tensor]:
    """The coefficients of φ′: (-k·b, k·a)."""
    k = harmonic_numbers(a)
    return -k * b, k * a


def harmonic_numbers(a: Tensor) -> Tensor:
    """1, …, K as factors of a's entries, in the dtype in which φ_K is computed."""
    return torch.arange(1, a.shape[-1] + 1, device=a.device, dtype=computed_in(a.dtype))


class _PhiDerivatives(_SingleLevelFunction):
    @staticmethod
    def forward(ctx: Any, keys: Any, z: Tensor, a: Tensor, b: Tensor, kernel: str) -> Tensor:
        _keep(ctx, kernel, z, a, b)
        return _below(phi, keys, z, a, b, kernel)

    @staticmethod
    def backward(ctx: Any, *upstream: Gradient) -> tuple[Gradient, ...]:
        (g,) = upstream
        z, a, b = ctx.saved_tensors
        _, needs_z, *needs, _ = ctx.needs_input_grad
        if g is None:
            return None, None, None, None, None
        if any(needs) or _must_not_multiply():
            return None, *gradients(g, z, a, b, ctx.kernel), None
        return None, g * phi(z, *turned(a, b), ctx.kernel) if needs_z else None, None, None, None

    @staticmethod
    def jvp(ctx: Any, *tangents: Any) -> Gradient:
        _, z_dot, a_dot, b_dot, _ = tangents
        with forward_ad._set_fwd_grad_enabled(True):
            z, a, b = _primals(ctx)
            along_z = None if z_dot is None else z_dot * phi(z, *turned(a, b), ctx.kernel)
            if a_dot is None and b_dot is None:
                return along_z
            return _sum(along_z, phi(z, *_filled((a_dot, b_dot), (a, b)), ctx.kernel))


class _GradientsDerivatives(_SingleLevelFunction):
    @staticmethod
    def forward(
        ctx: Any, keys: Any, g: Tensor, z: Tensor, a: Tensor, b: Tensor, kernel: str
    ) -> tuple[Tensor, Tensor, Tensor]:
        _keep(ctx, kernel, g, z, a, b)
        return _below(gradients, keys, g, z, a, b, kernel)

    @staticmethod
    def backward(ctx: Any, *upstream: Gradient) -> tuple[Gradient, ...]:
        # Of u·g·φ′(z) + Σ_k (v_k g sin(kz)/k + w_k g cos(kz)/k) = g·(u·φ′(z; a, b) + φ(z; v, w)).
        u, v, w = upstream
        g, z, a, b = ctx.saved_tensors
        needs_g = ctx.needs_input_grad[1]
        of_g, of_z, of_a, of_b = None, None, None, None
        if u is not None:
            slope = turned(a, b)
            of_g = u * phi(z, *slope, ctx.kernel) if needs_g else None
            of_z, sines, cosines = gradients(g * u, z, *slope, ctx.kernel)
            of_a, of_b = _turned_back(sines, cosines, a, b)
        if v is not None or w is not None:
            v, w = _filled((v, w), (a, b))
            of_g = _sum(of_g, phi(z, v, w, ctx.kernel)) if needs_g else None
            of_z = _sum(of_z, g * phi(z, *turned(v, w), ctx.kernel))
        return None, of_g, of_z, of_a, of_b, None

    @staticmethod
    def jvp(ctx: Any, *tangents: Any) -> tuple[Gradient, Gradient, Gradient]:
        _, g_dot, z_dot, a_dot, b_dot, _ = tangents
        with forward_ad._set_fwd_grad_enabled(True):
            g, z, a, b = _primals(ctx)
            of_z, of_a, of_b = None, None, None
            if g_dot is not None:
                of_z, of_a, of_b = gradients(g_dot, z, a, b, ctx.kernel)
            if z_dot is not None:
                bent, sines, cosines = gradients(g * z_dot, z, *turned(a, b), ctx.kernel)
                more_a, more_b = _turned_back(sines, cosines, a, b)
                of_z, of_a, of_b = _sum(of_z, bent), _sum(of_a, more_a), _sum(of_b, more_b)
            if a_dot is not None or b_dot is not None:
                of_z = _sum(of_z, g * phi(z, *turned(*_filled((a_dot, b_dot), (a, b))), ctx.kernel))
            return of_z, of_a, of_b


def _keep(ctx: Any, kernel: str, *tensors: Tensor) -> None:
    ctx.kernel = kernel
    ctx.set_materialize_grads(False)
    ctx.save_for_backward(*tensors)
    ctx.save_for_forward(*tensors)


def _below(operator: Any, keys: Any, *arguments: Any) -> Any:
    """The operator itself, without this level of differentiation. Levels further out go on: a Function turns off both
    modes for its forward pass, and they would miss it."""
    with torch.enable_grad(), forward_ad._set_fwd_grad_enabled(True), torch._C._AutoDispatchBelowAutograd():
        return operator.redispatch(keys & torch._C._after_autograd_keyset, *arguments)


def _primals(ctx: Any) -> list[Tensor]:
    """What was kept, without this level's tangents. The mode stays on for levels further out: without it a jvp of a
    jvp would be zero, and silently so."""
    return [forward_ad.unpack_dual(tensor, level=0).primal for tensor in ctx.saved_tensors]


def _must_not_multiply() -> bool:
    """Whether a compiler looks on while forward mode is over reverse mode, as in a hessian: there PyTorch 2.13 can't
    multiply what has no tangent (torch.sin's own hessian fails), but our operator takes it."""
    return (
        torch._C._are_functorch_transforms_active()
        and torch._C._len_torch_dispatch_stack() > 0
        and any(level.key() == TransformType.Jvp for level in get_interpreter_stack() or ())
    )


def _turned_back(sines: Tensor, cosines: Tensor, a: Tensor, b: Tensor) -> tuple[Tensor, Tensor]:
    """∂a and ∂b from what belongs to (-k·b, k·a)."""
    k = harmonic_numbers(a)
    return (k * cosines).to(a.dtype), (-k * sines).to(b.dtype)


def _filled(pair: tuple[Gradient, Gradient], like: tuple[Tensor, Tensor]) -> tuple[Tensor, Tensor]:
    first, second = (torch.zeros_like(t) if one is None else one for one, t in zip(pair, like, strict=True))
    return first, second


def _sum(one: Gradient, other: Tensor) -> Tensor:
    return other if one is None else one + other


def _register(name: str, function: Any) -> None:
    def differentiated(keys: Any, *arguments: Any) -> Any:
        # PyTorch calls this once for each level of a nested transform.
        with enable_single_level_autograd_function():
            return function.apply(keys, *arguments)

    LIBRARY.impl(name, differentiated, "Autograd", with_keyset=True)


_register("phi", _PhiDerivatives)
_register("gradients", _GradientsDerivatives)
