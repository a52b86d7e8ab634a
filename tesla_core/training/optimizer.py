"""AdamW that starts at once and steps at once.

torch guards its optimizers' methods against its own compiler, and loads all of it at the first call to do so: two
seconds of every process that trains. Nothing here is compiled, so the methods are taken without their guards. And
before its one fused update, torch sorts the parameters by device and counts each one's steps apart, which takes longer
than the update of small networks.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import unwrap
from typing import Any, cast

import torch
from torch import Tensor
from torch.optim import AdamW, Optimizer

_add_param_group: Any = unwrap(Optimizer.add_param_group)
_load_state_dict: Any = unwrap(Optimizer.load_state_dict)
_state_dict: Any = unwrap(Optimizer.state_dict)
_step: Any = unwrap(AdamW.step)
_zero_grad: Any = unwrap(Optimizer.zero_grad)


class PromptAdamW(AdamW):
    """torch's AdamW in every number. Parameters that always learned together share one counter of steps."""

    add_param_group = _add_param_group
    load_state_dict = _load_state_dict
    state_dict = _state_dict
    zero_grad = _zero_grad

    @torch.no_grad()
    def step(self, closure: Callable[[], float] | None = None) -> float | None:  # pyright: ignore
        counters = [self._counter(group) for group in self.param_groups] if closure is None else [None]
        if any(counter is None for counter in counters):
            return _step(self, closure)
        for group, counter in zip(self.param_groups, counters, strict=True):
            self._update(group, cast(Tensor, counter))
        return None

    step.hooked = True  # torch would wrap it into a record for its profiler, at the price of the update itself

    def _update(self, group: dict[str, Any], counter: Tensor) -> None:
        parameters = group["params"]
        states = [self.state[parameter] for parameter in parameters]
        counter += 1
        torch._fused_adamw_(  # pyright: ignore[reportPrivateImportUsage]
            parameters,
            [parameter.grad for parameter in parameters],
            [state["exp_avg"] for state in states],
            [state["exp_avg_sq"] for state in states],
            [],
            [counter] * len(parameters),
            lr=group["lr"],
            beta1=group["betas"][0],
            beta2=group["betas"][1],
            weight_decay=group["weight_decay"],
            eps=group["eps"],
            amsgrad=False,
            maximize=False,
        )

    def _counter(self, group: dict[str, Any]) -> Tensor | None:
        """The steps that all parameters of a group have made; None where torch's own step is to go on."""
        states = [self.state[parameter] for parameter in group["params"]]
        together = all(parameter.grad is not None for parameter in group["params"])
        first = states[0].get("step")
        if together and first is not None and all(state.get("step") is first for state in states):
            return first
        if together and first is not None and self._is_plain(group) and _are_equal(states):
            for state in states:
                state["step"] = first
            return first
        for state in states:  # apart from now on, for torch counts each
            if "step" in state:
                state["step"] = state["step"].clone()
        return None

    def _is_plain(self, group: dict[str, Any]) -> bool:
        """Whether it is what one fused call can do."""
        asked = any(group[name] for name in ("amsgrad", "maximize", "capturable", "differentiable"))
        scaled = any(getattr(self, name, None) is not None for name in ("grad_scale", "found_inf"))
        kinds = {(parameter.device, parameter.dtype) for parameter in group["params"]}
        return bool(group["fused"]) and not asked and not scaled and len(kinds) == 1


def _are_equal(states: list[dict[str, Tensor]]) -> bool:
    return len({float(state["step"]) if "step" in state else None for state in states}) == 1
