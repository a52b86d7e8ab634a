"""φ_K on the CPU by recurrences: for every processor, and for any number of harmonics.

Forward: Clenshaw's recurrence for both series of Eq. 1. Backward: Chebyshev's recurrence gives g·sin kz and g·cos kz
one after the other; g·φ′ and the sums for a_k and b_k are taken on the way. Per element that costs one sine and cosine
at any K.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from llvmlite import ir

from tesla_core.activations.kernels import simd
from tesla_core.activations.kernels.simd import FLOAT, INDEX, LANES, Emitter, Lanes, at, repeat, start_function

# Vectors in flight at once, to hide the recurrence's latency, and no more than the registers hold.
VECTORS = 4 if simd.has_wide_registers() else 1

# π as the sum of three float32 numbers; the first has few bits, so that q·π₁ is exact (Cody and Waite).
PI_PARTS = (3.140625, 9.676535846665502e-4, 5.126688150840178e-12)
ROUNDING = 1.5 * 2**23  # a float32 of this size has no bits behind the point: adding it rounds, its last bit is q's
REACH = 1.5708  # just over π/2
# Minimax polynomials in r² on |r| ≤ π/2; errors 4e-9 and 2e-10, below float32's half unit of 3e-8.
SIN_OVER_R = (9.99999996e-01, -1.66666580e-01, 8.33305098e-03, -1.98090690e-04, 2.60521026e-06)
COS = (1.0, -4.99999994e-01, 4.16666362e-02, -1.38883612e-03, 2.47601532e-05, -2.60513485e-07)

_ZERO = ir.Constant(INDEX, 0)
_ONE = ir.Constant(INDEX, 1)


def sin_cos(emit: Emitter, z: Lanes) -> tuple[Lanes, Lanes]:
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


def write_forward(module: ir.Module) -> None:
    """Clenshaw, from harmonic K down to 1; no table is looked at."""
    builder, (z, out, a, b, _, rows, count, harmonics, _) = start_function(module, "forward", 5, 4)
    scaled_a, scaled_b = (builder.alloca(FLOAT, size=harmonics) for _ in range(2))  # a_k/k and b_k/k of one row

    def block(width: int, vectors: int, z: ir.Value, out: ir.Value) -> Callable[[ir.Value, list[Lanes]], list[Lanes]]:
        emit = Emitter(builder, width)

        def turn(index: ir.Value, _: list[Lanes]) -> list[Lanes]:
            places = [builder.add(index, ir.Constant(INDEX, width * v)) for v in range(vectors)]
            pairs = [sin_cos(emit, emit.load(z, place)) for place in places]
            doubled = [cosine + cosine for _, cosine in pairs]

            def harmonic(turn_index: ir.Value, state: list[Lanes]) -> list[Lanes]:
                k = builder.sub(builder.sub(harmonics, _ONE), turn_index)
                a_k, b_k = emit.broadcast(scaled_a, k), emit.broadcast(scaled_b, k)
                following = []
                for v in range(vectors):
                    sine, sine_before, cosine, cosine_before = state[4 * v : 4 * v + 4]
                    following += [emit.multiply_add(doubled[v], sine, a_k - sine_before), sine]
                    following += [emit.multiply_add(doubled[v], cosine, b_k - cosine_before), cosine]
                return following

            last = builder.sub(harmonics, _ONE)
            zero = emit.constant(0.0)
            start = [emit.broadcast(scaled_a, last), zero, emit.broadcast(scaled_b, last), zero] * vectors
            state = repeat(builder, _ONE, harmonics, 1, start, harmonic)[1]
            for v, (sine_z, cosine_z) in enumerate(pairs):
                sine, cosine, cosine_before = state[4 * v], state[4 * v + 2], state[4 * v + 3]
                value = emit.multiply_add(sine, sine_z, emit.multiply_add(cosine, cosine_z, -cosine_before))
                emit.store(value, out, places[v])
            return []

        return turn

    def row(number: ir.Value, _: list[Lanes]) -> list[Lanes]:
        own_z, own_out = (at(builder, pointer, number, count) for pointer in (z, out))
        own_a, own_b = (at(builder, pointer, number, harmonics) for pointer in (a, b))
        scalar = Emitter(builder, 1)

        def scale(k: ir.Value, _: list[Lanes]) -> list[Lanes]:
            divisor = Lanes(scalar, builder.sitofp(builder.add(k, _ONE), FLOAT))
            scalar.store(scalar.load(own_a, k) / divisor, scaled_a, k)
            scalar.store(scalar.load(own_b, k) / divisor, scaled_b, k)
            return []

        repeat(builder, _ZERO, harmonics, 1, [], scale)
        index, _ = repeat(builder, _ZERO, count, LANES * VECTORS, [], block(LANES, VECTORS, own_z, own_out))
        repeat(builder, index, count, 1, [], block(1, 1, own_z, own_out))
        return []

    repeat(builder, _ZERO, rows, 1, [], row)
    builder.ret_void()


def write_backward(module: ir.Module, chunk: int) -> None:
    """Chebyshev, from harmonic 1 up to K; no table is looked at."""
    builder, arguments = start_function(module, "backward", 7, 4, same=(1, 2))
    z, g, dz, partial, a, b, _, rows, count, harmonics, _ = arguments
    chunk_size = ir.Constant(INDEX, chunk)
    chunks = builder.sdiv(builder.add(count, ir.Constant(INDEX, chunk - 1)), chunk_size)
    chunk_sums = builder.mul(harmonics, ir.Constant(INDEX, 2 * LANES))

    def block(
        width: int, vectors: int, elements: list[ir.Value], coefficients: list[ir.Value], sums: ir.Value
    ) -> Callable[[ir.Value, list[Lanes]], list[Lanes]]:
        emit = Emitter(builder, width)
        z, g, dz = elements

        def turn(index: ir.Value, _: list[Lanes]) -> list[Lanes]:
            places = [builder.add(index, ir.Constant(INDEX, width * v)) for v in range(vectors)]
            pairs = [sin_cos(emit, emit.load(z, place)) for place in places]
            doubled = [cosine + cosine for _, cosine in pairs]
            upstream = [emit.load(g, place) for place in places]

            def harmonic(k: ir.Value, state: list[Lanes]) -> list[Lanes]:
                a_k, b_k = (emit.broadcast(coefficient, k) for coefficient in coefficients)
                sine_sum = builder.mul(k, ir.Constant(INDEX, LANES))
                cosine_sum = builder.mul(builder.add(k, harmonics), ir.Constant(INDEX, LANES))
                sum_a, sum_b = emit.load(sums, sine_sum), emit.load(sums, cosine_sum)
                following = []
                for v in range(vectors):
                    sine, sine_before, cosine, cosine_before, slope = state[5 * v : 5 * v + 5]
                    sum_a, sum_b = sum_a + sine, sum_b + cosine
                    slope = emit.multiply_add(a_k, cosine, emit.multiply_add(-b_k, sine, slope))
                    following += [emit.multiply_add(doubled[v], sine, -sine_before), sine]
                    following += [emit.multiply_add(doubled[v], cosine, -cosine_before), cosine, slope]
                emit.store(sum_a, sums, sine_sum)
                emit.store(sum_b, sums, cosine_sum)
                return following

            zero = emit.constant(0.0)
            start = [
                lanes
                for own, (sine, cosine) in zip(upstream, pairs, strict=True)
                for lanes in (own * sine, zero, own * cosine, own, zero)
            ]
            state = repeat(builder, _ZERO, harmonics, 1, start, harmonic)[1]
            for v in range(vectors):
                emit.store(state[5 * v + 4], dz, places[v])
            return []

        return turn

    def row(number: ir.Value, _: list[Lanes]) -> list[Lanes]:
        elements = [at(builder, pointer, number, count) for pointer in (z, g, dz)]
        coefficients = [at(builder, pointer, number, harmonics) for pointer in (a, b)]
        row_sums = at(builder, partial, number, chunks, chunk_sums)

        def one_chunk(number: ir.Value, _: list[Lanes]) -> list[Lanes]:
            start = builder.mul(number, chunk_size)
            end = builder.add(start, chunk_size)
            end = builder.select(builder.icmp_signed("<", end, count), end, count)
            sums = at(builder, row_sums, number, chunk_sums)
            wide = Emitter(builder, LANES)

            def clear(index: ir.Value, _: list[Lanes]) -> list[Lanes]:
                wide.store(wide.constant(0.0), sums, index)
                return []

            repeat(builder, _ZERO, chunk_sums, LANES, [], clear)
            index, _ = repeat(
                builder, start, end, LANES * VECTORS, [], block(LANES, VECTORS, elements, coefficients, sums)
            )
            repeat(builder, index, end, 1, [], block(1, 1, elements, coefficients, sums))
            return []

        repeat(builder, _ZERO, chunks, 1, [], one_chunk)
        return []

    repeat(builder, _ZERO, rows, 1, [], row)
    builder.ret_void()
