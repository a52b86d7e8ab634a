"""φ_K forward and backward against GELU, ReLU, the plain loop and the eager recurrence."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import torch
from torch import Tensor, nn
from torch.nn import functional

from benchmarks.harness import Effort, Measurement, Target, Times, at_least, at_most, compare, take_turns
from benchmarks.plain import PlainTESLA
from tesla_core.activations import TESLA

HARMONICS = (2, 4, 8, 16)
LAYER, TRANSFORMER = (128, 1024), (64, 197, 768)
TARGETS_OF_GELU = {
    LAYER: {2: at_most(1.0), 8: at_most(1.1), 16: at_most(1.4)},
    TRANSFORMER: {8: at_most(1.0)},
}
TARGETS_OF_PLAIN = {8: at_least(12.0)}


def run(effort: Effort) -> list[Measurement]:
    """The fast ones among themselves: the slow ones would leave them cold caches and long gaps."""
    layer = take_turns(_contestants(LAYER, ("",)), effort.turns(120), calls=3)
    large = take_turns(_contestants(_large(effort), ("",)), effort.turns(12))
    return [*_against_gelu(LAYER, layer), *_against_gelu(TRANSFORMER, large)]


def run_slow(effort: Effort) -> list[Measurement]:
    """What plain PyTorch takes."""
    times = take_turns(_contestants(LAYER, ("", "eager ", "plain ")), effort.turns(10))
    rows = [*_against_gelu(LAYER, times, ("eager ", "plain ")), *_against_plain(LAYER, times, TARGETS_OF_PLAIN)]
    # A plain φ_16 keeps 64 tensors of 39 MB here, and every call takes seconds.
    times = take_turns(_contestants(_large(effort), ("", "plain ")), effort.turns(3), warm_up=0)
    return [*rows, *_against_gelu(TRANSFORMER, times, ("plain ",)), *_against_plain(TRANSFORMER, times, {})]


def _large(effort: Effort) -> tuple[int, ...]:
    return (8, *TRANSFORMER[1:]) if effort.quick else TRANSFORMER


def _contestants(shape: tuple[int, ...], kinds: tuple[str, ...]) -> dict[str, Callable[[], object]]:
    generator = torch.Generator().manual_seed(0)
    z = (2.0 * torch.randn(shape, generator=generator)).requires_grad_()
    g = torch.randn(shape, generator=generator)
    kernels: dict[str, Callable[[int], nn.Module]] = {
        "": lambda k: TESLA(k, generator=generator),
        "eager ": lambda k: TESLA(k, generator=generator, kernel="eager"),
        "plain ": PlainTESLA,
    }
    activations: dict[str, Callable[[Tensor], Tensor]] = {"GELU": functional.gelu, "ReLU": functional.relu}
    activations |= {f"{kind}φ_{k}": kernels[kind](k) for kind in kinds for k in HARMONICS}
    return {name: _round_trip(activation, z, g) for name, activation in activations.items()}


def _against_gelu(shape: tuple[int, ...], times: Times, kinds: tuple[str, ...] = ("",)) -> list[Measurement]:
    targets = TARGETS_OF_GELU[shape]
    subjects = [(f"{kind}φ_{k}", None if kind else targets.get(k)) for kind in kinds for k in HARMONICS]
    if "" in kinds:
        subjects.insert(0, ("ReLU", None))
    return [compare(_name(shape), times, subject, "GELU", "× GELU's time", target) for subject, target in subjects]


def _against_plain(shape: tuple[int, ...], times: Times, targets: Mapping[int, Target]) -> list[Measurement]:
    return [
        compare(_name(shape), times, f"plain φ_{k}", f"φ_{k}", "× faster than plain", targets.get(k), f"φ_{k}")
        for k in HARMONICS
    ]


def _name(shape: tuple[int, ...]) -> str:
    return f"activation {'×'.join(map(str, shape))}"


def _round_trip(activation: Callable[[Tensor], Tensor], z: Tensor, g: Tensor) -> Callable[[], object]:
    """Forward, and backward to z and the coefficients."""
    coefficients = list(activation.parameters()) if isinstance(activation, nn.Module) else []
    return lambda: torch.autograd.grad(activation(z), [z, *coefficients], g)
