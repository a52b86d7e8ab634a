"""First-layer init rules. They decide what is learned, so each is named and visible.

default, uniform(c) and rademacher fill the first layer of any activation alike, so that a comparison compares
activations; `own` lets each activation use the rule it was published with. The later layers always follow the
activation's own rule. Nothing here imports torch before a layer is filled.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tesla_core.errors import TeslaError, check_range, shown
from tesla_core.messages.say import marked

if TYPE_CHECKING:
    import torch
    from torch import nn

    from tesla_core.activations.pointwise import Pointwise

RULES = {
    "default": marked("PyTorch's nn.Linear rule, U(-1/√n, 1/√n), for every activation; knows nothing of the task"),
    "uniform(c)": marked("weights U(-c, c) for every activation; knows nothing of the task"),
    "rademacher": marked("one size U(0.05, π/2) for all weights of a neuron, random signs; suits the full parity"),
    "own": marked("each activation's own published rule (SIREN's, for one)"),
}
RADEMACHER_RANGE = (0.05, math.pi / 2)


@dataclass(frozen=True)
class InitRule:
    """A parsed rule: its name, and c for uniform(c)."""

    name: str
    c: float = 0.0

    def fill(self, linear: nn.Linear, activation: Pointwise, generator: torch.Generator) -> None:
        """Fill the first layer."""
        from tesla_core.activations import pointwise

        if self.name == "own":
            activation.init_first(linear, generator)
        elif self.name == "rademacher":
            pointwise.fill_rademacher(linear, RADEMACHER_RANGE, generator)
        else:
            c = self.c if self.name == "uniform" else 1.0 / math.sqrt(linear.in_features)
            pointwise.fill_uniform(linear, c, generator)


def parse_init(text: str) -> InitRule:
    """Read "default", "uniform(0.5)", "rademacher" or "own"."""
    match = re.fullmatch(r"uniform\(([^()]+)\)", text.strip())
    if match:
        try:
            c = float(match[1])
        except ValueError:
            raise TeslaError(
                f"uniform(c) needs a number; {match[1][:99]!r} was given. Example: uniform(0.5)."
            ) from None
        return InitRule("uniform", check_range("c in uniform(c)", c, 1e-6, 1e3))
    if text not in ("default", "rademacher", "own"):
        raise TeslaError(f"Unknown init {shown(text)}. Choose one of: {', '.join(RULES)}.")
    return InitRule(text)
