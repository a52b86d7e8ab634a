"""φ_K and its sums of tensors as people have them: any shape, dtype and memory order, brought into the form that a
kernel takes, and the results back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import ModuleType

import torch
from torch import Tensor

from tesla_core.activations.kernels.choice import kernel_for


def evaluate(z: Tensor, a: Tensor, b: Tensor, kernel: str) -> Tensor:
    """φ_K(z) in z's shape and dtype; a and b (K,), or (G, K) with z (G, …)."""
    chosen = _kernel_as_they_are(z, a, b, kernel)
    if chosen is not None:
        return chosen.evaluate(z, a, b)
    form = _Form(z, a.ndim == 2, kernel)
    return form.back(form.kernel.evaluate(form.of(z), form.of(a), form.of(b)), z)


def gradients(g: Tensor, z: Tensor, a: Tensor, b: Tensor, kernel: str) -> tuple[Tensor, Tensor, Tensor]:
    """g·φ′(z), and Σ g·sin(kz)/k and Σ g·cos(kz)/k over z or over each model's part of it; as z, a and b are."""
    chosen = _kernel_as_they_are(z, a, b, kernel)
    if chosen is not None and g.dtype is torch.float32 and g.is_contiguous():
        return chosen.gradients(z, a, b, g)
    form = _Form(z, a.ndim == 2, kernel)
    dz, da, db = form.kernel.gradients(form.of(z), form.of(a), form.of(b), form.of(g))
    return form.back(dz, z), form.back(da, a), form.back(db, b)


def write(z: Tensor, a: Tensor, b: Tensor, kernel: str, out: Tensor) -> None:
    """φ_K(z) into `out`: at once, where the kernel can."""
    chosen = _kernel_as_they_are(z, a, b, kernel)
    if chosen is not None and _is_plain(out):
        chosen.write(z, a, b, out)
    else:
        out.copy_(evaluate(z, a, b, kernel))


def go_back(g: Tensor, z: Tensor, a: Tensor, b: Tensor, kernel: str, into_a: Tensor, into_b: Tensor) -> None:
    """`gradients` into g itself, `into_a` and `into_b`."""
    chosen, places = _kernel_as_they_are(z, a, b, kernel), (g, into_a, into_b)
    if chosen is not None and all(map(_is_plain, places)):
        chosen.write_gradients(z, a, b, g, *places)
        return
    for place, found in zip(places, gradients(g, z, a, b, kernel), strict=True):
        place.copy_(found)


def bind(
    z: Tensor, a: Tensor, b: Tensor, kernel: str, out: Tensor, g: Tensor, into_a: Tensor, into_b: Tensor
) -> tuple[Callable[[], None], Callable[[], None]]:
    """`write` and `go_back` of tensors that stay where they are, to be called step by step."""
    chosen = _kernel_as_they_are(z, a, b, kernel)
    if chosen is not None and all(_is_plain(one) for one in (out, g, into_a, into_b)):
        bound = chosen.bind(z, a, b, out, g, into_a, into_b)
        if bound is not None:
            return bound
    return partial(write, z, a, b, kernel, out), partial(go_back, g, z, a, b, kernel, into_a, into_b)


def _is_plain(tensor: Tensor) -> bool:
    return tensor.dtype is torch.float32 and tensor.is_contiguous()


def _kernel_as_they_are(z: Tensor, a: Tensor, b: Tensor, kernel: str) -> ModuleType | None:
    """The kernel, if it takes these as they are, which most are: every detour costs a small layer more than its
    arithmetic."""
    if not (z.dtype is a.dtype is b.dtype is torch.float32):
        return None
    if not (z.is_contiguous() and a.is_contiguous() and b.is_contiguous()):
        return None
    chosen = kernel_for(z.device, torch.float32, kernel)
    return chosen if chosen.ANY_SHAPE else None


def computed_in(dtype: torch.dtype) -> torch.dtype:
    """float64 is computed in float64, everything else in float32."""
    return torch.float64 if dtype == torch.float64 else torch.float32


def keeps_channels_last(z: Tensor, stacked: bool) -> bool:
    """Whether a result is in channels-last order, as images may be; models of a stack come one after the other."""
    return z.ndim == 4 and not stacked and not z.is_contiguous()


class _Form:
    """The form in which a kernel takes z: contiguous, in the dtype it is computed in, and a matrix (groups, elements)
    where the kernel needs one. A tensor that has it already is left alone. So are images in channels-last order, where
    the kernel takes any shape: to it, order is nothing."""

    def __init__(self, z: Tensor, stacked: bool, kernel: str) -> None:
        self.computed_in = computed_in(z.dtype)
        self.kernel = kernel_for(z.device, self.computed_in, kernel)
        self.rows = None if self.kernel.ANY_SHAPE else z.shape[0] if stacked else 1
        self.keeps_channels_last = z.ndim == 4 and self.rows is None and keeps_channels_last(z, stacked)

    def of(self, tensor: Tensor) -> Tensor:
        """z, g, a or b in that form."""
        if tensor.dtype != self.computed_in:
            tensor = tensor.to(self.computed_in)
        if self.rows is not None:
            tensor = tensor.reshape(self.rows, -1)
        if self.keeps_channels_last and tensor.ndim == 4:
            return tensor.contiguous(memory_format=torch.channels_last)
        return tensor if tensor.is_contiguous() else tensor.contiguous()

    def back(self, result: Tensor, original: Tensor) -> Tensor:
        """A kernel's result in the shape and dtype of what it belongs to."""
        if self.rows is not None:
            result = result.view(original.shape)
        return result if result.dtype == original.dtype else result.to(original.dtype)
