"""The vision benchmark measures what it says."""

from __future__ import annotations

import torch

from benchmarks.harness import Effort
from benchmarks.vision_step import CASES, INFERENCE, TRAINING, measured, vision_passes
from tesla_core.activations import TESLA
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.imagenet100.backbones import BACKBONES, OF_PAPER


def test_every_backbone_is_measured_where_something_is_replaced() -> None:
    """A ratio of two stock networks would be met by doing nothing."""
    assert tuple(CASES) == OF_PAPER
    place = CASES["resnet18"].place
    network, step, infer = vision_passes(BACKBONES["resnet18"], ModelSpec(harmonics=2), place, batch=2, size=32)
    before = [layer.a.detach().clone() for layer in network.modules() if isinstance(layer, TESLA)]
    assert before
    step()
    after = [layer.a for layer in network.modules() if isinstance(layer, TESLA)]
    assert not any(torch.equal(one, other) for one, other in zip(before, after, strict=True))
    kept = {name: tensor.clone() for name, tensor in network.state_dict().items()}
    infer()
    assert all(torch.equal(kept[name], tensor) for name, tensor in network.state_dict().items())


def test_both_passes_are_compared_with_each_of_the_others() -> None:
    """The ledger reads network, pass and rival from the file; a smoke test has small pictures, which it leaves out."""
    name = "mobilenetv3-s"
    lines = [line.to_dict() for line in measured(BACKBONES[name], CASES[name], Effort(quick=True))]
    assert [(line["benchmark"], line["details"]["against"]) for line in lines] == [
        (benchmark, other) for benchmark in (TRAINING, INFERENCE) for other in ("GELU", "ReLU", "SiLU")
    ]
    assert len({line["subject"] for line in lines[:3]}) == 3
    assert {(line["details"]["backbone"], line["details"]["image_size"]) for line in lines} == {(name, 32)}
    assert all(line["median"] > 0 for line in lines)
