"""The machine code of φ_K on the CPU: three functions over rows, one row a model.

There are two ways to write them. A processor with AVX-512 looks φ_K up, up to as many harmonics as people use
(native_table.py); the others, and more harmonics, take the recurrence (native_recurrence.py). Sums run in float32 over
chunks of fixed size and in float64 over the chunks.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from llvmlite import ir

from tesla_core.activations.kernels import native_recurrence, native_table, simd
from tesla_core.activations.kernels.python_entry import entry, write_entry
from tesla_core.activations.kernels.simd import (
    FLOAT,
    INDEX,
    LANES,
    CompiledModule,
    Emitter,
    Lanes,
    at,
    repeat,
    start_function,
)

NAMES = ("forward", "backward", "total", "whole")
CHUNK = 4096  # elements summed in float32 before float64 takes over

_ZERO = ir.Constant(INDEX, 0)
_ONE = ir.Constant(INDEX, 1)


class Code(NamedTuple):
    """For one K. Pointers are given as addresses; M elements and K harmonics a row, rows one after the other in memory.

    forward(z, out, a, b, value, rows, M, K, degree): out = φ_K(z).
    backward(z, g, dz, partial, a, b, slope, rows, M, K, degree): dz = g·φ′(z), which may lie where g does;
    partial (rows, chunks, 2, K, LANES) sums of g·sin kz and g·cos kz, a number a lane.
    total(partial, da, db, chunks, rows, K): da and db (rows, K), the partial sums added up and divided by k.
    whole(z, g, dz, partial, a, b, slope, da, db, chunks, rows, M, K, degree): backward and total.
    value, slope, degree: of the table's polynomials, where there is one.
    """

    forward: Callable[[int, int, int, int, int, int, int, int, int], None]
    backward: Callable[[int, int, int, int, int, int, int, int, int, int, int], None]
    total: Callable[[int, int, int, int, int, int], None]
    whole: Callable[[int, int, int, int, int, int, int, int, int, int, int, int, int, int], None]
    value: int = 0
    slope: int = 0
    degree: int = 0


@lru_cache(maxsize=512)
def code_for(harmonics: int) -> Code:
    """The compiled functions for K. They let other Python threads run."""
    if not (simd.has_wide_registers() and harmonics <= native_table.MOST_HARMONICS):
        return Code(*_functions(by_table=False))
    value, slope = (native_table.basis(harmonics, slope).ctypes.data for slope in (False, True))
    return Code(*_functions(by_table=True), value, slope, native_table.degree(harmonics))


@lru_cache(maxsize=2)
def _functions(
    by_table: bool,
) -> tuple[Callable[..., None], Callable[..., None], Callable[..., None], Callable[..., None]]:
    """Written one way or the other."""
    machine_code = _machine_code(by_table)
    forward, backward, total, whole = (entry(machine_code, name) for name in NAMES)
    return forward, backward, total, whole


@lru_cache(maxsize=2)
def _machine_code(by_table: bool) -> CompiledModule:
    way = native_table if by_table else native_recurrence
    module = ir.Module("tesla")
    way.write_forward(module)
    way.write_backward(module, CHUNK)
    _write_total(module)
    _write_whole(module)
    for name in NAMES:
        write_entry(module, name)
    return CompiledModule(module)


def _write_total(module: ir.Module) -> None:
    """Sums over the chunks, lane by lane, then over the lanes, in float64."""
    builder, (partial, sums_a, sums_b, chunks, rows, harmonics) = start_function(module, "total", 3, 3)
    single, double = Emitter(builder, LANES), Emitter(builder, LANES, simd.DOUBLE)
    half_size = builder.mul(harmonics, ir.Constant(INDEX, LANES))
    chunk_size = builder.mul(half_size, ir.Constant(INDEX, 2))

    def row(number: ir.Value, _: list[Lanes]) -> list[Lanes]:
        of_row = at(builder, partial, number, chunks, chunk_size)

        def harmonic(place: ir.Value, _: list[Lanes]) -> list[Lanes]:
            of_sines = at(builder, of_row, place, ir.Constant(INDEX, LANES))
            halves = (of_sines, at(builder, of_sines, half_size))

            def chunk(chunk_number: ir.Value, state: list[Lanes]) -> list[Lanes]:
                there = builder.mul(chunk_number, chunk_size)
                return [s + double.converted(single.load(half, there)) for s, half in zip(state, halves, strict=True)]

            start = [double.constant(0.0)] * 2
            totals = repeat(builder, _ZERO, chunks, 1, start, chunk)[1]
            k = builder.sitofp(builder.add(place, _ONE), simd.DOUBLE)
            for sums, total in zip((sums_a, sums_b), totals, strict=True):
                value = builder.fptrunc(builder.fdiv(double.sum(total), k), FLOAT)
                builder.store(value, at(builder, at(builder, sums, number, harmonics), place), align=4)
            return []

        repeat(builder, _ZERO, harmonics, 1, [], harmonic)
        return []

    repeat(builder, _ZERO, rows, 1, [], row)
    builder.ret_void()


def _write_whole(module: ir.Module) -> None:
    """One call instead of two, which is what a small layer's backward pass costs."""
    builder, arguments = start_function(module, "whole", 9, 5, same=(1, 2))
    z, g, dz, partial, a, b, slope, sums_a, sums_b, chunks, rows, count, harmonics, last = arguments
    backward, total = (module.get_global(name) for name in ("backward", "total"))
    builder.call(backward, [z, g, dz, partial, a, b, slope, rows, count, harmonics, last])
    builder.call(total, [partial, sums_a, sums_b, chunks, rows, harmonics])
    builder.ret_void()
