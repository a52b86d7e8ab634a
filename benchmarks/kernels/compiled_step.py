"""One training step of a compiled network (2-128-128-1, fused Adam) with TESLA K=8 against the same with GELU."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import nn
from torch._inductor.utils import fresh_cache
from torch.nn import functional

from benchmarks.harness import Effort, Measurement, at_most, compare, take_turns
from benchmarks.plain import plain_mlp
from tesla_core.activations import TESLA

INPUTS, WIDTH, HARMONICS = 2, 128, 8
BATCHES = (100, 1024)


def run(effort: Effort) -> list[Measurement]:
    found = []
    with fresh_cache():  # code that an earlier version has left behind is not measured
        for batch in BATCHES:
            contestants = {
                "GELU": _step(nn.GELU, batch),
                f"TESLA K={HARMONICS}": _step(lambda: TESLA(HARMONICS), batch),
            }
            times = take_turns(contestants, effort.turns(60), calls=10, warm_up=2)
            name = f"compiled step, batch {batch}"
            found.append(compare(name, times, f"TESLA K={HARMONICS}", "GELU", "× GELU's time", at_most(1.1)))
    return found


def _step(activation: Callable[[], nn.Module], batch: int) -> Callable[[], None]:
    generator = torch.Generator().manual_seed(0)
    x = torch.randn(batch, INPUTS, generator=generator)
    y = torch.randint(2, (batch,), generator=generator).float()
    model = plain_mlp(INPUTS, WIDTH, activation)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, fused=True)

    def loss() -> torch.Tensor:
        return functional.binary_cross_entropy_with_logits(model(x)[:, 0], y)

    compiled = torch.compile(loss, fullgraph=True, dynamic=False)

    def step() -> None:
        optimizer.zero_grad()
        compiled().backward()
        optimizer.step()

    step()  # compiles
    return step
