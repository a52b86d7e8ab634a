"""timm's networks with another pointwise activation, put where the paper's rule, or an explicit choice, says.

The paper keeps the activations inside convolutional blocks and replaces the others; for ViT and Mixer those are all.
Stock ResNet-18 has none outside its blocks, and MobileNetV3-S one, after `conv_head`: what was replaced there the paper
does not say, so the place is a choice, and what it found is listed by name, an empty list included.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any

import torch
from torch import nn

from tesla_core.activations.replace import activation_names, swap_activations
from tesla_core.errors import TeslaError, check_choice
from tesla_core.models.build import activation_maker
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.imagenet100.backbones import PLACES, Backbone
from tesla_core.problems.imagenet100.torchvision_torch import declare_schemas
from tesla_core.seeds import derive_seed


@dataclass(frozen=True)
class VisionModel:
    """A network and the names of the activations in it that were replaced."""

    network: nn.Module
    replaced: tuple[str, ...]

    @property
    def parameters(self) -> int:
        return sum(parameter.numel() for parameter in self.network.parameters())


def build_vision(
    backbone: Backbone,
    spec: ModelSpec,
    classes: int,
    image_size: int = 224,
    place: str | None = None,
    seed: int = 0,
    device: str = "cpu",
) -> VisionModel:
    """The backbone for (B, 3, image_size, image_size) → (B, classes), with `spec`'s activation at `place`.

    place: None for the backbone's own. Weights start by timm's rules. On the device "meta" nothing is drawn, for those
    who only count.
    """
    if not spec.network.plain:
        raise TeslaError(f"{spec.entry.label} is not pointwise and can't stand in for an activation of a backbone.")
    backbone.check_image_size(image_size)
    timm = _timm()
    shape: dict[str, Any] = {**dict(backbone.shape), **({"img_size": image_size} if backbone.sized else {})}
    with _drawing_from(derive_seed(seed, "linear")), torch.device(device):
        network = timm.create_model(backbone.timm, pretrained=False, num_classes=classes, **shape)
        names = places_of(network, backbone, place or backbone.place)
        swap_activations(network, names, activation_maker(spec, None if device == "meta" else seed))
    return VisionModel(network, tuple(names))


def _timm() -> ModuleType:
    try:
        declare_schemas()
        return import_module("timm")
    except ModuleNotFoundError as missing:
        raise TeslaError(
            f"Vision models need {missing.name}, which is not installed: pip install torchvision timm."
        ) from missing


def places_of(network: nn.Module, backbone: Backbone, place: str) -> list[str]:
    """The names of the activations at `place`, in the order of definition; there may be none."""
    check_choice("place", place, PLACES)
    if place in ("dense", "all"):
        return activation_names(network, place)
    prefixes = backbone.head if place == "head" else (*backbone.head, backbone.last_stage)
    return [name for name in activation_names(network) if name.startswith(prefixes)] if prefixes else []


@contextmanager
def _drawing_from(seed: int) -> Iterator[None]:
    """timm draws weights from torch's global generator: give it a seed of ours, and leave no trace."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        yield
