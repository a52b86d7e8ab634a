"""φ_K in plain PyTorch operators that change nothing in place: what goes into files that others read (ONNX,
TorchScript), where no kernel of ours can follow. Slower than every kernel, and differentiable by PyTorch itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch
from torch import Tensor

from tesla_core.activations.kernels.form import computed_in
from tesla_core.errors import TeslaError

OLDEST_OPSET = 7  # the first with both Sin and Cos


def phi(z: Tensor, a: Tensor, b: Tensor) -> Tensor:
    """φ_K(z) by Clenshaw's recurrence: one sine and one cosine at any K; shapes as everywhere."""
    wide = z.to(computed_in(z.dtype))
    sine, cosine = wide.sin(), wide.cos()
    doubled = cosine + cosine
    of_sine, _ = _series(doubled, a, wide)
    of_cosine, of_cosine_before = _series(doubled, b, wide)
    return (of_sine * sine + of_cosine * cosine - of_cosine_before).to(z.dtype)


def _series(doubled: Tensor, coefficients: Tensor, wide: Tensor) -> tuple[Tensor, Tensor]:
    """The last two terms of u_k = c_k/k + 2 cos z · u_(k+1) - u_(k+2), from K down to 1."""
    terms = [c / k for k, c in enumerate(coefficients.to(wide.dtype).unbind(-1), start=1)]
    if coefficients.ndim == 2:
        terms = [term.view(-1, *[1] * (wide.ndim - 1)) for term in terms]
    before, current = wide * 0, wide * 0 + terms[-1]
    for term in reversed(terms[:-1]):
        before, current = current, doubled * current + (term - before)
    return current, before


@contextmanager
def not_recorded() -> Iterator[None]:
    """While `torch.jit.trace` records, shapes are tensors, and a look at one is a warning; here they are numbers."""
    state = torch._C._get_tracing_state()
    set_state = torch._C._set_tracing_state  # pyright: ignore[reportAttributeAccessIssue]
    set_state(None)
    try:
        yield
    finally:
        set_state(state)


def check_onnx_opset() -> None:
    """The exporter by tracing would write a file that nobody can load; the one by `torch.export` starts at 18."""
    if not torch.onnx.is_in_onnx_export():
        return
    from torch.onnx._internal.torchscript_exporter._globals import GLOBALS

    if GLOBALS.export_onnx_opset_version < OLDEST_OPSET:
        raise TeslaError(
            f"φ_K needs ONNX's Sin and Cos, which came with opset {OLDEST_OPSET}; "
            f"{GLOBALS.export_onnx_opset_version} was asked for. Give opset_version={OLDEST_OPSET} or more."
        )
