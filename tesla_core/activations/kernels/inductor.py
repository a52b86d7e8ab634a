"""How inductor calls φ_K's operators in the code it writes: straight, past PyTorch's dispatcher.

By itself it writes `torch.ops.tesla.phi.default(…)`. On the CPU that goes through the dispatcher and through the
autograd kernel once more, though the graph is compiled and differentiated already: of a small layer's step that is a
third. So its code names the Python function itself, which is an attribute of `torch.ops.tesla` because inductor's code
knows `torch`, and because compiled code is kept on disk and read by processes that have compiled nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import torch
from torch import Tensor
from torch.fx import Node
from torch.utils._pytree import tree_map_only

from tesla_core.activations.kernels.choice import kernel_for
from tesla_core.activations.kernels.library import gradients, phi

STRAIGHT: dict[Any, str] = {phi: "run_phi", gradients: "run_gradients"}
AS_THEY_ARE = "_as_they_are"  # behind a name: float32 and contiguous, as is known when the code is written


def name_functions(run_phi: Callable[..., Any], run_gradients: Callable[..., Any]) -> None:
    """What compiled code calls."""

    def run_phi_as_they_are(z: Tensor, a: Tensor, b: Tensor, kernel: str) -> Tensor:
        chosen = kernel_for(z.device, torch.float32, kernel)
        return chosen.evaluate(z, a, b) if chosen.ANY_SHAPE else run_phi(z, a, b, kernel)

    def run_gradients_as_they_are(
        g: Tensor, z: Tensor, a: Tensor, b: Tensor, kernel: str
    ) -> tuple[Tensor, Tensor, Tensor]:
        chosen = kernel_for(z.device, torch.float32, kernel)
        return chosen.gradients(z, a, b, g) if chosen.ANY_SHAPE else run_gradients(g, z, a, b, kernel)

    for function in (run_phi_as_they_are, run_gradients_as_they_are):
        setattr(torch.ops.tesla, function.__name__, function)
    for name, run in zip(STRAIGHT.values(), (run_phi, run_gradients), strict=True):
        setattr(torch.ops.tesla, name, run)


def teach() -> None:
    """Called while a graph is traced. Other backends than inductor have not loaded it, and need not wait for it."""
    if "torch._inductor.lowering" in sys.modules:
        _teach()


@cache
def _teach() -> None:
    from torch._inductor import ir, lowering
    from torch._inductor.virtualized import V
    from torch._library.utils import get_layout_constraint_tag

    class Straight(ir.FallbackKernel):
        def set_python_kernel_name(self, python_kernel_name: str | None) -> None:
            super().set_python_kernel_name(python_kernel_name)
            if not (V.graph.cpp_wrapper or V.graph.fx_wrapper):  # those call what has a schema
                suffix = AS_THEY_ARE if _are_plain(V.graph.current_node.args) else ""
                self.python_kernel_name = f"torch.ops.tesla.{STRAIGHT[self.op_overload]}{suffix}"

    def lower(operator: Any) -> Callable[..., Any]:
        def lowered(*arguments: Any, **named: Any) -> Any:
            found = Straight.create(operator, *arguments, **named)
            return tree_map_only(ir.IRNode, lambda node: node.wrap_for_lowering(), found)

        return lowered

    for operator in STRAIGHT:
        # As inductor does for an operator that it does not know.
        lowering.add_needs_realized_inputs(operator)
        constraint = lowering.tag_to_layout_constraint(get_layout_constraint_tag(operator))
        if constraint is not None:
            lowering.add_layout_constraint(operator, constraint)
        lowering.register_lowering(operator, type_promotion_kind=None)(lower(operator))


def _are_plain(arguments: Sequence[Any]) -> bool:
    tensors = [argument.meta["val"] for argument in arguments if isinstance(argument, Node)]
    return all(tensor.dtype is torch.float32 and tensor.is_contiguous() for tensor in tensors)
