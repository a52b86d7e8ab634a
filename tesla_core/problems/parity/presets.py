"""Sweeps of parity to start from."""

from __future__ import annotations

from tesla_core.messages.say import marked
from tesla_core.problems.base import JobPreset, PresetPlace
from tesla_core.problems.parity.table import BASELINES, TASK_BLIND

_RIVALS = ", ".join(("tesla", *BASELINES))

PRESETS = (
    JobPreset(
        marked("Quick look: parity of 20 bits"),
        marked(
            "From 20,000 strings, every first layer drawn by uniform(0.35), each weight on its own. On three "
            "seeds TESLA is right on over 99.9% of the test strings, ReLU on 53 to 55%, and GELU guesses. Nine runs: a "
            "minute or two on a CPU."
        ),
        "parity",
        {"bits": "20", "train_size": "20000", "activation": "tesla, relu, gelu", "init": TASK_BLIND, "seed": "0-2"},
        PresetPlace.QUICK_LOOK,
    ),
    JobPreset(
        marked("The paper's parity with label noise"),
        marked(
            "24 bits, clean and with 10, 20 and 30% of the labels flipped; TESLA and its rivals, every first layer "
            "drawn by uniform(0.35), each weight on its own. For the longest strings in the paper set Bits to 32."
        ),
        "parity",
        {"bits": "24", "noise": "0, 0.1, 0.2, 0.3", "activation": _RIVALS, "init": TASK_BLIND, "seed": "0-2"},
        PresetPlace.PAPER,
        table="parity",
    ),
    JobPreset(
        marked("The paper's parity by length"),
        marked(
            "TESLA with K = 8 on 16 to 32 clean bits, a first layer drawn by uniform(0.35), each weight on its own, "
            "beside one made for parity (rademacher)."
        ),
        "parity",
        {"bits": "16, 20, 24, 28, 32", "init": f"{TASK_BLIND}, rademacher", "seed": "0-2"},
        PresetPlace.PAPER,
        table="parity",
    ),
    JobPreset(
        marked("The paper's LPN"),
        marked("Half of the bits are secret, one label in ten is flipped, K = bits/4. 90% is the best possible."),
        "parity",
        {
            "bits": "20, 24, 26, 27",
            "noise": "0.1",
            "secret_weight": "bits/2",
            "harmonics": "bits/4",
            "lr": "5e-4",
            "epochs": "30",
            "init": "uniform(1)",
            "seed": "0-2",
        },
        PresetPlace.PAPER,
        table="lpn",
    ),
    JobPreset(
        marked("10-bit surface from 350 strings"),
        marked("Who is right on the 674 strings never seen? TESLA at four K against eight others."),
        "surface",
        {
            "activation": "tesla, relu, gelu, silu, tanh, siren, snake, fourier, kan",
            "harmonics": "8, 1, 2, 4",
            "seed": "0-2",
        },
        PresetPlace.FURTHER,
        table="surface",
    ),
)
