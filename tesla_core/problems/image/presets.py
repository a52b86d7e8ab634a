"""Sweeps of pictures to start from."""

from __future__ import annotations

from tesla_core.messages.say import marked
from tesla_core.problems.base import JobPreset, PresetPlace

# As the paper measures: on the pixels that were trained on, from the start that its table was measured with.
_OF_PAPER = {
    "image": "china, flower",
    "activation": "tesla, siren, relu, tanh",
    "withheld": "0",
    "init": "uniform(30)",
    "coefficient_scale": "1.3",
    "seed": "0-2",
}

PRESETS = (
    JobPreset(
        marked("Quick look: an image of 64 × 64"),
        marked(
            "A temple as a network of three layers of 64, from every second pixel and judged by the other half. On "
            "these TESLA has 23 to 25 dB, ReLU 19. Under a minute each on a CPU."
        ),
        "inr",
        {"activation": "tesla, relu", "size": "64", "width": "64", "depth": "3", "epochs": "200", "batch": "1024"},
        PresetPlace.QUICK_LOOK,
    ),
    JobPreset(
        marked("The paper's images"),
        marked(
            "Six layers of 512 for 3,000 epochs, for a GPU: a CPU takes days. The paper's pictures are Kodak24 and "
            "DIV2K; where TESLA_LAB_IMAGES names a folder that has them, write kodak24/ as the image. As in the paper, "
            "all pixels are trained on and judged by: withheld 0."
        ),
        "inr",
        _OF_PAPER,
        PresetPlace.PAPER,
    ),
    JobPreset(
        marked("The paper's images, reduced for a CPU"),
        marked(
            "A quarter of the width and half of the steps: two photographs, four activations, three seeds; all pixels "
            "are trained on and judged by."
        ),
        "inr",
        {**_OF_PAPER, "width": "128", "epochs": "400", "batch": "4096"},
        PresetPlace.PAPER,
        table="inr",
    ),
)
