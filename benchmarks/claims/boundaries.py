"""What the presets of the boundaries page claim. Of a panel's two numbers the first is the accuracy on the training
points, the second on the test points."""

from __future__ import annotations

from benchmarks.claims.claim import Claim, Numbers, best, reached, within
from tesla_core.problems.toys.page import PAPER_PANELS

SIREN = "SIREN ω₀=30"
ALL = PAPER_PANELS


def _more_is_sooner(run: Numbers) -> bool:
    epochs = [run.reached(f"TESLA K={harmonics}") for harmonics in (16, 8, 4, 2, 1)]
    return epochs == sorted(epochs)


BOUNDARIES = {
    "The paper's figure: spiral": (
        reached("SIREN has them after one epoch", (SIREN,), latest=1),
        reached("K = 16 by epoch 20", ("TESLA K=16",), latest=20),
        reached("8 by 30", ("TESLA K=8",), latest=30),
        reached("4 by 60", ("TESLA K=4",), latest=60),
        reached("2 by about 100", ("TESLA K=2",), 70, 105),
        Claim("The more harmonics (K) TESLA has, the sooner it follows", _more_is_sooner),
        reached("KAN takes 30 epochs", ("KAN",), 25, 35),
        reached("SNAKE 60 to 70", ("SNAKE α=1",), 60, 70),
        reached("ReLU and GELU 80 to 130", ("ReLU", "GELU"), 80, 130),
        reached("SiLU, Tanh and K = 1 need all 200 or more", ("SiLU", "Tanh", "TESLA K=1"), 195),
    ),
    "The paper's figure: circles": (
        reached("everybody has by epoch 35", ALL, latest=35),
        reached("SIREN and SNAKE take two epochs", (SIREN, "SNAKE α=1"), 2, 2),
        Claim("TESLA fewer with each doubling of its harmonics", _more_is_sooner),
    ),
    "The paper's figure: moons": (
        reached("SIREN has them after one epoch", (SIREN,), latest=1),
        reached("TESLA with K = 16 by 10", ("TESLA K=16",), latest=10),
        reached("with K = 1 after 80 or more", ("TESLA K=1",), 80),
        within("In the end all others are at 99%", [label for label in ALL if label != SIREN], 0.99),
        within("SIREN anywhere from 85 to 100", (SIREN,), 0.85),
    ),
    "The paper's figure: checkerboard": (
        within("SIREN has over 90% of the test points after ten epochs", (SIREN,), 0.9, epoch=10),
        reached("TESLA with K = 8 or 16 passes 95% by epoch 30", ("TESLA K=8", "TESLA K=16"), latest=30),
        within(
            "K = 2 and 4, KAN, ReLU and SNAKE end above 90%",
            ("TESLA K=2", "TESLA K=4", "KAN", "ReLU", "SNAKE α=1"),
            0.9,
        ),
        within("GELU, Tanh, SiLU and K = 1 do not", ("GELU", "Tanh", "SiLU", "TESLA K=1"), high=0.9),
    ),
    "Few noisy points: who overfits?": (
        within("has all thirty right", (SIREN,), 1.0, epoch=10, seen=True),
        within("little more than half of the others", (SIREN,), 0.5, 0.6, epoch=10),
        within("TESLA with K = 16 and KAN end with all thirty right", ("TESLA K=16", "KAN"), 1.0, seen=True),
        within("68 to 86% of the others", [label for label in ALL if label != SIREN], 0.68, 0.86),
    ),
    "Spiral: who gets it first?": (
        reached("SIREN needs one epoch", (SIREN,), latest=1),
        reached("TESLA with K = 8 about 35", ("TESLA K=8",), 30, 40),
        reached("K = 4 between 45 and 90", ("TESLA K=4",), 45, 90),
        reached("K = 2 about 135", ("TESLA K=2",), 130, 140),
        within("are still on their way at epoch 200", ("ReLU", "GELU"), 0.75, 0.9),
        within("Tanh has hardly begun", ("Tanh",), high=0.65),
        within("know their 700 points by heart", ("Fourier features",), 1.0, seen=True),
        within("but not the arms", ("Fourier features",), high=0.65),
    ),
    "8×8 checkerboard: who sees the squares?": (
        within("SIREN sees most of them by epoch 10", (SIREN,), 0.85, epoch=10),
        within("TESLA with K = 8 takes until about 100", ("TESLA K=8",), high=0.6, epoch=30),
        within("TESLA with K = 8 takes until about 100", ("TESLA K=8",), 0.84, epoch=100),
        best("passes it in the end", "TESLA K=8", (SIREN,)),
        within("K = 2, ReLU, GELU and Tanh stay below 70%", ("TESLA K=2", "ReLU", "GELU", "Tanh"), high=0.7),
        within("know their 700 points by heart and little of the rest", ("Fourier features",), 1.0, seen=True),
        within("know their 700 points by heart and little of the rest", ("Fourier features",), high=0.62),
    ),
}
