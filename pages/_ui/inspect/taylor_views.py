"""The Taylor page's charts of a trained layer: its series over training, and its polynomials inside the net."""

from __future__ import annotations

import numpy as np
import streamlit as st

from pages._ui.charts import chart, theme
from pages._ui.inspect.change import show_outcome
from pages._ui.inspect.focus import Focus
from pages._ui.inspect.pick import draw
from pages._ui.inspect.questions import coefficient_history, degree_accuracies, layer_view, outcome
from pages._ui.inspect.spectra_views import thinned
from pages._ui.inspect.taylor_words import agreement_sentence, breaking_sentence, series_sentence, share_within
from tesla_core.analysis.taylor import agreement_interval, maclaurin_coefficients
from tesla_core.figures import maclaurin_figure, polynomial_figure
from tesla_core.figures.interventions import degree_figure
from tesla_core.figures.orders import order_heatmap
from tesla_core.lab.controls import Choice, Number
from tesla_core.messages.say import marked, say

HEIGHT = 340
HIGHEST_ORDER = 20
DEGREE = Number("degree", marked("Degree n"), 9, low=0, high=60)
TOLERANCE = Choice("tolerance", marked("Agree within"), 0.05, options=(0.001, 0.005, 0.01, 0.05, 0.1), slider=True)
SWEEP = (*range(10), 11, 13, 15, 18, 21, 25, 30, 36, 43, 51, 60)
LEAST_REACH = 1.0


def series_view(prefix: str, focus: Focus) -> None:
    """Coefficients by order now, and over all epochs so far."""
    history = coefficient_history(focus.spec, focus.panel, focus.layer, focus.epoch)
    epochs = thinned(len(history))
    orders = np.stack([maclaurin_coefficients(a, b, HIGHEST_ORDER) for a, b in history[epochs]])
    st.markdown(series_sentence(focus.moment, focus.name, orders[-1]))
    left, right = st.columns(2, gap="medium")
    with left:
        chart(f"{prefix}orders", maclaurin_figure(orders[-1], theme(), HEIGHT).update_yaxes(dtick=1))
    with right:
        chart(f"{prefix}over", order_heatmap(epochs, orders, theme(), HEIGHT))
    _why_series()


def polynomial_view(prefix: str, focus: Focus) -> None:
    """φ against its polynomial, the accuracy by degree, and the net with the polynomial in φ's place."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        degree = int(draw(prefix, DEGREE, 380))
        tolerance = float(draw(prefix, TOLERANCE, 260))
    layer = layer_view(focus.spec, focus.panel, focus.layer, focus.epoch)
    radius = agreement_interval(layer.a, layer.b, degree, tolerance)
    share = share_within(layer.counts, layer.low, layer.high, radius)
    whole = outcome(focus.spec, focus.panel, focus.epoch)
    cut = outcome(focus.spec, focus.panel, focus.epoch, degree=degree)
    st.markdown(agreement_sentence(degree, radius, tolerance, share))
    curve, sweep, net = st.columns([0.38, 0.38, 0.24], gap="medium")
    with curve:
        st.markdown(say("**φ and degree {degree}, {layer}**", degree=degree, layer=focus.name))
        reach = max(abs(layer.low), abs(layer.high), LEAST_REACH)
        chart(f"{prefix}poly", polynomial_figure(layer.a, layer.b, degree, tolerance, reach, theme(), HEIGHT))
    with net:
        show_outcome(f"{prefix}cut", say("The network with degree {degree}", degree=degree), focus, cut, whole)
    with sweep:
        _sweep(prefix, focus, whole.test, degree)
    _why_polynomial()


def _sweep(prefix: str, focus: Focus, whole: float, degree: int) -> None:
    """Accuracy by degree; asked only of a net that stands still, since it takes one run a degree."""
    if focus.moving:
        st.markdown(say("**Where does the network break?**"))
        with st.container(height=HEIGHT, border=True, vertical_alignment="center"):
            st.markdown(f":gray[{say('Pause to try every degree.')}]", text_alignment="center")
        return
    train, test = degree_accuracies(focus.spec, focus.panel, focus.epoch, SWEEP)
    st.markdown(f"**{breaking_sentence(SWEEP, test, whole)}**")
    chart(f"{prefix}sweep", degree_figure(SWEEP, train, test, 100 * whole, degree, theme(), HEIGHT))


def _why_series() -> None:
    with st.expander(say("Where do these coefficients come from? (Eq. 3)")):
        st.latex(
            r"\varphi_K(z)=\sum_{n\ge 0}c_n z^n,\qquad c_n=\pm\frac{1}{n!}\sum_{k=1}^{K}k^{\,n-1}"
            r"\cdot\begin{cases}a_k & n\ \text{odd}\\ b_k & n\ \text{even}\end{cases}"
        )
        st.markdown(
            say(
                "Sines give the odd powers of $z$, cosines the even ones, and harmonic $k$ weighs in by $k^{n-1}/n!$: "
                "high harmonics write the high orders. So a few learned waves set a whole series at once, where a "
                "polynomial activation would need a free number for each power. Orange points up and is positive, blue "
                "points down and is negative."
            )
        )


def _why_polynomial() -> None:
    with st.expander(say("Why does a network break with a polynomial in φ's place?")):
        st.markdown(
            say(
                "Near zero the two are the same function: the rest of the series after degree $n$ is at most $\\sum_k "
                "\\sqrt{a_k^2+b_k^2}\\,k^{n}|z|^{n+1}/(n+1)!$. Once $K|z|$ passes $n$ that grows without limit, and "
                "the polynomial runs off to infinity while φ stays bounded. The network breaks at the degree where the "
                "inputs of its layers leave the shaded interval; a layer that sees larger inputs, or uses higher "
                "harmonics, needs a higher degree. Here φ is replaced in every hidden layer at once; the weights stay."
            )
        )
