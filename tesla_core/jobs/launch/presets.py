"""Sweeps to start from: the paper's settings as the program measures them (experiments/tables.py), and quick looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tesla_core.jobs.launch.sweep import Sweep
from tesla_core.problems.parity.table import BASELINES, TASK_BLIND

SEEDS = "0-2"
_RIVALS = ", ".join(("tesla", *BASELINES))
# As the paper measures: on the pixels that were trained on, from the start that its table was measured with.
_IMAGES = {
    "image": "china, flower",
    "activation": "tesla, siren, relu, tanh",
    "withheld": "0",
    "init": "uniform(30)",
    "coefficient_scale": "1.3",
    "seed": SEEDS,
}


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
        "Quick look: parity of 20 bits",
        f"From 20,000 strings, every first layer drawn by {TASK_BLIND}, each weight on its own. On three "
        "seeds TESLA is right on over 99.9% of the test strings, ReLU on 53 to 55%, and GELU guesses. Nine runs: a "
        "minute or two on a CPU.",
        "parity",
        {"bits": "20", "train_size": "20000", "activation": "tesla, relu, gelu", "init": TASK_BLIND, "seed": SEEDS},
    ),
    JobPreset(
        "Quick look: a Burgers PINN",
        "On 500 points for 600 epochs TESLA ends with an error of 22 to 33%, Tanh with 40 to 42: the front is hard. "
        "Under a minute each on a CPU.",
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
    ),
    JobPreset(
        "Quick look: an image of 64 × 64",
        "A temple as a network of three layers of 64, from every second pixel and judged by the other half. On these "
        "TESLA has 23 to 25 dB, ReLU 19. Under a minute each on a CPU.",
        "inr",
        {"activation": "tesla, relu", "size": "64", "width": "64", "depth": "3", "epochs": "200", "batch": "1024"},
    ),
    JobPreset(
        "Quick look: mixed frequencies",
        "The paper's signal with half the width for 60 epochs: TESLA's test error is a thousandth of ReLU's, or less. "
        "Under a minute each on a CPU.",
        "regression",
        {"activation": "tesla, relu", "width": "64", "epochs": "60"},
    ),
    JobPreset(
        "Quick look: drawn pictures of eight classes",
        "MobileNetV3-S at 64 pixels a side, on pictures that the program draws: a few minutes on a CPU. It shows how a "
        "vision run goes, not what the paper measures.",
        "imagenet100",
        {"backbone": "mobilenetv3-s", "image_size": "64", "epochs": "8", "batch": "32"},
    ),
    JobPreset(
        "The paper's parity with label noise",
        "24 bits, clean and with 10, 20 and 30% of the labels flipped; TESLA and its rivals, every first layer drawn "
        f"by {TASK_BLIND}, each weight on its own. For the longest strings in the paper set Bits to 32.",
        "parity",
        {"bits": "24", "noise": "0, 0.1, 0.2, 0.3", "activation": _RIVALS, "init": TASK_BLIND, "seed": SEEDS},
        table="parity",
    ),
    JobPreset(
        "The paper's parity by length",
        f"TESLA with K = 8 on 16 to 32 clean bits, a first layer drawn by {TASK_BLIND}, each weight on its own, "
        "beside one made for parity (rademacher).",
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
        "The paper's Burgers PINN",
        "20,000 epochs, four activations, three seeds; hours on a CPU. Network, points and init are ours: the paper "
        "gives none.",
        "burgers",
        {"activation": "tesla, siren, tanh, relu", "seed": SEEDS},
        table="burgers",
    ),
    JobPreset(
        "The paper's images",
        "Six layers of 512 for 3,000 epochs, for a GPU: a CPU takes days. The paper's pictures are Kodak24 and DIV2K; "
        "where TESLA_LAB_IMAGES names a folder that has them, write kodak24/ as the image. As in the paper, all pixels "
        "are trained on and judged by: withheld 0.",
        "inr",
        _IMAGES,
    ),
    JobPreset(
        "The paper's images, reduced for a CPU",
        "A quarter of the width and half of the steps: two photographs, four activations, three seeds; all pixels are "
        "trained on and judged by.",
        "inr",
        {**_IMAGES, "width": "128", "epochs": "400", "batch": "4096"},
        table="inr",
    ),
    JobPreset(
        "The paper's mixed frequencies",
        "3.29 to 79.90 Hz, five activations, three seeds; a minute or two each on a CPU. The paper gives the range and "
        "five components; all else is ours.",
        "regression",
        {"activation": "tesla, siren, relu, gelu, silu", "seed": SEEDS},
        table="regression",
    ),
    JobPreset(
        "The paper's ImageNet-100",
        "50 epochs of three backbones, for a GPU: a CPU takes years. Needs imagenet100/ with train/ and val/ in the "
        "folder that TESLA_LAB_IMAGES names. ResNet-18 is left out: at the paper's place nothing is replaced in it.",
        "imagenet100",
        {
            "backbone": "vit-t16, mixer-b16, mobilenetv3-s",
            "data": "imagenet100",
            "activation": "tesla, relu, gelu, silu",
            "seed": SEEDS,
        },
    ),
    JobPreset(
        "10-bit surface from 350 strings",
        "Who is right on the 674 strings never seen? TESLA at four K against eight others.",
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
        "Sixty-four squares from 700 points. TESLA with K = 8 is right on 80 to 90% of the test points, with K = 4 by "
        "luck; K = 2, ReLU, GELU and Tanh stay below 70%.",
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
