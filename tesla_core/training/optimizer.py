"""AdamW that starts at once.

torch guards its optimizers' methods against its own compiler, and loads all of it at the first call to do so: two
seconds of every process that trains. Nothing here is compiled, so the methods are taken without their guards.
"""

from __future__ import annotations

from inspect import unwrap
from typing import Any

import torch
from torch.optim import AdamW, Optimizer

_add_param_group: Any = unwrap(Optimizer.add_param_group)
_load_state_dict: Any = unwrap(Optimizer.load_state_dict)
_state_dict: Any = unwrap(Optimizer.state_dict)
_step: Any = torch.no_grad()(unwrap(AdamW.step))
_zero_grad: Any = unwrap(Optimizer.zero_grad)


class PromptAdamW(AdamW):
    """torch's AdamW in every number."""

    add_param_group = _add_param_group
    load_state_dict = _load_state_dict
    state_dict = _state_dict
    step = _step
    zero_grad = _zero_grad
