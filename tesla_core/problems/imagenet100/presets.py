"""Sweeps of backbones to start from."""

from __future__ import annotations

from tesla_core.messages.say import marked
from tesla_core.problems.base import JobPreset, PresetPlace

PRESETS = (
    JobPreset(
        marked("Quick look: drawn pictures of eight classes"),
        marked(
            "MobileNetV3-S at 64 pixels a side, on pictures that the program draws: a few minutes on a CPU. It shows "
            "how a vision run goes, not what the paper measures."
        ),
        "imagenet100",
        {"backbone": "mobilenetv3-s", "image_size": "64", "epochs": "8", "batch": "32"},
        PresetPlace.QUICK_LOOK,
    ),
    JobPreset(
        marked("The paper's ImageNet-100"),
        marked(
            "50 epochs of three backbones, for a GPU: a CPU takes years. Needs imagenet100/ with train/ and val/ in "
            "the folder that TESLA_LAB_IMAGES names. ResNet-18 is left out: at the paper's place nothing is replaced "
            "in it."
        ),
        "imagenet100",
        {
            "backbone": "vit-t16, mixer-b16, mobilenetv3-s",
            "data": "imagenet100",
            "activation": "tesla, relu, gelu, silu",
            "seed": "0-2",
        },
        PresetPlace.PAPER,
    ),
)
