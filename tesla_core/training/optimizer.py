"""AdamW that starts at once and steps at once.

torch guards its optimizers' methods against its own compiler, and loads all of it at the first call to do so: two
seconds of every process that trains. Nothing here is compiled, so the methods are taken without their guards. And
before its one fused update, torch sorts the parameters by device and counts each one's steps apart, which takes longer
than the update of small networks; where all parameters lie in one tensor, that is all that is updated.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import unwrap
from typing import Any, cast

import torch
from torch import Tensor
from torch.optim import AdamW, Optimizer

from tesla_core.models.flat import FlatParameters

_add_param_group: Any = unwrap(Optimizer.add_param_group)
_load_state_dict: Any = unwrap(Optimizer.load_state_dict)
_state_dict: Any = unwrap(Optimizer.state_dict)
_step: Any = unwrap(AdamW.step)
_zero_grad: Any = unwrap(Optimizer.zero_grad)

MOMENTS = ("exp_avg", "exp_avg_sq")


class PromptAdamW(AdamW):
    """torch's AdamW in every number. Parameters that always learned together share one counter of steps.

    flat: all its parameters in one tensor, if they are; their moments then lie in two of that layout.
    """

    add_param_group = _add_param_group
    state_dict = _state_dict
    zero_grad = _zero_grad

    def __init__(self, parameters: Any, *, flat: FlatParameters | None = None, **options: Any) -> None:
        super().__init__(parameters, **options)
        self._flat = flat
        self._moments: tuple[Tensor, Tensor, Tensor] | None = None  # both, and the counter; always the same memory
        self._is_laid = False

    def load_state_dict(self, state_dict: Any) -> None:
        self._is_laid = False
        _load_state_dict(self, state_dict)

    def flat_state(self) -> tuple[Tensor, ...] | None:
        """All that a step changes: parameters, moments and the counter. None where they don't lie together."""
        if self._flat is None or not self._flat.has_gradients or not self._lay_flat(self._flat):
            return None
        return self._flat.values, *cast(tuple[Tensor, Tensor, Tensor], self._moments)

    @torch.no_grad()
    def step(self, closure: Callable[[], float] | None = None) -> float | None:  # pyright: ignore
        flat = self.flat_state() if closure is None else None
        if flat is not None:
            values, first, second, counter = flat
            gradients = cast(FlatParameters, self._flat).gradients
            _update(self.param_groups[0], [values], [gradients], [first], [second], counter)
            return None
        counters = [self._counter(group) for group in self.param_groups] if closure is None else [None]
        if any(counter is None for counter in counters):
            self._is_laid = False
            return _step(self, closure)
        for group, counter in zip(self.param_groups, counters, strict=True):
            parameters = group["params"]
            states = [self.state[parameter] for parameter in parameters]
            first, second = ([state[name] for state in states] for name in MOMENTS)
            _update(group, parameters, [p.grad for p in parameters], first, second, cast(Tensor, counter))
        return None

    step.hooked = True  # torch would wrap it into a record for its profiler, at the price of the update itself

    def _lay_flat(self, flat: FlatParameters) -> bool:
        """Lay the moments out as the parameters are, if they aren't; False where torch's own step has to go first."""
        if self._is_laid:
            return True
        (group,) = self.param_groups
        counter = self._counter(group)
        if counter is None:
            return False
        if self._moments is None:
            self._moments = torch.zeros_like(flat.values), torch.zeros_like(flat.values), torch.zeros_like(counter)
        *moments, shared = self._moments
        shared.copy_(counter)
        views = [flat.views(moment) for moment in moments]
        for parameter, *own in zip(flat.parameters, *views, strict=True):
            for name, view in zip(MOMENTS, own, strict=True):
                self.state[parameter][name] = view.copy_(self.state[parameter][name])
            self.state[parameter]["step"] = shared
        self._is_laid = True
        return True

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


def _update(
    group: dict[str, Any],
    parameters: list[Tensor],
    gradients: list[Tensor],
    first: list[Tensor],
    second: list[Tensor],
    counter: Tensor,
) -> None:
    """One fused step of tensors that learn together."""
    counter += 1
    torch._fused_adamw_(  # pyright: ignore[reportPrivateImportUsage]
        parameters,
        gradients,
        first,
        second,
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
