"""φ_K forward and backward against GELU, ReLU, the plain loop and the eager recurrence."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor, nn
from torch.nn import functional

from benchmarks.harness import Effort, Measurement, Target, Times, at_least, at_most, compare, take_turns
from benchmarks.plain import PlainTESLA
from tesla_core.activations import TESLA

HARMONICS = (2, 4, 8, 16)
LAYER, TRANSFORMER = (128, 1024), (64, 197, 768)
TARGETS_OF_GELU: dict[int, Target] = {8: at_most(1.5), 16: at_most(2.2)}
TARGETS_OF_PLAIN: dict[int, Target] = {8: at_least(12.0)}


def run(effort: Effort) -> list[Measurement]:
    layer = _contestants(LAYER)
    rows = _rows(LAYER, take_turns(layer, effort.turns(40), calls=3), ("", "eager ", "plain "))
    # A plain φ_16 keeps 64 tensors of 39 MB here, and every call takes seconds.
    large = _contestants((8, *TRANSFORMER[1:]) if effort.quick else TRANSFORMER, eager=False)
    return rows + _rows(TRANSFORMER, take_turns(large, effort.turns(3), warm_up=0), ("", "plain "))


def _contestants(shape: tuple[int, ...], eager: bool = True) -> dict[str, Callable[[], object]]:
    generator = torch.Generator().manual_seed(0)
    z = (2.0 * torch.randn(shape, generator=generator)).requires_grad_()
    g = torch.randn(shape, generator=generator)
    contestants: dict[str, Callable[[], object]] = {
        "GELU": _round_trip(functional.gelu, z, g),
        "ReLU": _round_trip(functional.relu, z, g),
    }
    for k in HARMONICS:
        contestants[f"φ_{k}"] = _round_trip(TESLA(k, generator=generator), z, g)
        contestants[f"plain φ_{k}"] = _round_trip(PlainTESLA(k), z, g)
        if eager:
            contestants[f"eager φ_{k}"] = _round_trip(TESLA(k, generator=generator, kernel="eager"), z, g)
    return contestants


def _rows(shape: tuple[int, ...], times: Times, kinds: tuple[str, ...]) -> list[Measurement]:
    targets = shape == LAYER
    name = f"activation {'×'.join(map(str, shape))}"
    rows = [compare(name, times, "ReLU", "GELU", "× GELU's time")]
    for kind in kinds:
        for k in HARMONICS:
            target = TARGETS_OF_GELU.get(k) if targets and not kind else None
            rows.append(compare(name, times, f"{kind}φ_{k}", "GELU", "× GELU's time", target))
    for k in HARMONICS:
        target = TARGETS_OF_PLAIN.get(k) if targets else None
        rows.append(compare(name, times, f"plain φ_{k}", f"φ_{k}", "× faster than plain", target, f"φ_{k}"))
    return rows


def _round_trip(activation: Callable[[Tensor], Tensor], z: Tensor, g: Tensor) -> Callable[[], object]:
    """Forward, and backward to z and the coefficients."""
    coefficients = list(activation.parameters()) if isinstance(activation, nn.Module) else []
    return lambda: torch.autograd.grad(activation(z), [z, *coefficients], g)
