"""Machine code for any pointwise activation that says its value and slope in arithmetic (Pointwise.curve).

On the CPU torch goes over a layer several times for a sine or a bump, and takes a wave or an error function to the last
bit; here φ(z), or g·φ′(z), is one pass of vector code. It is compiled when an activation of a kind is first used,
compared with torch there and then, and not used if it differs.
"""

from __future__ import annotations

import ctypes
import logging
from collections.abc import Callable
from copy import deepcopy
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import torch
from torch import Tensor

if TYPE_CHECKING:
    from tesla_core.activations.pointwise import Pointwise

log = logging.getLogger("tesla_core")

Code = TypeVar("Code")

TOLERANCE = 1e-6
"""Of the larger of 1 and the largest value or slope; and of the argument, where a wave is fast."""
FURTHEST = 6.0
MOST_ELEMENTS = 1 << 18
"""Up to which one thread is as fast as several; torch shares its own work out."""


class CurveCode(NamedTuple):
    """Over `count` float32 numbers in one piece, at addresses. write(z, out, count): out = φ(z). go_back(z, g, count):
    g = g·φ′(z)."""

    write: Callable[[int, int, int], None]
    go_back: Callable[[int, int, int], None]
    module: object  # keeps the code where it is


def code_for(activation: Pointwise, z: Tensor) -> CurveCode | None:
    """The code of this kind of activation, if tensors such as z can be given to it."""
    if z.device.type != "cpu" or z.dtype != torch.float32 or not z.is_contiguous():
        return None
    if activation.curve is None or (z.numel() > MOST_ELEMENTS and torch.get_num_threads() > 1):
        return None
    return _code_of(_Kind(activation))


class _Kind:
    """Activations of one kind share their code."""

    def __init__(self, activation: Pointwise) -> None:
        self.activation, self.key = activation, activation.stack_key()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Kind) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@lru_cache(maxsize=256)
def _code_of(kind: _Kind) -> CurveCode | None:
    activation = kind.activation = deepcopy(kind.activation)  # the cache outlives models
    name = type(activation).__name__
    return checked(name, lambda: _compiled(activation), lambda code: _worst_error(activation, code), TOLERANCE)


def checked(name: str, compiled: Callable[[], Code], worst_error: Callable[[Code], float], most: float) -> Code | None:
    """The code, if it can be made and is no further from torch than `most`; else one warning says why not."""
    try:
        code = compiled()
        error = worst_error(code)
    except ImportError:
        return None  # llvmlite's absence is said once, where φ_K's kernel is chosen
    except Exception as failure:  # a compiler on a machine nobody has seen may raise anything
        reason = f"{type(failure).__name__}: {str(failure).strip().partition(chr(10))[0]}"
    else:
        if error <= most:
            return code
        reason = f"it is wrong by {error:.1e} here, {most:.0e} is allowed"
    log.warning("%s: no machine code of its own (%s), using torch's", name, reason)
    return None


def _compiled(activation: Pointwise) -> CurveCode:
    from llvmlite import ir

    from tesla_core.activations.kernels.simd import CompiledModule

    module = ir.Module("curve")
    for name in ("write", "go_back"):
        _write_function(module, name, activation)
    compiled = CompiledModule(module, as_written=True)
    form = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)
    return CurveCode(form(compiled.address("write")), form(compiled.address("go_back")), compiled)


def _write_function(module: Any, name: str, activation: Pointwise) -> None:
    """Of z, `other` (what is written, or g) and count."""
    from llvmlite import ir

    from tesla_core.activations.kernels.arithmetic import Arithmetic
    from tesla_core.activations.kernels.simd import INDEX, LANES, Emitter, repeat, start_function

    builder, (z, other, count) = start_function(module, name, 2, 1)

    def block(width: int) -> Callable[[Any, list[Any]], list[Any]]:
        emit = Emitter(builder, width)

        def turn(index: Any, _: list[Any]) -> list[Any]:
            assert activation.curve is not None
            value, slope = activation.curve(Arithmetic(emit), emit.load(z, index))
            emit.store(value if name == "write" else emit.load(other, index) * slope, other, index)
            return []

        return turn

    index, _ = repeat(builder, ir.Constant(INDEX, 0), count, LANES, [], block(LANES))
    repeat(builder, index, count, 1, [], block(1))
    builder.ret_void()


def _worst_error(activation: Pointwise, code: CurveCode) -> float:
    """Of value and slope, beside torch in float64."""
    z = torch.linspace(-FURTHEST, FURTHEST, 1003)  # no multiple of a vector's length
    value, slope = torch.empty_like(z), torch.ones_like(z)
    code.write(z.data_ptr(), value.data_ptr(), len(z))
    code.go_back(z.data_ptr(), slope.data_ptr(), len(z))
    with torch.enable_grad():
        leaf = z.double().requires_grad_()
        exact = deepcopy(activation).double()(leaf)
        (exact_slope,) = torch.autograd.grad(exact.sum(), leaf)
    pairs = ((value, exact.detach()), (slope, exact_slope))
    # An argument times ω is rounded before its sine is taken, here as in torch: worth the slope's size.
    steepness = max(1.0, float(exact_slope.abs().max()) * FURTHEST / 8)
    errors = [float((one.double() - two).abs().max() / max(1.0, float(two.abs().max()))) for one, two in pairs]
    return max(errors) / steepness if all(error == error for error in errors) else float("inf")
