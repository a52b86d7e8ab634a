"""The CPU path of φ_K: one pass forward, one pass backward, nothing saved but z.

Forward: Clenshaw's recurrence for both series of Eq. 1. Backward: Chebyshev's recurrence gives sin kz and
cos kz one after the other; φ′ and the sums for a_k and b_k are taken on the way. Per element that costs one
sine and cosine at any K. Sums run over chunks of fixed size, in float32 inside a chunk and in float64 over
the chunks, so that the result does not depend on the number of threads.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

import torch
from llvmlite import ir
from torch import Tensor

from tesla_core.activations.simd import (
    FLOAT,
    FLOAT_POINTER,
    INDEX,
    Builder,
    CompiledModule,
    Emitter,
    Lanes,
    has_wide_registers,
    repeat,
)

NAME = "native"
LANES = 16  # float32 numbers in one vector: one register of the widest kind, several of the others
# Vectors in flight at once, to hide the recurrence's latency, and no more than the registers hold.
VECTORS = 4 if has_wide_registers() else 1
CHUNK = 4096  # elements summed in float32 before float64 takes over
ELEMENTS_WORTH_A_THREAD = 1 << 17

# π as the sum of three float32 numbers; the first has few bits, so that q·π₁ is exact (Cody and Waite).
PI_PARTS = (3.140625, 9.676535846665502e-4, 5.126688150840178e-12)
ROUNDING = 1.5 * 2**23  # a float32 of this size has no bits behind the point: adding it rounds, its last bit is q's
REACH = 1.5708  # just over π/2
# Minimax polynomials in r² on |r| ≤ π/2; errors 4e-9 and 2e-10, below float32's half unit of 3e-8.
SIN_OVER_R = (9.99999996e-01, -1.66666580e-01, 8.33305098e-03, -1.98090690e-04, 2.60521026e-06)
COS = (1.0, -4.99999994e-01, 4.16666362e-02, -1.38883612e-03, 2.47601532e-05, -2.60513485e-07)


def evaluate(z: Tensor, a: Tensor, b: Tensor) -> Tensor:
    """φ_K(z) for z (G, M) and a, b (G, K), all float32 and contiguous."""
    inverse_k = _inverse_harmonics(a.shape[-1])
    scaled_a, scaled_b = a * inverse_k, b * inverse_k
    out = torch.empty_like(z)
    kernel = _kernels()[0]
    harmonics = a.shape[-1]

    def run(group: int, start: int, count: int) -> None:
        kernel(
            _address(z, group, start),
            _address(out, group, start),
            count,
            _address(scaled_a, group),
            _address(scaled_b, group),
            harmonics,
        )

    _over_chunks(run, *z.shape)
    return out


def gradients(z: Tensor, a: Tensor, b: Tensor, g: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """g·φ′(z) (G, M), and the sums over M of g·sin(kz)/k and g·cos(kz)/k, both (G, K)."""
    groups, elements = z.shape
    harmonics = a.shape[-1]
    chunks = -(-elements // CHUNK)
    out = torch.empty_like(z)
    partial = torch.zeros(groups, chunks, 2, harmonics, LANES)
    kernel = _kernels()[1]

    def run(group: int, start: int, count: int) -> None:
        kernel(
            _address(z, group, start),
            _address(g, group, start),
            _address(out, group, start),
            _address(partial, group, start // CHUNK * 2 * harmonics * LANES),
            count,
            _address(a, group),
            _address(b, group),
            harmonics,
        )

    _over_chunks(run, groups, elements)
    sums = partial.sum((1, 4), dtype=torch.float64).to(z.dtype) * _inverse_harmonics(harmonics)
    return out, sums[:, 0], sums[:, 1]


def _address(tensor: Tensor, group: int, offset: int = 0) -> int:
    return tensor.data_ptr() + 4 * (group * tensor.stride(0) + offset)


@lru_cache(maxsize=256)
def _inverse_harmonics(harmonics: int) -> Tensor:
    return 1.0 / torch.arange(1, harmonics + 1, dtype=torch.float32)


def _over_chunks(run: Callable[[int, int, int], None], groups: int, elements: int) -> None:
    """Call run(group, start, count) over everything, on as many threads as torch may use and the work is worth."""
    threads = min(torch.get_num_threads(), groups * elements // ELEMENTS_WORTH_A_THREAD)
    if threads <= 1:
        for group in range(groups):
            run(group, 0, elements)
        return
    size = max(CHUNK, -(-groups * elements // threads) // CHUNK * CHUNK)
    starts = [(group, start) for group in range(groups) for start in range(0, elements, size)]
    waiting = [_pool().submit(run, group, start, min(size, elements - start)) for group, start in starts]
    for part in waiting:
        part.result()


@lru_cache(maxsize=1)
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(torch.get_num_threads(), thread_name_prefix="tesla")


@lru_cache(maxsize=1)
def _machine_code() -> CompiledModule:
    module = ir.Module("tesla")
    _write_forward(module)
    _write_backward(module)
    return CompiledModule(module)


@lru_cache(maxsize=1)
def _kernels() -> tuple[Callable[..., None], Callable[..., None]]:
    """The compiled forward and backward kernels."""
    compiled = _machine_code()
    pointer, integer = ctypes.c_void_p, ctypes.c_int64
    forward = ctypes.CFUNCTYPE(None, pointer, pointer, integer, pointer, pointer, integer)
    backward = ctypes.CFUNCTYPE(None, pointer, pointer, pointer, pointer, integer, pointer, pointer, integer)
    return forward(compiled.address("forward")), backward(compiled.address("backward"))


def _function(module: ir.Module, name: str, arguments: list[ir.Type]) -> tuple[Builder, list[ir.Value]]:
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), arguments), name)
    for argument in function.args:
        if argument.type == FLOAT_POINTER:
            argument.add_attribute("noalias")
    return ir.IRBuilder(function.append_basic_block("entry")), list(function.args)


def _sin_cos(emit: Emitter, z: Lanes) -> tuple[Lanes, Lanes]:
    """Sine and cosine: z = qπ + r with |r| ≤ π/2, a polynomial for each, and the sign (-1)^q.

    A diverged z (beyond 10⁷) has no angle left in float32; its r is held where the polynomials are bounded.
    """
    shifted = emit.multiply_add(z, emit.constant(1 / math.pi), emit.constant(ROUNDING))
    q = shifted - emit.constant(ROUNDING)
    r = z
    for part in PI_PARTS:
        r = emit.multiply_add(q, emit.constant(-part), r)
    r = emit.clamp(r, REACH)
    square = r * r
    sine, cosine = r * emit.polynomial(square, SIN_OVER_R), emit.polynomial(square, COS)
    return emit.flip_sign(sine, shifted), emit.flip_sign(cosine, shifted)


def _write_forward(module: ir.Module) -> None:
    """forward(z, out, count, a/k, b/k, K): Clenshaw, from harmonic K down to 1."""
    pointer = FLOAT_POINTER
    builder, (z, out, count, a, b, harmonics) = _function(
        module, "forward", [pointer, pointer, INDEX, pointer, pointer, INDEX]
    )

    def block(width: int, vectors: int) -> Callable[[ir.Value, list[Lanes]], list[Lanes]]:
        emit = Emitter(builder, width)

        def turn(index: ir.Value, _: list[Lanes]) -> list[Lanes]:
            places = [builder.add(index, ir.Constant(INDEX, width * v)) for v in range(vectors)]
            pairs = [_sin_cos(emit, emit.load(z, place)) for place in places]
            doubled = [cosine + cosine for _, cosine in pairs]

            def harmonic(turn_index: ir.Value, state: list[Lanes]) -> list[Lanes]:
                k = builder.sub(builder.sub(harmonics, ir.Constant(INDEX, 1)), turn_index)
                a_k, b_k = emit.broadcast(a, k), emit.broadcast(b, k)
                following = []
                for v in range(vectors):
                    sine, sine_before, cosine, cosine_before = state[4 * v : 4 * v + 4]
                    following += [emit.multiply_add(doubled[v], sine, a_k - sine_before), sine]
                    following += [emit.multiply_add(doubled[v], cosine, b_k - cosine_before), cosine]
                return following

            zeros = [emit.constant(0.0)] * (4 * vectors)
            state = repeat(builder, ir.Constant(INDEX, 0), harmonics, 1, zeros, harmonic)[1]
            for v, (sine_z, cosine_z) in enumerate(pairs):
                sine, cosine, cosine_before = state[4 * v], state[4 * v + 2], state[4 * v + 3]
                value = emit.multiply_add(sine, sine_z, emit.multiply_add(cosine, cosine_z, -cosine_before))
                emit.store(value, out, places[v])
            return []

        return turn

    index, _ = repeat(builder, ir.Constant(INDEX, 0), count, LANES * VECTORS, [], block(LANES, VECTORS))
    repeat(builder, index, count, 1, [], block(1, 1))
    builder.ret_void()


def _write_backward(module: ir.Module) -> None:
    """backward(z, g, dz, sums, count, a, b, K): Chebyshev, from harmonic 1 up to K; sums is (chunks, 2, K, LANES)."""
    pointer = FLOAT_POINTER
    builder, (z, g, dz, sums, count, a, b, harmonics) = _function(
        module, "backward", [pointer, pointer, pointer, pointer, INDEX, pointer, pointer, INDEX]
    )

    def block(width: int, vectors: int, sums: ir.Value) -> Callable[[ir.Value, list[Lanes]], list[Lanes]]:
        emit = Emitter(builder, width)

        def turn(index: ir.Value, _: list[Lanes]) -> list[Lanes]:
            places = [builder.add(index, ir.Constant(INDEX, width * v)) for v in range(vectors)]
            pairs = [_sin_cos(emit, emit.load(z, place)) for place in places]
            doubled = [cosine + cosine for _, cosine in pairs]
            upstream = [emit.load(g, place) for place in places]

            def harmonic(k: ir.Value, state: list[Lanes]) -> list[Lanes]:
                a_k, b_k = emit.broadcast(a, k), emit.broadcast(b, k)
                sine_sum = builder.mul(k, ir.Constant(INDEX, LANES))
                cosine_sum = builder.mul(builder.add(k, harmonics), ir.Constant(INDEX, LANES))
                sum_a, sum_b = emit.load(sums, sine_sum), emit.load(sums, cosine_sum)
                following = []
                for v in range(vectors):
                    sine, sine_before, cosine, cosine_before, slope = state[5 * v : 5 * v + 5]
                    sum_a = emit.multiply_add(upstream[v], sine, sum_a)
                    sum_b = emit.multiply_add(upstream[v], cosine, sum_b)
                    slope = emit.multiply_add(a_k, cosine, emit.multiply_add(-b_k, sine, slope))
                    following += [emit.multiply_add(doubled[v], sine, -sine_before), sine]
                    following += [emit.multiply_add(doubled[v], cosine, -cosine_before), cosine, slope]
                emit.store(sum_a, sums, sine_sum)
                emit.store(sum_b, sums, cosine_sum)
                return following

            zero, one = emit.constant(0.0), emit.constant(1.0)
            start = [lanes for sine, cosine in pairs for lanes in (sine, zero, cosine, one, zero)]
            state = repeat(builder, ir.Constant(INDEX, 0), harmonics, 1, start, harmonic)[1]
            for v in range(vectors):
                emit.store(upstream[v] * state[5 * v + 4], dz, places[v])
            return []

        return turn

    chunk_sums = builder.mul(harmonics, ir.Constant(INDEX, 2 * LANES))

    def chunk(number: ir.Value, _: list[Lanes]) -> list[Lanes]:
        start = builder.mul(number, ir.Constant(INDEX, CHUNK))
        end = builder.add(start, ir.Constant(INDEX, CHUNK))
        end = builder.select(builder.icmp_signed("<", end, count), end, count)
        own = builder.gep(sums, [builder.mul(number, chunk_sums)], source_etype=FLOAT)
        index, _ = repeat(builder, start, end, LANES * VECTORS, [], block(LANES, VECTORS, own))
        repeat(builder, index, end, 1, [], block(1, 1, own))
        return []

    chunks = builder.sdiv(builder.add(count, ir.Constant(INDEX, CHUNK - 1)), ir.Constant(INDEX, CHUNK))
    repeat(builder, ir.Constant(INDEX, 0), chunks, 1, [], chunk)
    builder.ret_void()
