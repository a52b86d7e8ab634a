"""Sweeps of Burgers' equation to start from."""

from __future__ import annotations

from tesla_core.messages.say import marked
from tesla_core.problems.base import JobPreset, PresetPlace

PRESETS = (
    JobPreset(
        marked("Quick look: a Burgers PINN"),
        marked(
            "On 500 points for 600 epochs TESLA ends with an error of 22 to 33%, Tanh with 40 to 42: the front is "
            "hard. Under a minute each on a CPU."
        ),
        "burgers",
        {
            "activation": "tesla, tanh",
            "samples": "500",
            "width": "24",
            "depth": "3",
            "epochs": "600",
            "lr": "5e-3",
            "evaluate_every": "50",
        },
        PresetPlace.QUICK_LOOK,
    ),
    JobPreset(
        marked("The paper's Burgers PINN"),
        marked(
            "20,000 epochs, four activations, three seeds; hours on a CPU. Network, points and init are ours: the "
            "paper gives none."
        ),
        "burgers",
        {"activation": "tesla, siren, tanh, relu", "seed": "0-2"},
        PresetPlace.PAPER,
        table="burgers",
    ),
)
