"""Figure 2: kernel spectra by mode."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from tesla_core.analysis.kernels import (
    Sampling,
    analytic_spectrum,
    gelu_spectrum,
    normalised,
    relu_spectrum,
    tesla_spectrum,
)
from tesla_core.figures.kernels import Spectrum, kernel_figure
from tesla_core.figures.palette import Theme, look_of
from tesla_core.figures.paper.layout import HEIGHT, noted
from tesla_core.messages.say import say
from tesla_core.paper.figure import Arrays

HARMONICS, MODES, SEED = 16, 32, 0


def spectra_figure(theme: Theme = "light", _trained: Arrays | None = None) -> go.Figure:
    """λ_m/λ_1 of the four kernels, as in the paper: K = 16, 256 random neurons, 8,192 points on the circle."""
    generator, sampling = np.random.default_rng(SEED), Sampling(modes=MODES)
    tesla = look_of("tesla", harmonics=HARMONICS)
    spectra = [
        Spectrum(say("TESLA analytic, 1/(2m²)"), tesla, normalised(analytic_spectrum(HARMONICS, MODES)), analytic=True),
        Spectrum(say("TESLA empirical"), tesla, normalised(tesla_spectrum(HARMONICS, generator, sampling))),
        Spectrum(say("RF-ReLU"), look_of("relu"), normalised(relu_spectrum(generator, sampling))),
        Spectrum(say("RF-GELU"), look_of("gelu"), normalised(gelu_spectrum(generator, sampling))),
    ]
    ticks = [2**power for power in range(MODES.bit_length())]
    figure = kernel_figure(spectra, theme, HEIGHT).update_xaxes(tickvals=ticks, dtick=None)
    return noted(
        figure,
        say(
            "K = {harmonics}, {width} random neurons, {inputs} points on the circle, seed {seed}. Beyond m = K the "
            "analytic spectrum is zero; the empirical one has what so few points leak.",
            harmonics=HARMONICS,
            width=sampling.width,
            inputs=f"{sampling.inputs:,}",
            seed=SEED,
        ),
    )
