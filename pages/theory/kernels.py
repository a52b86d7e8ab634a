"""Kernels and modes: which frequencies a layer learns first, as the kernel foretells it and as training has it."""

from __future__ import annotations

import numpy as np
import streamlit as st

from pages._ui.charts import theme
from pages._ui.controls.board import Board
from pages._ui.jobs.plot import live_chart
from pages._ui.theory.modes import show_modes
from pages._ui.theory.page import draw_controls, head, read_controls
from tesla_core.analysis.arrays import FloatArray
from tesla_core.analysis.kernels import (
    Sampling,
    analytic_spectrum,
    gelu_spectrum,
    normalised,
    relu_spectrum,
    tesla_spectra,
)
from tesla_core.analysis.modewise import INPUTS, MODES, MOST_HARMONICS, STEPS, WIDTH, ModeTraining, train_modes
from tesla_core.figures import Spectrum, kernel_figure, look_of
from tesla_core.figures.theory.decay import decay_figure
from tesla_core.lab.controls import Choice, Number, Values
from tesla_core.lab.presets import Preset
from tesla_core.messages.say import marked, say

EQUATION = r"e_m(\tau)=e_m(0)\,e^{-\eta\lambda_m\tau}"
LOOK = marked(
    "Near its start a network learns each frequency, or *mode* m, at a speed of its own: the eigenvalue λₘ of its "
    "kernel. For TESLA the paper has λₘ = 1/(2m²) up to mode K and nothing beyond. **Move K and look at** how fast the "
    "lines fall to the right: the flatter, the sooner fine detail is learned. “Drawn” is the kernel of neurons that "
    "were drawn at random, seen at so many points."
)
MOST_MODES = 32
FLATTER = 1.1  # times the law, at mode 4: a kernel that is said to be flatter
SETTLED = 0.02  # of an error: what is nearer to what was foretold is called as foretold
SPECTRA = Board(
    "theory_f_",
    (
        Number("K", marked("Harmonics K"), 8, low=1, high=MOST_MODES),
        Choice("width", marked("Random neurons"), 128, options=(8, 16, 32, 64, 128), slider=True),
        Choice("inputs", marked("Inputs on the circle"), 2048, options=(64, 128, 256, 512, 1024, 2048), slider=True),
        Number("seed", marked("Seed"), 0, low=0, high=99),
    ),
    (Preset(marked("The paper's figure"), "", {}),),
)
TRAINING = Board(
    "theory_m_",
    (
        Choice(
            "learner",
            marked("What is trained"),
            "coefficients",
            options=("coefficients", "tesla", "relu"),
            names=(
                marked("The coefficients of one φ alone, as in the paper"),
                marked("A TESLA network, everything in it"),
                marked("A ReLU network, everything in it"),
            ),
        ),
        Number("K", marked("Harmonics K"), 8, low=1, high=MOST_HARMONICS),
        Choice("rate", marked("Learning rate η"), 1.0, options=(0.1, 0.25, 0.5, 1.0, 2.0, 3.0), slider=True),
        Number("seed", marked("Seed"), 0, low=0, high=99),
    ),
    (Preset(marked("The paper's setting"), "", {}),),
)


@st.cache_data(max_entries=128, show_spinner=False)
def random_features(width: int, inputs: int, seed: int) -> tuple[FloatArray, FloatArray]:
    """ReLU's and GELU's spectra, which no K changes."""
    sampling = Sampling(MOST_MODES, width, inputs)
    relu, gelu = (draw(np.random.default_rng(seed), sampling) for draw in (relu_spectrum, gelu_spectrum))
    return normalised(relu), normalised(gelu)


@st.cache_data(max_entries=128, show_spinner=False)
def empirical(width: int, inputs: int, seed: int) -> FloatArray:
    """TESLA's, for every K at once: (K, modes)."""
    return tesla_spectra(MOST_MODES, np.random.default_rng(seed), Sampling(MOST_MODES, width, inputs))


@st.cache_data(max_entries=256, show_spinner=False)
def trained(learner: str, harmonics: int, rate: float, seed: int) -> ModeTraining:
    """The same training for everybody who sets the same."""
    return train_modes(learner, harmonics, rate, seed)


@st.fragment
def show_spectra() -> None:
    """The paper's figure 2; a slider runs this part alone."""
    values = read_controls(SPECTRA)
    draw_controls(SPECTRA, values, ("K", "width", "inputs", "seed"))
    K, drawn = values["K"], (values["width"], values["inputs"], values["seed"])
    relu, gelu = random_features(*drawn)
    tesla, law = normalised(empirical(*drawn)[K - 1]), normalised(analytic_spectrum(K, MOST_MODES))
    spectra = [
        Spectrum(say("TESLA, the law 1/(2m²)"), look_of("tesla"), law, analytic=True),
        Spectrum(say("TESLA, drawn"), look_of("tesla"), tesla),
        Spectrum(say("ReLU, random features"), look_of("relu"), relu),
        Spectrum(say("GELU, random features"), look_of("gelu"), gelu),
    ]
    live_chart("theory_f_spectra", kernel_figure(spectra, theme(), 380), "spectra")
    st.markdown(_seen(K, tesla, law, relu))


def _seen(K: int, tesla: FloatArray, law: FloatArray, relu: FloatArray) -> str:
    """What the lines say, with their numbers."""
    mode = min(4, K)
    said = [
        say(
            "At mode {mode} the law gives {law}, the drawn kernel {drawn}, ReLU {relu} of what each has at mode 1.",
            mode=mode,
            law=f"{law[mode - 1]:.3g}",
            drawn=f"{tesla[mode - 1]:.3g}",
            relu=f"{relu[mode - 1]:.2g}",
        )
    ]
    if mode > 2:  # at mode 2 the two are too near to tell
        times = tesla[mode - 1] / law[mode - 1]
        said.append(
            say(
                "The paper finds the drawn kernel flatter than the law. Here it is, {times} times as high at this "
                "mode: few inputs leak a little of every mode into every other.",
                times=f"{times:.2f}",
            )
            if times >= FLATTER
            else say(
                "The paper finds the drawn kernel flatter than the law. Here it is not, {times} times as high at this "
                "mode; with 64 inputs it is on most seeds, since few inputs leak a little of every mode into every "
                "other.",
                times=f"{times:.2f}",
            )
        )
    if K < MOST_MODES:
        said.append(say("Beyond mode {K} the law has nothing; what the drawn kernel shows there is that leak.", K=K))
    return " ".join(said)


@st.fragment
def show_training() -> None:
    """A training in this process, in NumPy, kept at sixty moments; a slider trains anew and runs this part alone."""
    st.header(say("Trained, mode by mode"), anchor="trained")
    st.markdown(
        say(
            "A curve of {modes} modes of equal size is learned from {inputs} points by {steps} steps of full-batch "
            "gradient descent, in plain NumPy: real training of something small (a network here has {width} neurons "
            "in one layer). **Look at** the order in which the bars fall, and where they leave the marks: what "
            "the kernel at the start foretells.",
            modes=MODES,
            inputs=INPUTS,
            steps=STEPS,
            width=WIDTH,
        )
    )
    values = read_controls(TRAINING)
    has_harmonics = values["learner"] != "relu"
    sliders = ("K", "rate", "seed") if has_harmonics else ("rate", "seed")
    draw_controls(TRAINING, values, ("learner",), sliders, part="trained")
    found = trained(values["learner"], values["K"], values["rate"], values["seed"])
    look = look_of("tesla" if has_harmonics else "relu")
    show_modes("theory_m_modes", found, look)
    live_chart("theory_m_decay", decay_figure(found, theme(), 340), "decay")
    st.markdown(_learned(values, found))


def _learned(values: Values, found: ModeTraining) -> str:
    """In plain words, which modes are learned, and whether the theory was right."""
    left = found.measured[-1] / found.measured[0]
    foretold = found.foretold[-1] / found.foretold[0]
    if left.max() > 10:
        return say(
            "At this learning rate training runs away. For the kernel at the start η times the largest eigenvalue is "
            "{product}, and steps are stable below 2: the kernel has moved since, which the formula leaves out.",
            product=f"{values['rate'] * found.eigenvalues.max():.2g}",
        )
    done = [mode for mode in range(1, MODES + 1) if left[mode - 1] < 0.1]
    told = [mode for mode in range(1, MODES + 1) if foretold[mode - 1] < 0.1]
    said = [
        say(
            "After {steps} steps {done} of {modes} modes are down to a tenth; the theory foretold {told}.",
            steps=STEPS,
            done=len(done),
            modes=MODES,
            told=len(told),
        )
    ]
    if values["learner"] == "coefficients":
        said.append(say("With nothing but coefficients to train, the kernel never moves, and the theory holds."))
        said.append(
            say("Solid lines fall a little sooner than dashed ones where η·λ is large: steps are no flow.")
            if _sooner(values["rate"] * found.eigenvalues.max())
            else say("Mode 1 falls later than foretold: at this learning rate each step goes past its aim.")
        )
        if values["K"] < MODES:
            said.append(say("Modes above K = {K} have no coefficient: they are never learned.", K=values["K"]))
    else:
        said.append(
            say(
                "All weights move, and the kernel with them; its modes mix, which the formula leaves out: at the end "
                "{below} of {modes} modes have less error than foretold, {above} have more.",
                below=int((left < foretold - SETTLED).sum()),
                above=int((left > foretold + SETTLED).sum()),
                modes=MODES,
            )
        )
    return " ".join(said)


def _sooner(product: float) -> bool:
    """Whether a step of η·λ takes more off an error than the flow does: |1 − ηλ| below e^(−ηλ)."""
    return bool(abs(1 - product) < np.exp(-product))


if __name__ == "__main__":
    head(marked("Kernels and modes"), EQUATION, LOOK)
    show_spectra()
    show_training()
