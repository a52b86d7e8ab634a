"""Sweeps of Forrelation to start from."""

from __future__ import annotations

from tesla_core.messages.say import marked
from tesla_core.problems.base import JobPreset, PresetPlace

PRESETS = (
    JobPreset(
        marked("The paper's Forrelation"),
        marked(
            "n = 12 at three widths: TESLA with K = 1 and 2, all coefficients or cosines alone, against ReLU and GELU."
        ),
        "forrelation",
        {
            "activation": "tesla, relu, gelu",
            "harmonics": "1, 2",
            "coefficient_start": "normal, even",
            "width": "128, 512, 1024",
            "epochs": "6",
            "seed": "0-2",
        },
        PresetPlace.PAPER,
        table="forrelation",
    ),
)
