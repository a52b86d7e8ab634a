"""A training step of each backbone of ImageNet-100 with TESLA at the paper's K against the same with GELU."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import nn
from torch.nn import functional

from benchmarks.harness import Effort, Measurement, at_most, compare, take_turns
from tesla_core.activations.budget import budget_penalty
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.imagenet100.backbones import BACKBONES, Backbone
from tesla_core.problems.imagenet100.network_torch import build_vision

CLASSES = 100
# The place, pictures in a batch, turns, and how much longer a step may take. Stock ResNet-18 has no activation outside
# its convolutional blocks: measured there is its last stage, the harder case.
CASES = {
    "vit-t16": ("dense", 8, 10, 1.03),
    "mixer-b16": ("dense", 1, 24, 1.05),
    "resnet18": ("last-stage", 2, 120, 1.01),
    "mobilenetv3-s": ("head", 4, 160, 1.01),
}
IMAGE, SMALL_IMAGE = 224, 32


def run(effort: Effort) -> list[Measurement]:
    return [_of(BACKBONES[name], *case, effort) for name, case in CASES.items()]


def _of(backbone: Backbone, place: str, batch: int, turns: int, limit: float, effort: Effort) -> Measurement:
    tesla = f"TESLA K={backbone.harmonics}"
    size = SMALL_IMAGE if effort.quick else IMAGE
    specs = {"GELU": ModelSpec(activation="gelu"), tesla: ModelSpec(harmonics=backbone.harmonics)}
    contestants = {name: vision_step(backbone, spec, place, batch, size)[1] for name, spec in specs.items()}
    times = take_turns(contestants, effort.turns(turns))
    subject = f"{backbone.label}, {tesla}"
    return compare("vision step", times, tesla, "GELU", "× GELU's time", at_most(limit), subject)


def vision_step(
    backbone: Backbone, spec: ModelSpec, place: str, batch: int, size: int
) -> tuple[nn.Module, Callable[[], None]]:
    """A network and one training step of it."""
    network = build_vision(backbone, spec, CLASSES, size, place).network.train()
    memory = torch.channels_last if backbone.convolutional else torch.contiguous_format
    network = network.to(memory_format=memory)  # pyright: ignore[reportCallIssue]
    generator = torch.Generator().manual_seed(0)
    x = torch.randn(batch, 3, size, size, generator=generator).contiguous(memory_format=memory)
    y = torch.randint(CLASSES, (batch,), generator=generator)
    optimizer = torch.optim.AdamW(network.parameters(), lr=1e-3, fused=True)

    def step() -> None:
        optimizer.zero_grad()
        loss = functional.cross_entropy(network(x), y) + budget_penalty(network, backbone.budget_weight)
        loss.backward()
        optimizer.step()

    return network, step
