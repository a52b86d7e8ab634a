"""The backbones of ImageNet-100 with TESLA at the paper's K against ReLU, GELU and SiLU: a training step, and a pass
without gradients. The paper counts pictures a second on a GPU and does not say of which."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional

from benchmarks.harness import Effort, Measurement, at_most, compare, take_turns
from tesla_core.activations.budget import budget_penalty
from tesla_core.activations.registry import find_activation
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.imagenet100.backbones import BACKBONES, Backbone
from tesla_core.problems.imagenet100.network_torch import build_vision

CLASSES = 100
IMAGE, SMALL_IMAGE = 224, 32
OTHERS = ("gelu", "relu", "silu")
TRAINING, INFERENCE = "vision step", "vision inference"


@dataclass(frozen=True)
class Sizes:
    """What is replaced, pictures in a batch, turns of training and of inference, calls in a turn that are not counted,
    and how much longer than with GELU a training step may take."""

    place: str
    batch: int
    turns: int
    passes: int
    warm_up: int
    limit: float


# Stock ResNet-18 has no activation outside its convolutional blocks: measured there is its last stage, the harder case.
# A step that takes a second finds nothing of the one before in the caches, and needs no call to warm them.
CASES = {
    "vit-t16": Sizes("dense", 8, 14, 24, 0, 1.03),
    "mixer-b16": Sizes("dense", 1, 16, 24, 0, 1.05),
    "resnet18": Sizes("last-stage", 2, 32, 48, 1, 1.01),
    "mobilenetv3-s": Sizes("head", 4, 80, 120, 1, 1.01),
}


def run(effort: Effort) -> list[Measurement]:
    return [line for name, sizes in CASES.items() for line in measured(BACKBONES[name], sizes, effort)]


def measured(backbone: Backbone, sizes: Sizes, effort: Effort) -> list[Measurement]:
    """TESLA's time over that of each of the others, in training and in inference."""
    size = SMALL_IMAGE if effort.quick else IMAGE
    tesla = f"TESLA K={backbone.harmonics}"
    specs = {find_activation(name).label: ModelSpec(activation=name) for name in OTHERS}
    specs[tesla] = ModelSpec(harmonics=backbone.harmonics)
    built = {label: vision_passes(backbone, spec, sizes.place, sizes.batch, size) for label, spec in specs.items()}
    lines = []
    for benchmark, turns, number in ((TRAINING, sizes.turns, 1), (INFERENCE, sizes.passes, 2)):
        contestants = {label: parts[number] for label, parts in built.items()}
        for call in contestants.values():  # memory for moments and gradients is asked for once
            call()
        times = take_turns(contestants, effort.turns(turns), warm_up=sizes.warm_up)
        for other in list(specs)[:-1]:
            target = at_most(sizes.limit) if benchmark == TRAINING and other == "GELU" else None
            subject = f"{backbone.label}, {tesla}" if other == "GELU" else f"{backbone.label}, {tesla}, {other}"
            told = {"backbone": backbone.name, "against": other, "batch": sizes.batch, "image_size": size}
            told["turns"] = effort.turns(turns)
            lines.append(compare(benchmark, times, tesla, other, f"× {other}'s time", target, subject, told))
    built.clear()
    gc.collect()  # a Mixer with its moments, four times, before the next is built
    return lines


def vision_passes(
    backbone: Backbone, spec: ModelSpec, place: str, batch: int, size: int
) -> tuple[nn.Module, Callable[[], None], Callable[[], None]]:
    """A network, one training step of it, and one pass without gradients, on the same pictures."""
    network = build_vision(backbone, spec, CLASSES, size, place).network.train()
    memory = torch.channels_last if backbone.convolutional else torch.contiguous_format
    network = network.to(memory_format=memory)  # pyright: ignore[reportCallIssue]
    generator = torch.Generator().manual_seed(0)
    x = torch.randn(batch, 3, size, size, generator=generator).contiguous(memory_format=memory)
    y = torch.randint(CLASSES, (batch,), generator=generator)
    optimizer = torch.optim.AdamW(network.parameters(), lr=1e-3, fused=True)

    def step() -> None:
        optimizer.zero_grad()
        loss = functional.cross_entropy(network.train()(x), y) + budget_penalty(network, backbone.budget_weight)
        loss.backward()
        optimizer.step()

    @torch.inference_mode()
    def infer() -> None:
        network.eval()(x)

    return network, step, infer
