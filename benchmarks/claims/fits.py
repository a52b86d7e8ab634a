"""What the presets of pictures and signals claim. Of a picture's two numbers the first is the PSNR on the pixels that
were seen, the second on those that were not; of a signal's the mean squared errors on its training and test points."""

from __future__ import annotations

from benchmarks.claims.claim import Claim, Numbers, best, within

TESLA, PLAIN, SEARCHED = "TESLA K=8", "SIREN ω₀=30", "SIREN ω₀=12"
FLAT = ("GELU", "SiLU", "ReLU")


IMAGE = {
    "A temple from half of its pixels": (
        within("SIREN with ω₀ = 12 and TESLA end at 25 to 26 dB", (TESLA, SEARCHED), 25, 26.5),
        within("SIREN with ω₀ = 30 has its own pixels by heart", (PLAIN,), 60, seen=True),
        best("is worse between them", TESLA, (PLAIN,)),
        within("ReLU and Tanh stay blurred, at 19 to 22 dB", ("ReLU", "Tanh"), 19, 22),
        within("ReLU and Tanh stay blurred, at 19 to 22 dB", ("ReLU", "Tanh"), 19, 22, seen=True),
    ),
    "A flower from half of its pixels": (
        within("TESLA and SIREN with ω₀ = 12 are level at 26 dB", (TESLA, SEARCHED), 25.5, 26.5),
        within("ReLU comes nearer here, at 23", ("ReLU",), 22.5, 23.5),
        within("Tanh stays at 18 to 19", ("Tanh",), 18, 19),
    ),
    "Learned by heart": (
        within("K = 8 ends above 65 dB on the pixels it saw", (f"{TESLA} scale=1.3",), 65, seen=True),
        within("K = 4 above 30", ("TESLA K=4 scale=1.3",), 30, seen=True),
        within("between them both have noise, less than 10 dB", (f"{TESLA} scale=1.3", "TESLA K=4 scale=1.3"), high=10),
        within("ReLU has 20 dB on both kinds", ("ReLU",), 19.5, 20.5),
        within("ReLU has 20 dB on both kinds", ("ReLU",), 19.5, 20.5, seen=True),
    ),
    "The paper's way: every pixel seen": (
        within("SIREN with ω₀ = 30 gets above 50 dB", (PLAIN,), 50),
        within("at 36 to 38", (TESLA,), 36, 38),
    ),
    "PyTorch's own start for everyone": (
        within("just fast enough, 25 to 27 dB on unseen pixels", (SEARCHED,), 25, 27),
        within("above 80 dB on its own pixels", (PLAIN,), 80, seen=True),
        within("21 to 24 between", (PLAIN,), 21, 24),
        within("get to 23 to 25, more slowly", (TESLA,), 23, 25),
        within("get to 23 to 25, more slowly", (TESLA,), high=22, epoch=50),
        within("ReLU and Tanh stay blurred", ("ReLU", "Tanh"), high=21),
    ),
}


def bands(run: Numbers, epoch: int) -> dict[str, tuple[float, float]]:
    """By panel, how much of the slow waves (below 20 Hz) and of the fast ones (above 60 Hz) its fit has; 1 is all."""
    return run.looks["epochs"][str(epoch)]


def _slow_ones_first(run: Numbers) -> bool:
    return all(bands(run, 5)[label][0] > 0.95 and bands(run, 5)[label][1] < 0.75 for label in (TESLA, PLAIN))


def _no_fast_ones(run: Numbers) -> bool:
    return all(0.4 < bands(run, 300)[label][0] < 0.6 and bands(run, 300)[label][1] < 0.1 for label in FLAT)


def _only_slow(run: Numbers) -> bool:
    slow, fast = bands(run, 300)[TESLA]
    return slow > 0.99 and fast < 0.3


def _flat(run: Numbers) -> bool:
    return all(max(bands(run, 300)[label]) < 0.05 for label in ("GELU", "SiLU"))


SIGNAL = {
    "The paper's signal: 3.29 to 79.90 Hz": (
        Claim("Slow ones come first", _slow_ones_first, lambda run: bands(run, 5)),
        Claim(
            "TESLA has the fast ones by epoch 50",
            lambda run: bands(run, 50)[TESLA][1] > 0.99,
            lambda run: bands(run, 50),
        ),
        best("SIREN is slower and ends more exact", TESLA, (PLAIN,), epoch=50, rises=False),
        best("SIREN is slower and ends more exact", PLAIN, rises=False),
        Claim(
            "GELU, SiLU and ReLU find half of the slow ones and none of the fast",
            _no_fast_ones,
            lambda run: bands(run, 300),
        ),
    ),
    "PyTorch's own start": (
        Claim("TESLA now has the slow waves and little of the fast ones", _only_slow, lambda run: bands(run, 300)),
        Claim("the second is nearly flat", _flat, lambda run: bands(run, 300)),
        within("SIREN is as before", (PLAIN,), high=1e-6),
    ),
    "Barely enough points": (
        within("TESLA and SIREN get their points exactly right", (TESLA, PLAIN), high=1e-9, seen=True),
        within("err between them", (TESLA, PLAIN), 5e-4, 5e-3),
        best("SIREN more", TESLA, rises=False),
        within("GELU, SiLU and ReLU get neither", FLAT, 0.06),
        within("GELU, SiLU and ReLU get neither", FLAT, 0.06, seen=True),
    ),
}
