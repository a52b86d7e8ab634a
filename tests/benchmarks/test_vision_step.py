"""The vision benchmark measures what it says."""

from __future__ import annotations

import torch

from benchmarks.vision_step import CASES, vision_step
from tesla_core.activations import TESLA
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.imagenet100.backbones import BACKBONES, OF_PAPER


def test_every_backbone_is_measured_where_something_is_replaced() -> None:
    """A ratio of two stock networks would be met by doing nothing."""
    assert tuple(CASES) == OF_PAPER
    place = CASES["resnet18"][0]
    network, step = vision_step(BACKBONES["resnet18"], ModelSpec(harmonics=2), place, batch=2, size=32)
    before = [layer.a.detach().clone() for layer in network.modules() if isinstance(layer, TESLA)]
    assert before
    step()
    after = [layer.a for layer in network.modules() if isinstance(layer, TESLA)]
    assert not any(torch.equal(one, other) for one, other in zip(before, after, strict=True))
