"""Mixed-frequency regression on the Continuous page."""

from __future__ import annotations

from tesla_core.lab.controls import Number, Values
from tesla_core.lab.page import FitPage
from tesla_core.lab.presets import Preset
from tesla_core.lab.surroundings import Fold, Formula, Story, Surroundings
from tesla_core.lab.training import fit_controls
from tesla_core.messages.say import marked, say
from tesla_core.problems.signal.task import RegressionTask

PANELS = ["TESLA K=8", "SIREN ω₀=30", "GELU", "SiLU", "ReLU"]
TEST_POINTS = 500

CONTROLS = (
    Number("components", marked("Waves in the signal"), 20, low=5, high=60),
    Number("train", marked("Training points"), 1000, low=200, high=4000, step=100),
    # Between the training points of the paper's signal this start has 52.2 dB, the best of 24 others, chosen on other
    # signals, 51.1: it stays. SIREN's best of 24 has 62.5 (benchmarks/fit_start.py).
    *fit_controls(panels=PANELS, lr=1e-3, batch=200, epochs=300, scale=0.6, init="uniform(30)", schedule="cosine"),
)
SHAPE = {"width": 64, "depth": 3}
PRESETS = (
    Preset(
        marked("The paper's signal: 3.29 to 79.90 Hz"),
        marked(
            "The paper's five strongest waves and fifteen more. Slow ones come first; watch whose bars grow at 79 Hz. "
            "TESLA has the fast ones by epoch 50, SIREN is slower and ends more exact; GELU, SiLU and ReLU find half "
            "of the slow ones and none of the fast."
        ),
        SHAPE,
    ),
    Preset(
        marked("PyTorch's own start"),
        marked(
            "First-layer weights within ±1 instead of ±30. TESLA now has the slow waves and little of the fast ones; "
            "to GELU and SiLU the second is nearly flat. SIREN is as before: its own rule is ±1, too, and ω₀ = 30 does "
            "the rest."
        ),
        {**SHAPE, "init": "default", "published": False},
    ),
    Preset(
        marked("Barely enough points"),
        marked(
            "200 points for waves of up to 80 Hz: five in two periods. TESLA and SIREN get their points exactly right "
            "and err between them, SIREN more; watch train and test error come apart. GELU, SiLU and ReLU get neither."
        ),
        {**SHAPE, "train": 200, "batch": 50},
    ),
)


def task_of(values: Values) -> RegressionTask:
    return RegressionTask(values["components"], values["train"], TEST_POINTS, seed=values["seed"])


def around(values: Values) -> Surroundings:
    waves, points = values["components"], f"{values['train']:,}"
    return Surroundings(
        Story("signal", data=say("a second of {waves} waves, 3 to 80 Hz", waves=waves)),
        truth=say("Signal"),
        truth_text=say("{waves} waves, {points} points", waves=waves, points=points),
        file="tesla-signal",
    )


WHY = Fold(
    marked("Why does ReLU not find the fast waves?"),
    (
        marked(
            "The target is a sum of sinusoids over one second, scaled to ±1; a panel shows its first quarter and, "
            "below it, the amplitude at each frequency: grey is the signal, colour the fit. Networks learn slow "
            "components first, and a ReLU network must spend a neuron on every bend. Waves in the activation,"
        ),
        Formula(r"\varphi_K(z)=\sum_{k=1}^{K}\Big(\frac{a_k}{k}\,\sin kz+\frac{b_k}{k}\,\cos kz\Big),"),
        marked(
            "reach fast ones once the first layer spreads its weights: with U(−30, 30) harmonic k of a neuron has "
            "up to 30·k/π turns a second. SIREN multiplies by ω₀ = 30 instead, and keeps its own start."
        ),
    ),
)

PAGE = FitPage(
    marked("Mixed frequencies"),
    marked(
        "Each panel is a network that learns a signal, a sum of slow and fast waves over one second, from its values "
        "at some moments."
    ),
    "cs_",
    CONTROLS,
    ("components", "train"),
    PRESETS,
    task_of,
    around,
    "tesla_core.problems.signal.charts:signal_charts",
    WHY,
)
