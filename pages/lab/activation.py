"""The activation: φ_K under a visitor's hands, with its slope and its Taylor series beside it."""

from __future__ import annotations

import numpy as np
import streamlit as st

from pages._ui.charts import chart, theme
from pages._ui.controls import address
from pages._ui.controls.shapes import (
    COEFFICIENT_LIMIT,
    COEFFICIENT_STEP,
    HARMONICS,
    OPENING,
    SHAPES,
    Shape,
    shape_of,
)
from tesla_core.analysis.taylor import maclaurin_coefficients
from tesla_core.figures import maclaurin_figure, phi_figure, slope_figure
from tesla_core.messages.say import marked, say

HIGHEST_ORDER = 15
REACH = 3 * np.pi  # the curves span [-REACH, REACH]: three periods, so that the repetition shows
LABEL_WIDTH = 16
HELD = "home held"  # the sliders' values, which Streamlit forgets when a person goes to another page
WHAT_IT_IS = marked(
    "An **activation** is the curve that each neuron of a network sends its input through. **TESLA** is one whose "
    "shape is learned: a sum of sine and cosine waves, its *harmonics* $k = 1 … K$, whose strengths $a_k$ and $b_k$ "
    "are trained together with the network's weights. Here you move them by hand."
)
EQUATION = r"\varphi_K(z)=\sum_{k=1}^{K}\Big(\frac{a_k}{k}\,\sin kz+\frac{b_k}{k}\,\cos kz\Big)"


def key(name: str) -> str:
    """A widget's key, which is also its name in the link."""
    return f"home_{name}"


def sliders_of(shape: Shape) -> dict[str, float]:
    """Every slider's value for `shape`, with all its harmonics."""
    letters = (("a", shape.a), ("b", shape.b))
    waves = {key(f"{letter}{k}"): value for letter, values in letters for k, value in enumerate(values, start=1)}
    return {key("K"): HARMONICS, **waves}


def take(shape: Shape) -> None:
    """Set every slider to `shape`: a new entry of the browser's history."""
    st.session_state.update(sliders_of(shape))
    address.new_entry()


def admit() -> None:
    """For who arrives, the sliders stand as the address says; what it can't mean stays as the page opens."""
    opening, arrives = sliders_of(OPENING), address.arrives("home_")
    held = st.session_state.get(HELD, {})
    for name, default in opening.items():
        if arrives:
            st.session_state[name] = asked(name, default)
        elif name not in st.session_state:
            st.session_state[name] = held.get(name, default)


def asked(name: str, default: float) -> float:
    """The value of a slider that the address names, within its limits."""
    low, high = (1, HARMONICS) if name == key("K") else (-COEFFICIENT_LIMIT, COEFFICIENT_LIMIT)
    try:
        value = type(default)("".join(address.given(name)[-1:]))
    except ValueError:
        return default
    return value if low <= value <= high else default


def tell_address() -> None:
    """What differs from how the page opens."""
    opening = sliders_of(OPENING)
    held = st.session_state[HELD] = {name: st.session_state[name] for name in opening}
    address.tell("page", [(name, f"{value:g}") for name, value in held.items() if value != opening[name]])


def coefficient_slider(letter: str, k: int, used: bool) -> float:
    return st.slider(
        f"{letter}{k}",
        -COEFFICIENT_LIMIT,
        COEFFICIENT_LIMIT,
        step=COEFFICIENT_STEP,
        key=key(f"{letter}{k}"),
        disabled=not used,
        label_visibility="collapsed",
    )


def harmonic_controls() -> tuple[int, tuple[float, ...], tuple[float, ...]]:
    """The sliders for K, a_k and b_k; rows past K stay in place, greyed, so that nothing jumps."""
    K = st.slider(say("Harmonics $K$"), 1, HARMONICS, key=key("K"))
    with row():
        st.markdown("$k$", width=LABEL_WIDTH)
        st.markdown(say("sine, $a_k$"), width="stretch")
        st.markdown(say("cosine, $b_k$"), width="stretch")
    a, b = [], []
    rows = st.container(gap=None)
    for k in range(1, HARMONICS + 1):
        with rows, row():
            st.markdown(f"{k}" if k <= K else f":gray[{k}]", width=LABEL_WIDTH)
            a.append(coefficient_slider("a", k, used=k <= K))
            b.append(coefficient_slider("b", k, used=k <= K))
    return K, tuple(a), tuple(b)


def row():
    return st.container(horizontal=True, wrap=False, vertical_alignment="center", gap="small")


def shape_buttons(current: Shape | None) -> None:
    with st.container(horizontal=True, gap="xsmall"):
        for shape in SHAPES:
            kind = "primary" if shape is current else "secondary"
            st.button(say(shape.name), key=key(f"take {shape.name}"), type=kind, on_click=take, args=(shape,))


def what_is_seen(K: int, shape: Shape | None) -> str:
    """One sentence in plain words that changes with the curve."""
    if shape is None:
        return say(
            "A shape of your own. Training moves these same sliders by gradient descent, one set for each layer."
        )
    if K < HARMONICS:
        return say(
            "{shape} from {K} of its {harmonics} harmonics. With all of them: {note}",
            shape=say(shape.name),
            K=K,
            harmonics=HARMONICS,
            note=say(shape.note),
        )
    return say(shape.note)


def series_sentence(coefficients: np.ndarray) -> str:
    terms = [f"{value:+.2f}{power}" for value, power in zip(coefficients, ("", "z", "z^2"), strict=False)]
    series = "".join(terms).removeprefix("+")
    return say("**Taylor series at zero.** {series}", series=rf"$\varphi(z)\approx {series}\;\cdots$")


admit()
with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
    st.title(say("An activation that learns its shape"), width="content", anchor=False)
    st.latex(EQUATION, width="content")
st.markdown(say(WHAT_IT_IS))

curves, controls = st.columns([0.64, 0.36], gap="medium")
with controls, st.container(border=True, gap="xsmall"):
    buttons = st.container()
    K, a, b = harmonic_controls()
    shape = shape_of(a, b)
    with buttons:
        shape_buttons(shape)
coefficients = maclaurin_coefficients(a[:K], b[:K], HIGHEST_ORDER)
with curves:
    chart(key("phi"), phi_figure(a[:K], b[:K], REACH, theme(), height=450))
    st.markdown(what_is_seen(K, shape))
slope, series = st.columns(2, gap="medium")
with slope:
    st.markdown(say(r"**Slope.** It is never steeper than the *budget* $A_K=\sum_k|a_k|+|b_k|$ allows."))
    chart(key("slope"), slope_figure(a[:K], b[:K], REACH, theme(), height=270))
with series:
    st.markdown(series_sentence(coefficients))
    chart(key("series"), maclaurin_figure(coefficients, theme(), height=270))
tell_address()
