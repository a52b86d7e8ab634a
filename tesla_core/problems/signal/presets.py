"""Sweeps of the signal to start from."""

from __future__ import annotations

from tesla_core.messages.say import marked
from tesla_core.problems.base import JobPreset, PresetPlace

PRESETS = (
    JobPreset(
        marked("Quick look: mixed frequencies"),
        marked(
            "The paper's signal with half the width for 60 epochs: TESLA's test error is a thousandth of ReLU's, or "
            "less. Under a minute each on a CPU."
        ),
        "regression",
        {"activation": "tesla, relu", "width": "64", "epochs": "60"},
        PresetPlace.QUICK_LOOK,
    ),
    JobPreset(
        marked("The paper's mixed frequencies"),
        marked(
            "3.29 to 79.90 Hz, five activations, three seeds; a minute or two each on a CPU. The paper gives the range "
            "and five components; all else is ours."
        ),
        "regression",
        {"activation": "tesla, siren, relu, gelu, silu", "seed": "0-2"},
        PresetPlace.PAPER,
        table="regression",
    ),
)
