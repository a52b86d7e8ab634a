"""φ_K as operators of PyTorch: what `torch.compile`, `torch.export` and the transforms of `torch.func` see. A plain
eager call goes past them (tesla.py), for it is shorter.

Nothing has to be said for autocast: an operator takes z, a and b in the dtypes they have, computes in float32 and
answers in z's dtype.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn
from torch._decomp import register_decomposition
from torch._subclasses.functional_tensor import FunctionalTensorMode
from torch.autograd import forward_ad

from tesla_core.activations.kernels import derivatives as derivatives  # registers them
from tesla_core.activations.kernels import form, inductor, recurrence
from tesla_core.activations.kernels.choice import kernel_for
from tesla_core.activations.kernels.library import LIBRARY, gradients, phi
from tesla_core.errors import TeslaError

OLDEST_CONVERTED = 14
"""Addition and multiplication have not changed since, so that ONNX's own converter can go back as far from 18."""
CONTIGUOUS = torch.contiguous_format
_OLD_VMAP: Any = torch._C._parse_dispatch_key("VmapMode")
_ORDINARY = frozenset((Tensor, nn.Parameter, nn.Buffer))


def are_wanted(z: Tensor, a: Tensor) -> bool:
    """Whether somebody beside autograd follows this call: a transform, forward-mode differentiation, a dispatch mode
    (FLOP counter, selective checkpoints, fake tensors), or a tensor of another kind than PyTorch's own."""
    return (
        torch._C._are_functorch_transforms_active()
        or torch._C._len_torch_dispatch_stack() > 0
        or forward_ad._current_level >= 0
        or type(z) not in _ORDINARY
        or type(a) not in _ORDINARY
    )


def is_batched_backward() -> bool:
    """Whether autograd goes back for several upstream gradients at once (`is_grads_batched`): by a vmap of its own."""
    return torch._C._dispatch_tls_is_dispatch_key_included(_OLD_VMAP)


# What runs


def _phi(z: Tensor, a: Tensor, b: Tensor, kernel: str) -> Tensor:
    if z.numel() == 0:
        return torch.empty_like(z, memory_format=_layout(z, a))
    value = form.evaluate(z, a, b, kernel)
    return value if z.is_contiguous() else value.contiguous(memory_format=_layout(z, a))


def _gradients(g: Tensor, z: Tensor, a: Tensor, b: Tensor, kernel: str) -> tuple[Tensor, Tensor, Tensor]:
    if z.numel() == 0:
        return torch.empty_like(z, memory_format=_layout(z, a)), torch.zeros_like(a), torch.zeros_like(b)
    dz, da, db = form.gradients(g, z, a, b, kernel)
    if not z.is_contiguous():
        dz = dz.contiguous(memory_format=_layout(z, a))
    if da._is_view():  # maybe of one buffer with db; an operator may not return two views of one
        da, db = da.clone(memory_format=CONTIGUOUS), db.clone(memory_format=CONTIGUOUS)
    return dz, da, db


def _layout(z: Tensor, a: Tensor) -> torch.memory_format:
    return torch.channels_last if form.keeps_channels_last(z, a.ndim == 2) else CONTIGUOUS


def _fake_phi(z: Tensor, a: Tensor, b: Tensor, kernel: str) -> Tensor:
    return torch.empty_like(z, memory_format=_layout(z, a))


def _fake_gradients(g: Tensor, z: Tensor, a: Tensor, b: Tensor, kernel: str) -> tuple[Tensor, Tensor, Tensor]:
    da, db = (torch.empty_like(c, memory_format=CONTIGUOUS) for c in (a, b))
    return _fake_phi(z, a, b, kernel), da, db


# vmap: a batch of coefficients is a stack of models, so it stays one call.


def _phi_of_a_batch(info: Any, dims: tuple[Any, ...], *given: Any) -> tuple[Tensor, int]:
    z, a, b, kernel = given
    of_z, of_a, of_b, _ = dims
    stacked = a.ndim - (of_a is not None) == 2
    if of_a is None and of_b is None:  # the batch is more of z
        if stacked and of_z == 0:
            return phi(z.movedim(0, 1), a, b, kernel), 1
        return phi(z, a, b, kernel), of_z
    (value,) = _as_one_stack(
        lambda *t: (phi(*t, kernel),), info.batch_size, stacked, zip((z, a, b), dims, strict=False)
    )
    return value, 0


def _gradients_of_a_batch(info: Any, dims: tuple[Any, ...], *given: Any) -> tuple[tuple[Tensor, ...], tuple[int, ...]]:
    *tensors, kernel = given
    stacked = tensors[2].ndim - (dims[2] is not None) == 2
    pairs = zip(tensors, dims, strict=False)
    return _as_one_stack(lambda *t: gradients(*t, kernel), info.batch_size, stacked, pairs), (0, 0, 0)


def _as_one_stack(
    call: Callable[..., tuple[Tensor, ...]], size: int, stacked: bool, tensors: Any
) -> tuple[Tensor, ...]:
    """Every tensor with the batch in front; models that were a stack already become size times as many."""
    fronts = [t.expand(size, *t.shape) if dim is None else t.movedim(dim, 0) for t, dim in tensors]
    if not stacked:
        return call(*fronts)
    models = fronts[-1].shape[1]
    return tuple(result.unflatten(0, (size, models)) for result in call(*(t.flatten(0, 1) for t in fronts)))


# What a compiler sees


def _compiled(run: Callable[..., Any], place_of_z: int) -> Callable[..., Any]:
    """Where Triton's kernels run, a compiled graph holds the kernels themselves, as with `torch.library.triton_op`;
    elsewhere, and in an exported program, the operator."""

    def rule(mode: Any, operator: Any, types: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
        inductor.teach()
        z, kernel = arguments[place_of_z], arguments[-1]
        if kernel_for(z.device, form.computed_in(z.dtype), kernel).NAME != "triton" or _keeps_operators():
            return mode.__torch_dispatch__(operator, types, arguments, named)
        with mode:
            return run(*arguments)

    return rule


def _keeps_operators() -> bool:
    from torch.export._trace import custom_triton_ops_decomposition_disabled  # slow to import

    return custom_triton_ops_decomposition_disabled()


def _phi_in_plain_operators(z: Tensor, a: Tensor, b: Tensor, kernel: str) -> Tensor:
    opset = _opset_asked_for()
    if opset is not None and opset < OLDEST_CONVERTED:
        raise TeslaError(
            f"PyTorch's exporter writes φ_K for opset {OLDEST_CONVERTED} or newer; {opset} was asked for, and the file "
            f"would not be of it. Give opset_version={OLDEST_CONVERTED} or more, or dynamo=False, which can write "
            f"{recurrence.OLDEST_OPSET} and more."
        )
    return recurrence.phi(z, a, b)


def _opset_asked_for() -> int | None:
    """Of an ONNX file that is being written. The exporter only warns when it can't write it, and tells nobody the
    number, so it is read where it stands: in the exporter's own frame."""
    frame = inspect.currentframe() if torch.onnx.is_in_onnx_export() else None
    while frame is not None:
        if frame.f_code.co_name == "export" and "onnx" in frame.f_code.co_filename:
            return frame.f_locals.get("opset_version")
        frame = frame.f_back
    return None


def _phi_flops(z: tuple[int, ...], a: tuple[int, ...], *_: Any, **__: Any) -> int:
    return 4 * a[-1] * math.prod(z)


def _gradients_flops(g: tuple[int, ...], z: tuple[int, ...], a: tuple[int, ...], *_: Any, **__: Any) -> int:
    return 12 * a[-1] * math.prod(z)


FLOPS = {torch.ops.tesla.phi: _phi_flops, torch.ops.tesla.gradients: _gradients_flops}
"""For `FlopCounterMode(custom_mapping=FLOPS)`: two multiply-adds a harmonic for φ_K, six for its gradients. PyTorch
counts no activation, so without it a network has as many with TESLA as with GELU."""

for _name, _run, _fake, _batched, _z in (
    ("phi", _phi, _fake_phi, _phi_of_a_batch, 0),
    ("gradients", _gradients, _fake_gradients, _gradients_of_a_batch, 1),
):
    LIBRARY.impl(_name, _run, "CompositeExplicitAutograd")  # CPU, CUDA and the rest: the form knows the kernel
    torch.library.register_fake(f"tesla::{_name}", _fake, lib=LIBRARY)
    torch.library.register_vmap(f"tesla::{_name}", _batched, lib=LIBRARY)
    torch.library.register_torch_dispatch(f"tesla::{_name}", FunctionalTensorMode, _compiled(_run, _z), lib=LIBRARY)

inductor.name_functions(_phi, _gradients)

# Read by the ONNX exporter, whose files hold standard operators alone, and by whoever asks `run_decompositions` for it.
register_decomposition(phi)(_phi_in_plain_operators)
# Shapes come from here; without it fake tensors of unknown size would go through the decomposition.
register_decomposition(phi, type="meta")(_fake_phi)
