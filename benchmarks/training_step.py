"""One training step of an MLP (32 inputs, 2×128, batch 1,024, fused Adam) with TESLA K=8 against GELU."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import nn
from torch.nn import functional

from benchmarks.harness import Effort, Measurement, compare, take_turns
from benchmarks.plain import PlainTESLA, plain_mlp
from tesla_core.activations import TESLA

INPUTS, WIDTH, BATCH, HARMONICS = 32, 128, 1024, 8


def run(effort: Effort) -> list[Measurement]:
    activations: dict[str, Callable[[], nn.Module]] = {
        "GELU": nn.GELU,
        f"TESLA K={HARMONICS}": lambda: TESLA(HARMONICS),
        f"plain TESLA K={HARMONICS}": lambda: PlainTESLA(HARMONICS),
    }
    contestants = {name: _step(plain_mlp(INPUTS, WIDTH, activation)) for name, activation in activations.items()}
    times = take_turns(contestants, effort.turns(40), calls=2)
    return [compare("training step", times, name, "GELU", "× GELU's time") for name in list(contestants)[1:]]


def _step(model: nn.Module) -> Callable[[], None]:
    generator = torch.Generator().manual_seed(0)
    x = torch.randn(BATCH, INPUTS, generator=generator)
    y = torch.randint(2, (BATCH,), generator=generator).float()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, fused=True)

    def step() -> None:
        optimizer.zero_grad()
        functional.binary_cross_entropy_with_logits(model(x)[:, 0], y).backward()
        optimizer.step()

    return step
