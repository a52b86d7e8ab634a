"""The Spectra page's charts of one layer: coefficients as they learn, and φ with its slope over what the layer sees."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go
import streamlit as st

from pages._ui.charts import chart, theme
from pages._ui.inspect.focus import Focus
from pages._ui.inspect.questions import coefficient_history, layer_view
from pages._ui.inspect.spectra_words import range_sentence, spectrum_sentence
from tesla_core.analysis.bounds import coefficient_budget, derivative_maximum
from tesla_core.figures import harmonic_heatmap, spectrum_figure
from tesla_core.figures.layer import bounds_history_figure, layer_phi_figure, layer_slope_figure
from tesla_core.messages.say import say

HEIGHT = 340
MOST_EPOCHS = 120  # drawn; more would be finer than a screen
MOST_SEARCHED = 40  # epochs whose steepest slope is searched for


def amplitudes(history: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """√(a_k² + b_k²)/k from coefficients (T, 2, K): (T, K)."""
    return np.hypot(history[:, 0], history[:, 1]) / np.arange(1, history.shape[2] + 1)


def thinned(count: int, most: int = MOST_EPOCHS) -> npt.NDArray[np.int64]:
    """At most `most` of 0 … count - 1, evenly, the first and the last among them."""
    return np.unique(np.linspace(0, count - 1, min(count, most)).round().astype(np.int64))


def _whole_numbers(figure: go.Figure) -> go.Figure:
    """Harmonics are counted: no tick between two of them."""
    return figure.update_yaxes(tickformat="d", nticks=9, rangemode="normal", tick0=1)


def spectrum_view(prefix: str, focus: Focus) -> None:
    """a_k, b_k and the amplitudes now, and the amplitudes of all epochs so far."""
    history = coefficient_history(focus.spec, focus.panel, focus.layer, focus.epoch)
    a, b = history[-1]
    st.markdown(spectrum_sentence(focus.moment, focus.name, a, b))
    left, right = st.columns(2, gap="medium")
    with left:
        chart(f"{prefix}spectrum", spectrum_figure(a, b, theme(), HEIGHT))
    with right:
        epochs = thinned(len(history))
        chart(f"{prefix}heat", _whole_numbers(harmonic_heatmap(epochs, amplitudes(history[epochs]), theme(), HEIGHT)))
    _why_spectrum()


def shape_view(prefix: str, focus: Focus) -> None:
    """φ and φ′ over the range of the layer's pre-activations, and the slope's bounds over the epochs."""
    layer = layer_view(focus.spec, focus.panel, focus.layer, focus.epoch)
    budget, maximum = coefficient_budget(layer.a, layer.b), derivative_maximum(layer.a, layer.b)
    st.markdown(range_sentence(focus.name, layer.low, layer.high, budget, maximum))
    left, middle, right = st.columns(3, gap="medium")
    with left:
        st.markdown(say("**φ over what the layer sees**"))
        chart(
            f"{prefix}phi",
            layer_phi_figure(layer.a, layer.b, layer.low, layer.high, layer.counts, theme(), HEIGHT),
        )
    with middle:
        st.markdown(say("**Its slope φ′ between the bounds**"))
        chart(f"{prefix}slope", layer_slope_figure(layer.a, layer.b, layer.low, layer.high, theme(), HEIGHT))
    with right:
        st.markdown(say("**The bounds over training**"))
        history = coefficient_history(focus.spec, focus.panel, focus.layer, focus.epoch)
        epochs = thinned(len(history), MOST_SEARCHED)
        chart(f"{prefix}bounds", bounds_history_figure(epochs, history[epochs], theme(), HEIGHT))
    _why_shape()


def _why_spectrum() -> None:
    with st.expander(say("What are a, b and the amplitude?")):
        st.latex(r"\varphi_K(z)=\sum_{k=1}^{K}\Big(\frac{a_k}{k}\,\sin kz+\frac{b_k}{k}\,\cos kz\Big)")
        st.markdown(
            say(
                "Each layer has $2K$ numbers of its own, trained with its weights. Sine and cosine of one $k$ are one "
                "wave with a shift: its height in φ is $\\sqrt{a_k^2+b_k^2}/k$, the line over the bars. The division "
                "by $k$ gives every harmonic the same say in the slope, so no wave is cheap because it is fast. The "
                "map on the right shows that height for every epoch: bright rows are the waves that training chose."
            )
        )


def _why_shape() -> None:
    with st.expander(say("Why is the slope bounded, and why does it matter?")):
        st.latex(r"|\varphi_K'(z)|=\Big|\sum_k a_k\cos kz-b_k\sin kz\Big|\le\sum_k\sqrt{a_k^2+b_k^2}\le A_K")
        st.markdown(
            say(
                "$A_K=\\sum_k|a_k|+|b_k|$ is the coefficient budget (Eq. 2), a Lipschitz constant of φ that needs no "
                "search: no input can be stretched by more. The dotted line is the true maximum over all $z$, found "
                "to ten digits; the distance between the two is how careful the bound is. The blue bars show where the "
                "layer's inputs lie: outside them the curve is never used."
            )
        )
