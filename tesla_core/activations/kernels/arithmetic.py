"""Elementary functions in vector code, as activations use them to say what they are (Pointwise.curve).

Within some units of float32's last place, where that matters to a network: Cephes' polynomials for exp and tanh, Cody
and Waite's reduction for sine and cosine, Abramowitz and Stegun 26.2.17 (7.5e-8) for the normal distribution.
"""

from __future__ import annotations

import math

from llvmlite import ir

from tesla_core.activations.kernels.native_recurrence import ROUNDING, sin_cos
from tesla_core.activations.kernels.simd import Emitter, Lanes

LOG2_E = 1 / math.log(2)
LN_2 = (0.693359375, -2.12194440e-4)  # in two parts, the first exact times any exponent
EXP = (1.0, 1.0, 5.0000001201e-1, 1.6666665459e-1, 4.1665795894e-2, 8.3334519073e-3, 1.3981999507e-3, 1.9875691500e-4)
EXP_REACH = 87.0  # beyond it float32 ends
TANH_NEAR = 0.625
TANH_OVER_Z = (1.0, -3.33332819422e-1, 1.33314422036e-1, -5.37397155531e-2, 2.06390887954e-2, -5.70498872745e-3)
NORMAL_STEP = 0.2316419
NORMAL = (0.0, 0.319381530, -0.356563782, 1.781477937, -1.821255978, 1.330274429)


class Arithmetic:
    """What `Pointwise.curve` may use beside +, -, · and / of vectors."""

    def __init__(self, emit: Emitter) -> None:
        self._emit = emit
        self.one = emit.constant(1.0)
        self.zero = emit.constant(0.0)

    def number(self, number: float) -> Lanes:
        """The same one in every lane."""
        return self._emit.constant(number)

    def multiply_add(self, x: Lanes, y: Lanes, z: Lanes) -> Lanes:
        """x·y + z"""
        return self._emit.multiply_add(x, y, z)

    def where_below(self, x: Lanes, limit: Lanes, then: Lanes, otherwise: Lanes, or_equal: bool = False) -> Lanes:
        """`then` where x < limit (or ≤), else, and where either is no number, `otherwise`."""
        below = self._emit.builder.fcmp_ordered("<=" if or_equal else "<", x.value, limit.value)
        return Lanes(self._emit, self._emit.builder.select(below, then.value, otherwise.value))

    def absolute(self, x: Lanes) -> Lanes:
        return self.where_below(x, self.zero, -x, x)

    def sin_cos(self, x: Lanes) -> tuple[Lanes, Lanes]:
        return sin_cos(self._emit, x)

    def exp(self, x: Lanes) -> Lanes:
        """x = n·ln 2 + r: a polynomial for r, and n into the exponent's bits."""
        emit, builder = self._emit, self._emit.builder
        x = emit.clamp(x, EXP_REACH)
        shifted = emit.multiply_add(x, self.number(LOG2_E), self.number(ROUNDING))
        n = shifted - self.number(ROUNDING)
        r = x
        for part in LN_2:
            r = emit.multiply_add(n, self.number(-part), r)
        bits = builder.bitcast(shifted.value, emit.bits)
        places = ir.Constant(emit.bits, [23] * emit.width if emit.width > 1 else 23)
        power = builder.bitcast(emit.polynomial(r, EXP).value, emit.bits)
        return Lanes(emit, builder.bitcast(builder.add(power, builder.shl(bits, places)), emit.type))

    def sigmoid(self, x: Lanes) -> Lanes:
        return self.one / (self.one + self.exp(-x))

    def tanh(self, x: Lanes) -> Lanes:
        size = self.absolute(x)
        far = self.one - self.number(2.0) / (self.exp(size + size) + self.one)
        far = self.where_below(x, self.zero, -far, far)
        near = x * self._emit.polynomial(x * x, TANH_OVER_Z)
        return self.where_below(size, self.number(TANH_NEAR), near, far)

    def normal(self, x: Lanes) -> tuple[Lanes, Lanes]:
        """The normal distribution's function and density."""
        size = self.absolute(x)
        density = self.exp(x * x * self.number(-0.5)) * self.number(1 / math.sqrt(2 * math.pi))
        t = self.one / self._emit.multiply_add(size, self.number(NORMAL_STEP), self.one)
        beyond = density * self._emit.polynomial(t, NORMAL)
        return self.where_below(x, self.zero, beyond, self.one - beyond), density
