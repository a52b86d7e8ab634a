"""Sweeps to start from: the paper's settings as the program measures them (experiments/tables.py), and quick looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tesla_core.experiments.discrete_tables import BASELINES, TASK_BLIND
from tesla_core.jobs.sweep import Sweep

SEEDS = "0-2"
_RIVALS = ", ".join(("tesla", *BASELINES))


@dataclass(frozen=True)
class JobPreset:
    """A named sweep and a sentence on what it asks. table: that of the paper whose runs these are, if any."""

    name: str
    note: str
    experiment: str
    texts: Mapping[str, str]
    table: str = ""

    @property
    def sweep(self) -> Sweep:
        return Sweep(self.experiment, self.texts)


PRESETS = (
    JobPreset(
        "Quick look: 16-bit parity",
        "One run that learns within a minute: a good first job.",
        "parity",
        {"bits": "16", "epochs": "10", "init": "rademacher"},
    ),
    JobPreset(
        "The paper's parity with label noise",
        "24 bits, clean and with 10, 20 and 30% of the labels flipped; TESLA and its rivals under the same first "
        "layer, which knows nothing of the task.",
        "parity",
        {"bits": "24", "noise": "0, 0.1, 0.2, 0.3", "activation": _RIVALS, "init": TASK_BLIND, "seed": SEEDS},
        table="parity",
    ),
    JobPreset(
        "The paper's parity by length",
        "TESLA with K = 8 on 16 to 32 clean bits, a task-blind first layer beside one made for parity.",
        "parity",
        {"bits": "16, 20, 24, 28, 32", "init": f"{TASK_BLIND}, rademacher", "seed": SEEDS},
        table="parity",
    ),
    JobPreset(
        "The paper's LPN",
        "Half of the bits are secret, one label in ten is flipped, K = bits/4. 90% is the best possible.",
        "parity",
        {
            "bits": "20, 24, 26, 27",
            "noise": "0.1",
            "secret_weight": "bits/2",
            "harmonics": "bits/4",
            "lr": "5e-4",
            "epochs": "30",
            "init": "uniform(1)",
            "seed": SEEDS,
        },
        table="lpn",
    ),
    JobPreset(
        "The paper's Forrelation",
        "n = 12 at three widths: TESLA with K = 1 and 2, all coefficients or cosines alone, against ReLU and GELU.",
        "forrelation",
        {
            "activation": "tesla, relu, gelu",
            "harmonics": "1, 2",
            "coefficient_start": "normal, even",
            "width": "128, 512, 1024",
            "epochs": "6",
            "seed": SEEDS,
        },
        table="forrelation",
    ),
    JobPreset(
        "10-bit surface from 350 strings",
        "Who is right on the 674 strings never seen? TESLA at four K against nine others.",
        "surface",
        {
            "activation": "tesla, relu, gelu, silu, tanh, siren, snake, fourier, kan",
            "harmonics": "8, 1, 2, 4",
            "seed": SEEDS,
        },
        table="surface",
    ),
    JobPreset(
        "8×8 checkerboard",
        "Sixty-four squares from 700 points: TESLA finds them, ReLU, GELU and Tanh do not.",
        "toys",
        {
            "toy": "checkerboard",
            "cells": "8",
            "activation": "tesla, relu, gelu, tanh",
            "harmonics": "2, 4, 8",
            "seed": SEEDS,
        },
    ),
)


def preset_named(name: str) -> JobPreset | None:
    return next((preset for preset in PRESETS if preset.name == name), None)
