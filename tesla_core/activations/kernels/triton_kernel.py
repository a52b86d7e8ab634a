"""φ_K on a GPU: one Triton kernel forward, one backward, nothing kept but z.

φ_K(z) = Σ_{k=1..K} (a_k/k · sin kz + b_k/k · cos kz) is the real part of a polynomial in w = cos z + i sin z,

    φ_K(z) = Re Σ_k c_k w^k,    c_k = (b_k - i a_k)/k,

so the forward pass is one sincos and a Horner scheme, and the backward pass turns w^k into w^(k+1) by one complex
product. Since |w| = 1 rounding errors grow like K; the three-term recurrences of Clenshaw and Chebyshev let them grow
like K² near the multiples of π (measured in float32 at K=64: 5e-6 here, 1.3e-4 there) and save nothing forward.

The arithmetic is float32 whatever z's type: a bfloat16 sincos of a bfloat16 angle would be noise at the high harmonics.
Each program writes its own partial sums of da and db, which are added in a fixed order: no atomics, so a run repeats
bit for bit. Importing this module imports Triton; it is imported only where the GPU path is used.

Nothing here waits for the device or asks it for a number, so a CUDA graph can capture both passes.
"""

# Triton's decorator types a kernel's call as one that never returns and knows no launch options.
# pyright: reportGeneralTypeIssues=false, reportCallIssue=false
from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any

import torch
import triton
import triton.language as tl
from torch._subclasses.functional_tensor import FunctionalTensor

from tesla_core.errors import TeslaError

NAME = "triton"
ANY_SHAPE = False
DTYPES = (torch.float32, torch.bfloat16, torch.float16)

# Elements and warps of one program. One warp sums without shared memory, which the backward pass does 2K times.
EVALUATE_BLOCK, EVALUATE_WARPS = 1024, 4
GRADIENTS_BLOCK, GRADIENTS_WARPS = 512, 1

# π/2 in three parts (Cody–Waite). The first two have 10 bits each, so n · part is exact up to n = 2^14 with or without
# fused multiply-add: the angle keeps its full precision to |z| = 25,000 and loses it little by little beyond.
_TWO_OVER_PI = tl.constexpr(0.6366197723675814)
_HALF_PI_HIGH = tl.constexpr(1.5703125)
_HALF_PI_MIDDLE = tl.constexpr(0.00048351287841796875)
_HALF_PI_LOW = tl.constexpr(3.1391647326017846e-07)
_REACH = tl.constexpr(0.79)  # just over π/4

# sin r = r + r³ S(r²) and cos r = 1 - r²/2 + r⁴ C(r²) on |r| ≤ π/4, minimax fits within 2^-28 and 2^-33.
_S0 = tl.constexpr(-0.16666655242443085)
_S1 = tl.constexpr(0.008332176133990288)
_S2 = tl.constexpr(-0.00019516977772582322)
_C0 = tl.constexpr(0.04166664555668831)
_C1 = tl.constexpr(-0.0013887364184483886)
_C2 = tl.constexpr(2.443809171381872e-05)


@triton.jit
def _sincos(z):
    """sin z and cos z of a float32 block, each within 1e-7 for |z| ≤ 25,000 and bounded for any finite z."""
    quarter_turns = tl.floor(z * _TWO_OVER_PI + 0.5)
    r = z - quarter_turns * _HALF_PI_HIGH
    r = r - quarter_turns * _HALF_PI_MIDDLE
    r = r - quarter_turns * _HALF_PI_LOW
    # A diverged z (1e10, say) has no angle left: keep the polynomials where they are bounded, and a NaN a NaN.
    r = tl.clamp(r, -_REACH, _REACH, propagate_nan=tl.PropagateNan.ALL)
    square = r * r
    sine = r + r * square * (_S0 + square * (_S1 + square * _S2))
    cosine = 1.0 - 0.5 * square + square * square * (_C0 + square * (_C1 + square * _C2))
    quadrant = quarter_turns.to(tl.int32)
    odd = (quadrant & 1) != 0
    sin_z = tl.where(odd, cosine, sine)
    cos_z = tl.where(odd, sine, cosine)
    sin_z = tl.where((quadrant & 2) != 0, -sin_z, sin_z)
    cos_z = tl.where(((quadrant + 1) & 2) != 0, -cos_z, cos_z)
    return sin_z, cos_z


@triton.jit
def evaluate_kernel(z_ptr, a_ptr, b_ptr, out_ptr, M, K: tl.constexpr, BLOCK: tl.constexpr):
    """One tile of one group: out[group, tile] = φ_K(z[group, tile]), Horner's scheme in w from k = K down to 1."""
    group = tl.program_id(1).to(tl.int64)
    start = tl.program_id(0).to(tl.int64) * BLOCK
    offset = tl.arange(0, BLOCK)
    inside = offset < M - start
    tile = group * M + start + offset
    sin_z, cos_z = _sincos(tl.load(z_ptr + tile, mask=inside, other=0.0).to(tl.float32))

    a_ptr += group * K
    b_ptr += group * K
    real = tl.zeros([BLOCK], tl.float32) + tl.load(b_ptr + K - 1) / K
    imaginary = tl.zeros([BLOCK], tl.float32) - tl.load(a_ptr + K - 1) / K
    for step in tl.range(1, K):
        k = K - step
        turned = real * cos_z + (tl.load(b_ptr + k - 1) / k - imaginary * sin_z)
        imaginary = real * sin_z + (imaginary * cos_z - tl.load(a_ptr + k - 1) / k)
        real = turned
    phi = real * cos_z - imaginary * sin_z
    tl.store(out_ptr + tile, phi.to(out_ptr.dtype.element_ty), mask=inside)


@triton.jit
def gradients_kernel(z_ptr, a_ptr, b_ptr, g_ptr, dz_ptr, partial_ptr, M, K: tl.constexpr, BLOCK: tl.constexpr):
    """One tile of one group: its dz, and its share of da and db.

    partial (programs, 2, G, K) takes Σ g sin(kz)/k and Σ g cos(kz)/k over the tile as soon as harmonic k is summed, so
    no register array of length K is needed.
    """
    program = tl.program_id(0).to(tl.int64)
    group = tl.program_id(1).to(tl.int64)
    groups = tl.num_programs(1)
    start = program * BLOCK
    offset = tl.arange(0, BLOCK)
    inside = offset < M - start
    tile = group * M + start + offset
    g = tl.load(g_ptr + tile, mask=inside, other=0.0).to(tl.float32)
    sin_z, cos_z = _sincos(tl.load(z_ptr + tile, mask=inside, other=0.0).to(tl.float32))
    da_ptr = partial_ptr + (2 * program * groups + group) * K
    db_ptr = da_ptr + groups * K

    sin_kz, cos_kz = sin_z, cos_z
    a_ptr += group * K
    b_ptr += group * K
    slope = tl.zeros([BLOCK], tl.float32)  # φ′(z) = Σ_k (a_k cos kz - b_k sin kz)
    for step in tl.range(K):
        k = step + 1
        tl.store(da_ptr + step, tl.sum(g * sin_kz, axis=0) / k)
        tl.store(db_ptr + step, tl.sum(g * cos_kz, axis=0) / k)
        slope += tl.load(a_ptr + step) * cos_kz - tl.load(b_ptr + step) * sin_kz
        turned = cos_kz * cos_z - sin_kz * sin_z
        sin_kz = sin_kz * cos_z + cos_kz * sin_z
        cos_kz = turned
    tl.store(dz_ptr + tile, (g * slope).to(dz_ptr.dtype.element_ty), mask=inside)


def evaluate(z: torch.Tensor, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """φ_K of each group with its own coefficients: z (G, M), a and b (G, K) -> (G, M) in z's type. All contiguous."""
    _check(z, a, b)
    (groups, length), harmonics = z.shape, a.shape[1]
    out = torch.empty_like(z)
    programs = -(-length // EVALUATE_BLOCK)
    with _device_of(z):
        _launched(evaluate_kernel, z)[(programs, groups)](
            z, a.float(), b.float(), out, length, harmonics, EVALUATE_BLOCK, num_warps=EVALUATE_WARPS
        )
    return out


def gradients(
    z: torch.Tensor, a: torch.Tensor, b: torch.Tensor, g: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """The backward pass for an incoming gradient g (G, M): dz (G, M), da (G, K), db (G, K). All contiguous.

    dz = g · φ′(z), da_k = Σ_m g sin(kz)/k, db_k = Σ_m g cos(kz)/k; each in the type of what it differentiates.
    """
    _check(z, a, b, g)
    (groups, length), harmonics = z.shape, a.shape[1]
    dz = torch.empty_like(z)
    programs = -(-length // GRADIENTS_BLOCK)
    partial = torch.empty(programs, 2, groups, harmonics, dtype=torch.float32, device=z.device)
    with _device_of(z):
        _launched(gradients_kernel, z)[(programs, groups)](
            z, a.float(), b.float(), g, dz, partial, length, harmonics, GRADIENTS_BLOCK, num_warps=GRADIENTS_WARPS
        )
    da, db = partial.sum(0)
    return dz, da.to(a.dtype), db.to(b.dtype)


def _launched(kernel: Any, z: torch.Tensor) -> Any:
    """The kernel in a form that a compiler can follow, while one is tracing; on which device is the compiler's work."""
    return torch.library.wrap_triton(kernel) if isinstance(z, FunctionalTensor) else kernel


def _device_of(z: torch.Tensor) -> AbstractContextManager[Any]:
    return nullcontext() if isinstance(z, FunctionalTensor) else torch.cuda.device_of(z)


def _check(z: torch.Tensor, a: torch.Tensor, b: torch.Tensor, g: torch.Tensor | None = None) -> None:
    """The kernels index raw memory: a wrong shape or layout would be read past its end, so say it here instead."""
    given = {"z": z, "a": a, "b": b} | ({} if g is None else {"g": g})
    if z.dtype not in DTYPES:
        names = ", ".join(str(dtype) for dtype in DTYPES)
        raise TeslaError(f"The Triton path computes in float32 and takes z in {names}; {z.dtype} was given.")
    fits = z.ndim == a.ndim == 2 and a.shape == b.shape and a.shape[0] == z.shape[0] and a.shape[1] >= 1
    if not fits or (g is not None and g.shape != z.shape):
        shapes = ", ".join(f"{name} {tuple(tensor.shape)}" for name, tensor in given.items())
        raise TeslaError(f"z and g must be (G, M), a and b (G, K) with K ≥ 1; given {shapes}.")
    if not all(tensor.is_contiguous() for tensor in given.values()):
        raise TeslaError(f"The Triton path takes contiguous tensors; call .contiguous() on {', '.join(given)}.")
