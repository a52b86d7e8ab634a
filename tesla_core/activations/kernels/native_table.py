"""The machine code of φ_K on processors with AVX-512, for as many harmonics as people use.

However many harmonics it has, φ_K is one smooth function of period 2π. So a turn is cut into 32 parts, each with a
polynomial of its own in r, the way from the part's middle; a part's coefficients are looked up in registers by one
instruction. Those of φ_K are linear in a and b: `basis` has the polynomials of every sin(kz)/k and cos(kz)/k, and each
row of the stack adds its own up before it starts. That leaves a multiply-add a degree, where the recurrence
(native_recurrence.py) needs two a harmonic, a sine and a cosine; and no error grows with k.

The sums for a_k and b_k still need every g·sin kz and g·cos kz, one after the other by Chebyshev's recurrence.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

import numpy as np
from llvmlite import ir
from numpy.polynomial import chebyshev

from tesla_core.activations.kernels.simd import FLOAT, INDEX, LANES, Builder, Emitter, Lanes, at, repeat, start_function

PARTS = 32  # as many as one instruction can choose from
VECTORS = 4
MOST_HARMONICS = 16  # beyond it the polynomials get longer, and the gain small
ERROR = 3e-8  # of a polynomial, as a part of its harmonic: float32's half unit
MOST_DEGREE = 10
HALF = math.pi / PARTS
REACH = 1.02 * HALF  # where a diverged z, which has no angle left in float32, is held

# 2π/32 as the sum of two float32 numbers; the first has few bits, so that n times it is exact (Cody and Waite). What is
# missing is 3e-13, for z = 25,000 half of float32's unit.
WIDTH_PARTS = (3.140625 / 16, 9.676535846665502e-4 / 16)
ROUNDING = 1.5 * 2**23  # a float32 of this size has no bits behind the point: adding it rounds, its last bits are n's
# sin r / r and cos r in r², for |r| ≤ π/32; errors below 1e-10.
SIN_OVER_R = (1.0, -1.6666666e-01, 8.33035e-03)
COS = (1.0, -4.9999992e-01, 4.164578e-02)

_ZERO = ir.Constant(INDEX, 0)
_ONE = ir.Constant(INDEX, 1)


def degree(harmonics: int) -> int:
    """Of the shortest polynomials that are good enough for so many harmonics."""
    reach, last = harmonics * HALF, 1
    while reach ** (last + 1) / (math.factorial(last + 1) * 2**last) > ERROR:
        last += 1
    return last


@lru_cache(maxsize=2 * MOST_HARMONICS)
def basis(harmonics: int, slope: bool) -> np.ndarray:
    """(2, K, degree + 1, 32): the coefficient of r^d in each part of the turn, of what a_k and what b_k stands before:
    sin(kz)/k and cos(kz)/k, or their slopes cos(kz) and -sin(kz)."""
    last = degree(harmonics)
    numbers = np.empty((2, harmonics, last + 1, PARTS))
    middles = 2 * np.pi / PARTS * np.arange(PARTS)
    powers = HALF ** np.arange(last + 1)
    for k in range(1, harmonics + 1):
        sines, cosines = (_polynomial(wave, k * HALF, last)[:, None] / powers[:, None] for wave in (np.sin, np.cos))
        sine_k = np.sin(k * middles) * cosines + np.cos(k * middles) * sines
        cosine_k = np.cos(k * middles) * cosines - np.sin(k * middles) * sines
        numbers[:, k - 1] = (cosine_k, -sine_k) if slope else (sine_k / k, cosine_k / k)
    return np.ascontiguousarray(numbers, dtype=np.float32)


def _polynomial(wave: Callable[[np.ndarray], np.ndarray], reach: float, last: int) -> np.ndarray:
    """Of that degree in x, close to wave(reach·x) for |x| ≤ 1."""
    nodes = chebyshev.chebpts1(last + 1)
    series = chebyshev.chebfit(nodes, wave(reach * nodes), last)
    found = chebyshev.cheb2poly(series)  # without the highest powers where they are nought
    return np.pad(found, (0, last + 1 - len(found)))


def write_forward(module: ir.Module) -> None:
    """Horner's rule with each element's polynomial."""
    builder, (z, out, a, b, polynomials, rows, count, harmonics, last) = start_function(module, "forward", 5, 4)
    table = _space(builder, PARTS * (MOST_DEGREE + 1))

    def block(vectors: int, z: ir.Value, out: ir.Value) -> Callable[[ir.Value, list[Lanes]], list[Lanes]]:
        emit = Emitter(builder, LANES)

        def turn(index: ir.Value, _: list[Lanes]) -> list[Lanes]:
            places = [builder.add(index, ir.Constant(INDEX, LANES * v)) for v in range(vectors)]
            reduced = [_reduced(emit, emit.load(z, place)) for place in places]
            for place, value in zip(places, _horner(emit, table, last, reduced), strict=True):
                emit.store(value, out, place)
            return []

        return turn

    spare = [_space(builder, LANES) for _ in range(2)]

    def row(number: ir.Value, _: list[Lanes]) -> list[Lanes]:
        own = [at(builder, pointer, number, count) for pointer in (z, out)]
        _fill(builder, table, polynomials, [at(builder, c, number, harmonics) for c in (a, b)], harmonics, last)
        index, _ = repeat(builder, _ZERO, count, LANES * VECTORS, [], block(VECTORS, *own))
        index, _ = repeat(builder, index, count, LANES, [], block(1, *own))
        with builder.if_then(builder.icmp_signed("<", index, count)):
            _copy(builder, own[0], index, spare[0], _ZERO, builder.sub(count, index))
            block(1, *spare)(_ZERO, [])
            _copy(builder, spare[1], _ZERO, own[1], index, builder.sub(count, index))
        return []

    repeat(builder, _ZERO, rows, 1, [], row)
    builder.ret_void()


def write_backward(module: ir.Module, chunk: int) -> None:
    """The slope by Horner's rule, the sums by Chebyshev's recurrence."""
    builder, arguments = start_function(module, "backward", 7, 4, same=(1, 2))
    z, g, dz, partial, a, b, polynomials, rows, count, harmonics, last = arguments
    table = _space(builder, PARTS * (MOST_DEGREE + 1))
    emit = Emitter(builder, LANES)
    chunk_size = ir.Constant(INDEX, chunk)
    chunks = builder.sdiv(builder.add(count, ir.Constant(INDEX, chunk - 1)), chunk_size)
    chunk_sums = builder.mul(harmonics, ir.Constant(INDEX, 2 * LANES))
    circle = _circle(emit)

    def block(vectors: int, elements: list[ir.Value], sums: ir.Value) -> Callable[[ir.Value, list[Lanes]], list[Lanes]]:
        z, g, dz = elements

        def turn(index: ir.Value, _: list[Lanes]) -> list[Lanes]:
            places = [builder.add(index, ir.Constant(INDEX, LANES * v)) for v in range(vectors)]
            reduced = [_reduced(emit, emit.load(z, place)) for place in places]
            upstream = [emit.load(g, place) for place in places]
            for place, own, slope in zip(places, upstream, _horner(emit, table, last, reduced), strict=True):
                emit.store(own * slope, dz, place)
            start, doubled = [], []
            for own, (place, r) in zip(upstream, reduced, strict=True):
                sine, cosine = _sin_cos(emit, circle, place, r)
                start += [own * sine, emit.constant(0.0), own * cosine, own]
                doubled.append(cosine + cosine)

            def harmonic(k: ir.Value, state: list[Lanes]) -> list[Lanes]:
                for half, waves in enumerate((state[0::4], state[2::4])):
                    place = builder.mul(builder.add(k, harmonics) if half else k, ir.Constant(INDEX, LANES))
                    while len(waves) > 1:
                        waves = [one + other for one, other in zip(waves[::2], waves[1::2], strict=True)]
                    emit.store(emit.load(sums, place) + waves[0], sums, place)
                following = []
                for v in range(vectors):
                    sine, sine_before, cosine, cosine_before = state[4 * v : 4 * v + 4]
                    following += [emit.multiply_add(doubled[v], sine, -sine_before), sine]
                    following += [emit.multiply_add(doubled[v], cosine, -cosine_before), cosine]
                return following

            repeat(builder, _ZERO, harmonics, 1, start, harmonic)
            return []

        return turn

    spare = [_space(builder, LANES) for _ in range(3)]

    def row(number: ir.Value, _: list[Lanes]) -> list[Lanes]:
        own = [at(builder, pointer, number, count) for pointer in (z, g, dz)]
        _fill(builder, table, polynomials, [at(builder, c, number, harmonics) for c in (a, b)], harmonics, last)
        row_sums = at(builder, partial, number, chunks, chunk_sums)

        def one_chunk(number: ir.Value, _: list[Lanes]) -> list[Lanes]:
            start = builder.mul(number, chunk_size)
            end = builder.add(start, chunk_size)
            end = builder.select(builder.icmp_signed("<", end, count), end, count)
            sums = at(builder, row_sums, number, chunk_sums)

            def clear(index: ir.Value, _: list[Lanes]) -> list[Lanes]:
                emit.store(emit.constant(0.0), sums, index)
                return []

            repeat(builder, _ZERO, chunk_sums, LANES, [], clear)
            index, _ = repeat(builder, start, end, LANES * VECTORS, [], block(VECTORS, own, sums))
            index, _ = repeat(builder, index, end, LANES, [], block(1, own, sums))
            with builder.if_then(builder.icmp_signed("<", index, end)):
                for whole, part in zip(own[:2], spare, strict=False):
                    emit.store(emit.constant(0.0), part, _ZERO)  # lanes without an element add nothing
                    _copy(builder, whole, index, part, _ZERO, builder.sub(end, index))
                block(1, spare, sums)(_ZERO, [])
                _copy(builder, spare[2], _ZERO, own[2], index, builder.sub(end, index))
            return []

        repeat(builder, _ZERO, chunks, 1, [], one_chunk)
        return []

    repeat(builder, _ZERO, rows, 1, [], row)
    builder.ret_void()


def _reduced(emit: Emitter, z: Lanes) -> tuple[Lanes, Lanes]:
    """z = n·2π/32 + r with |r| ≤ π/32: a number whose last bits are n's, and r."""
    shifted = emit.multiply_add(z, emit.constant(PARTS / (2 * math.pi)), emit.constant(ROUNDING))
    n, r = shifted - emit.constant(ROUNDING), z
    for part in WIDTH_PARTS:
        r = emit.multiply_add(n, emit.constant(-part), r)
    return shifted, emit.clamp(r, REACH)


def _horner(emit: Emitter, table: ir.Value, last: ir.Value, reduced: list[tuple[Lanes, Lanes]]) -> list[Lanes]:
    """Every element's polynomial, from the highest power down."""
    builder = emit.builder

    def coefficients(power: ir.Value) -> list[Lanes]:
        place = builder.mul(power, ir.Constant(INDEX, PARTS))
        low, high = emit.load(table, place), emit.load(table, builder.add(place, ir.Constant(INDEX, LANES)))
        return [emit.look_up(low, high, part) for part, _ in reduced]

    def power(turn: ir.Value, state: list[Lanes]) -> list[Lanes]:
        own = coefficients(builder.sub(last, turn))
        return [emit.multiply_add(s, r, c) for s, c, (_, r) in zip(state, own, reduced, strict=True)]

    return repeat(builder, _ONE, builder.add(last, _ONE), 1, coefficients(last), power)[1]


def _sin_cos(emit: Emitter, circle: list[Lanes], part: Lanes, r: Lanes) -> tuple[Lanes, Lanes]:
    """Those of z, from those of the part's middle and of r."""
    sine, cosine = (emit.look_up(low, high, part) for low, high in (circle[:2], circle[2:]))
    square = r * r
    of_r, rest = r * emit.polynomial(square, SIN_OVER_R), emit.polynomial(square, COS)
    return (
        emit.multiply_add(sine, rest, cosine * of_r),
        emit.multiply_add(cosine, rest, -(sine * of_r)),
    )


def _circle(emit: Emitter) -> list[Lanes]:
    """Sine and cosine of the middles, each in two registers."""
    middles = 2 * np.pi / PARTS * np.arange(PARTS)
    return [
        Lanes(emit, ir.Constant(emit.type, [float(np.float32(x)) for x in half]))
        for wave in (np.sin(middles), np.cos(middles))
        for half in np.split(wave, 2)
    ]


def _fill(
    builder: Builder, table: ir.Value, polynomials: ir.Value, own: list[ir.Value], harmonics: ir.Value, last: ir.Value
) -> None:
    """A row's polynomials: those of the basis, times a_k and b_k."""
    emit = Emitter(builder, LANES)
    size = builder.mul(builder.add(last, _ONE), ir.Constant(INDEX, PARTS))
    of_cosines = at(builder, polynomials, harmonics, size)

    def column(place: ir.Value, _: list[Lanes]) -> list[Lanes]:
        def harmonic(k: ir.Value, state: list[Lanes]) -> list[Lanes]:
            here = builder.add(builder.mul(k, size), place)
            return [
                emit.multiply_add(emit.broadcast(c, k), emit.load(polynomial, here), s)
                for c, polynomial, s in zip(own, (polynomials, of_cosines), state, strict=True)
            ]

        zero = emit.constant(0.0)
        of_a, of_b = repeat(builder, _ZERO, harmonics, 1, [zero, zero], harmonic)[1]
        emit.store(of_a + of_b, table, place)
        return []

    repeat(builder, _ZERO, size, LANES, [], column)


def _space(builder: Builder, floats: int) -> ir.Value:
    space = builder.alloca(FLOAT, size=floats)
    space.align = 64
    return space


def _copy(
    builder: Builder, source: ir.Value, start: ir.Value, target: ir.Value, there: ir.Value, count: ir.Value
) -> None:
    """One by one: fewer than fill a vector."""
    scalar = Emitter(builder, 1)

    def one(index: ir.Value, _: list[Lanes]) -> list[Lanes]:
        scalar.store(scalar.load(source, builder.add(start, index)), target, builder.add(there, index))
        return []

    repeat(builder, _ZERO, count, 1, [], one)
