"""Plotly builders: arrays in, figures out. Every figure has axis titles and a text alternative (`alt_text`)."""

from __future__ import annotations

from tesla_core.figures.activation import phi_figure, slope_figure
from tesla_core.figures.alignment import alignment_figure
from tesla_core.figures.comparison import Comparison, comparison_figure, comparison_table
from tesla_core.figures.curves import Series, accuracy_figure, loss_figure
from tesla_core.figures.kernels import Spectrum, kernel_figure
from tesla_core.figures.maclaurin import maclaurin_figure, polynomial_figure
from tesla_core.figures.palette import DIVERGING, Look, Theme, activation_colour, look_of, model_look
from tesla_core.figures.spectrum import harmonic_heatmap, spectrum_figure
from tesla_core.figures.style import alt_text
from tesla_core.figures.walsh import walsh_figure

__all__ = [
    "DIVERGING",
    "Comparison",
    "Look",
    "Series",
    "Spectrum",
    "Theme",
    "accuracy_figure",
    "activation_colour",
    "alignment_figure",
    "alt_text",
    "comparison_figure",
    "comparison_table",
    "harmonic_heatmap",
    "kernel_figure",
    "look_of",
    "loss_figure",
    "maclaurin_figure",
    "model_look",
    "phi_figure",
    "polynomial_figure",
    "slope_figure",
    "spectrum_figure",
    "walsh_figure",
]
