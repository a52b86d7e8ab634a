"""How inductor calls φ_K's operators in the code it writes: straight, past PyTorch's dispatcher.

By itself it writes `torch.ops.tesla.phi.default(…)`. On the CPU that goes through the dispatcher and through the
autograd kernel once more, though the graph is compiled and differentiated already: of a small layer's step that is a
third. So its code names the Python function itself, which is an attribute of `torch.ops.tesla` because inductor's code
knows `torch`, and because compiled code is kept on disk and read by processes that have compiled nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from typing import Any

import torch
from torch.utils._pytree import tree_map_only

from tesla_core.activations.kernels.library import gradients, phi

STRAIGHT: dict[Any, str] = {phi: "run_phi", gradients: "run_gradients"}


def name_functions(run_phi: Callable[..., Any], run_gradients: Callable[..., Any]) -> None:
    """What compiled code calls."""
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
                self.python_kernel_name = f"torch.ops.tesla.{STRAIGHT[self.op_overload]}"

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
