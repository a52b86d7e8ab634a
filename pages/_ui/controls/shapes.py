"""Shapes to start from on the home page: coefficients whose φ_K is a curve people know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import pi, sin

from tesla_core.messages.say import marked

HARMONICS = 8
COEFFICIENT_LIMIT = 2.0
COEFFICIENT_STEP = 0.01


@dataclass(frozen=True)
class Shape:
    """A named choice of a_k and b_k, k = 1 … HARMONICS, and a sentence that says what it shows."""

    name: str
    a: tuple[float, ...]
    b: tuple[float, ...]
    note: str

    def matches(self, a: Sequence[float], b: Sequence[float]) -> bool:
        """Whether these coefficients, HARMONICS of each, are this shape's as the sliders hold them."""
        pairs = [*zip(self.a, a, strict=True), *zip(self.b, b, strict=True)]
        return all(abs(own - given) < COEFFICIENT_STEP / 2 for own, given in pairs)


def _zero(_k: int) -> float:
    return 0.0


def _shape(name: str, note: str, a: Callable[[int], float] = _zero, b: Callable[[int], float] = _zero) -> Shape:
    """A shape from its Fourier series, each coefficient rounded to a value a slider can hold."""
    orders = range(1, HARMONICS + 1)
    return Shape(name, tuple(round(a(k), 2) for k in orders), tuple(round(b(k), 2) for k in orders), note)


def _fade(k: int) -> float:
    """Lanczos' factor: takes the ringing out of a series cut after HARMONICS terms."""
    x = pi * k / (HARMONICS + 1)
    return sin(x) / x


SHAPES = (
    _shape(
        "ReLU",
        marked(
            "Between −π and π these waves add up to almost a ReLU: level on the left, a straight line up on the right. "
            "It lies π/4 too low, since waves have no constant part. Take harmonics away and the corner at zero melts."
        ),
        a=lambda k: (-1.0) ** (k + 1) * _fade(k),
        b=lambda k: -2 / (pi * k) * _fade(k) if k % 2 else 0.0,
    ),
    _shape(
        marked("Square"),
        marked(
            "Odd sines alone give a step that flips at every multiple of π: a neuron that can tell even counts from "
            "odd ones."
        ),
        a=lambda k: float(k % 2),
    ),
    _shape(
        marked("Saw"),
        marked("All a_k equal: a straight ramp that starts over every 2π."),
        a=lambda _: 1.0,
    ),
    _shape(
        "|z|",
        marked("Odd cosines alone give an even curve: only even powers of z are left in its Taylor series."),
        b=lambda k: -4 / (pi * k) if k % 2 else 0.0,
    ),
    _shape(
        marked("Bump"),
        marked("Cosines in step at zero: a neuron that answers to one narrow range and is level elsewhere."),
        b=lambda k: k * (1 - k / (HARMONICS + 1)) / 2,
    ),
    _shape(
        marked("Sine"),
        marked("A single sine: all that a fixed periodic activation offers. The other harmonics are what TESLA adds."),
        a=lambda k: float(k == 1),
    ),
)
OPENING = SHAPES[0]


def shape_of(a: Sequence[float], b: Sequence[float]) -> Shape | None:
    """The shape these coefficients (HARMONICS of each) belong to, if it is one of ours."""
    return next((shape for shape in SHAPES if shape.matches(a, b)), None)
