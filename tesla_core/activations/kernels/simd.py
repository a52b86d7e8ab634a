"""A very small language for float32 vector code, compiled in memory by LLVM.

`Lanes` are the values: `width` float32 numbers that Python's operators combine into LLVM instructions.
`Emitter` makes them, loads and stores them, and writes loops. Only what the φ_K kernel needs is here.
llvmlite brings LLVM as a wheel, so a user's machine needs no compiler, and a kernel is ready in tens of
milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir

FLOAT = ir.FloatType()
DOUBLE = ir.DoubleType()
FLOAT_POINTER = FLOAT.as_pointer()
INDEX = ir.IntType(64)
BITS = ir.IntType(32)
LANES = 16  # float32 numbers in one vector: one register of the widest kind, several of the others

Builder = Any  # llvmlite.ir.IRBuilder, whose decorated methods tell a type checker nothing


@dataclass(frozen=True)
class Lanes:
    """One SSA value of `emitter.width` lanes, float32 unless the emitter says otherwise."""

    emitter: Emitter
    value: ir.Value

    def __add__(self, other: Lanes) -> Lanes:
        return Lanes(self.emitter, self.emitter.builder.fadd(self.value, other.value))

    def __sub__(self, other: Lanes) -> Lanes:
        return Lanes(self.emitter, self.emitter.builder.fsub(self.value, other.value))

    def __mul__(self, other: Lanes) -> Lanes:
        return Lanes(self.emitter, self.emitter.builder.fmul(self.value, other.value))

    def __truediv__(self, other: Lanes) -> Lanes:
        return Lanes(self.emitter, self.emitter.builder.fdiv(self.value, other.value))

    def __neg__(self) -> Lanes:
        return Lanes(self.emitter, self.emitter.builder.fneg(self.value))


class Emitter:
    """Writes code for vectors of one width at the builder's current place. float64 can be added, and no more."""

    def __init__(self, builder: Builder, width: int, element: ir.Type = FLOAT) -> None:
        self.builder = builder
        self.width = width
        self.type: ir.Type = ir.VectorType(element, width) if width > 1 else element
        self.bits: ir.Type = ir.VectorType(BITS, width) if width > 1 else BITS

    def constant(self, number: float) -> Lanes:
        return Lanes(self, ir.Constant(self.type, [number] * self.width if self.width > 1 else number))

    def multiply_add(self, x: Lanes, y: Lanes, z: Lanes) -> Lanes:
        """x·y + z, rounded once where the processor can."""
        return self._intrinsic("llvm.fmuladd", x, y, z)

    def clamp(self, x: Lanes, reach: float) -> Lanes:
        """x held within ±reach; a NaN stays a NaN."""
        for limit, beyond in ((reach, ">"), (-reach, "<")):
            end = self.constant(limit)
            over = self.builder.fcmp_ordered(beyond, x.value, end.value)
            x = Lanes(self, self.builder.select(over, end.value, x.value))
        return x

    def flip_sign(self, x: Lanes, odd: Lanes) -> Lanes:
        """x with its sign flipped where the last bit of `odd`, as it lies in memory, is set."""
        sign = self.builder.shl(self._bits(odd), ir.Constant(self.bits, [31] * self.width if self.width > 1 else 31))
        return Lanes(self, self.builder.bitcast(self.builder.xor(self._bits(x), sign), self.type))

    def polynomial(self, x: Lanes, coefficients: Sequence[float]) -> Lanes:
        """Σ_i coefficients[i]·x^i by Horner's rule."""
        total = self.constant(coefficients[-1])
        for coefficient in reversed(coefficients[:-1]):
            total = self.multiply_add(total, x, self.constant(coefficient))
        return total

    def look_up(self, low: Lanes, high: Lanes, place: Lanes) -> Lanes:
        """For each lane the entry of 32 numbers that the last five bits of `place`, as it lies in memory, name. One
        instruction of AVX-512, and of no other processor."""
        return self._call("llvm.x86.avx512.vpermi2var.ps.512", low.value, self._bits(place), high.value)

    def converted(self, lanes: Lanes) -> Lanes:
        """float32 lanes as this emitter's float64."""
        return Lanes(self, self.builder.fpext(lanes.value, self.type))

    def sum(self, lanes: Lanes) -> ir.Value:
        """All lanes added up, one after the other."""
        numbers = [self.builder.extract_element(lanes.value, ir.Constant(BITS, i)) for i in range(self.width)]
        return reduce(self.builder.fadd, numbers)

    def load(self, pointer: ir.Value, index: ir.Value) -> Lanes:
        return Lanes(self, self.builder.load(self._address(pointer, index), align=4, typ=self.type))

    def store(self, lanes: Lanes, pointer: ir.Value, index: ir.Value) -> None:
        self.builder.store(lanes.value, self._address(pointer, index), align=4)

    def broadcast(self, pointer: ir.Value, index: ir.Value) -> Lanes:
        """The one float at `pointer[index]` in every lane."""
        scalar = self.builder.load(self.builder.gep(pointer, [index], source_etype=FLOAT), align=4, typ=FLOAT)
        if self.width == 1:
            return Lanes(self, scalar)
        undefined = ir.Constant(self.type, ir.Undefined)
        first = self.builder.insert_element(undefined, scalar, ir.Constant(BITS, 0))
        zeros = ir.Constant(ir.VectorType(BITS, self.width), [0] * self.width)
        return Lanes(self, self.builder.shuffle_vector(first, undefined, zeros))

    def _bits(self, lanes: Lanes) -> ir.Value:
        return self.builder.bitcast(lanes.value, self.bits)

    def _address(self, pointer: ir.Value, index: ir.Value) -> ir.Value:
        address = self.builder.gep(pointer, [index], source_etype=FLOAT)
        return self.builder.bitcast(address, self.type.as_pointer())

    def _intrinsic(self, name: str, *arguments: Lanes) -> Lanes:
        suffix = f"v{self.width}f32" if self.width > 1 else "f32"
        return self._call(f"{name}.{suffix}", *(argument.value for argument in arguments))

    def _call(self, name: str, *arguments: Any) -> Lanes:
        module = self.builder.module
        function_type = ir.FunctionType(self.type, [argument.type for argument in arguments])
        function = module.globals.get(name) or ir.Function(module, function_type, name)
        return Lanes(self, self.builder.call(function, arguments))


def start_function(
    module: ir.Module, name: str, pointers: int, integers: int, same: Sequence[int] = ()
) -> tuple[Builder, list[ir.Value]]:
    """A function of so many float pointers and then integers, that returns nothing. The pointers overlap nowhere; those
    at the places `same` may be one and the same."""
    arguments = [FLOAT_POINTER] * pointers + [INDEX] * integers
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), arguments), name)
    for place, argument in enumerate(function.args[:pointers]):
        if place not in same:
            argument.add_attribute("noalias")
    return ir.IRBuilder(function.append_basic_block("entry")), list(function.args)


def at(builder: Builder, pointer: ir.Value, *factors: ir.Value) -> ir.Value:
    """The address of pointer[product of the factors]."""
    index = factors[0]
    for factor in factors[1:]:
        index = builder.mul(index, factor)
    return builder.gep(pointer, [index], source_etype=FLOAT)


Body = Callable[[ir.Value, list[Lanes]], list[Lanes]]


def repeat(
    builder: Builder, start: ir.Value, stop: ir.Value, step: int, carried: Sequence[Lanes], body: Body
) -> tuple[ir.Value, list[Lanes]]:
    """Emit `while start + step ≤ stop` and return the index after the loop and the carried values.

    `body(index, carried)` emits one turn and returns the values that the next turn starts from.
    """
    before = builder.block
    head = builder.append_basic_block("head")
    turn = builder.append_basic_block("turn")
    after = builder.append_basic_block("after")
    builder.branch(head)

    builder.position_at_end(head)
    index = builder.phi(INDEX)
    index.add_incoming(start, before)
    phis = [builder.phi(lanes.emitter.type) for lanes in carried]
    for phi, lanes in zip(phis, carried, strict=True):
        phi.add_incoming(lanes.value, before)
    following = builder.add(index, ir.Constant(INDEX, step))
    builder.cbranch(builder.icmp_signed("<=", following, stop), turn, after)

    builder.position_at_end(turn)
    current = [Lanes(lanes.emitter, phi) for phi, lanes in zip(phis, carried, strict=True)]
    produced = body(index, current)
    index.add_incoming(following, builder.block)
    for phi, lanes in zip(phis, produced, strict=True):
        phi.add_incoming(lanes.value, builder.block)
    builder.branch(head)

    builder.position_at_end(after)
    return index, current


def has_wide_registers() -> bool:
    """Whether this processor has AVX-512's 32 registers of 16 float32 numbers each."""
    return bool(llvm.get_host_cpu_features().get("avx512f"))


class CompiledModule:
    """Machine code for this processor; keeps LLVM's engine alive as long as the addresses are used. as_written: loops
    are left as they are, which is ready in half the time."""

    def __init__(self, module: ir.Module, as_written: bool = False) -> None:
        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        machine = llvm.Target.from_default_triple().create_target_machine(
            cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=3, jit=True
        )
        parsed = llvm.parse_assembly(str(module))
        parsed.verify()
        options = llvm.create_pipeline_tuning_options(speed_level=2)
        if as_written:
            options.loop_vectorization = options.slp_vectorization = options.loop_unrolling = False
        builder = llvm.create_pass_builder(machine, options)
        builder.getModulePassManager().run(parsed, builder)
        self._engine = llvm.create_mcjit_compiler(parsed, machine)
        self._engine.finalize_object()
        self._kept: list[object] = []

    def address(self, name: str) -> int:
        return self._engine.get_function_address(name)

    def keep(self, needed: object) -> None:
        """What must live as long as this code."""
        self._kept.append(needed)
