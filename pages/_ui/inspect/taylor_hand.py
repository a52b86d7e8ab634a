"""Drag a_k and b_k of a trained layer by hand: which orders of the series move, and what the net makes of it."""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import streamlit as st

from pages._ui.charts import chart, theme
from pages._ui.controls import address
from pages._ui.controls.shapes import COEFFICIENT_LIMIT, COEFFICIENT_STEP, SHAPES, Shape
from pages._ui.inspect.change import show_outcome
from pages._ui.inspect.focus import Focus
from pages._ui.inspect.pick import pick_number, tell
from pages._ui.inspect.questions import layer_view, outcome
from pages._ui.inspect.taylor_views import HEIGHT, HIGHEST_ORDER, LEAST_REACH
from pages._ui.inspect.taylor_words import moved_sentence
from tesla_core.analysis.taylor import maclaurin_coefficients
from tesla_core.figures.orders import moved_orders_figure
from tesla_core.figures.reshaped import reshaped_figure
from tesla_core.messages.say import marked, say

Hand = dict[str, float]
"""Coefficients set by hand: "a3" → 0.5. What is not in it stays as trained."""

_ENTRY = re.compile(r"([ab])([1-9]\d?):(-?\d(?:\.\d{1,3})?)")
MOST_WRITTEN = 2000


def read_hand(text: str) -> Hand:
    """What a link says was set by hand, within the sliders' limits; anything else is left out."""
    found: Hand = {}
    for part in text[:MOST_WRITTEN].split(","):
        if match := _ENTRY.fullmatch(part):
            found[match[1] + match[2]] = min(max(float(match[3]), -COEFFICIENT_LIMIT), COEFFICIENT_LIMIT)
    return found


def write_hand(hand: Mapping[str, float]) -> str:
    return ",".join(f"{name}:{value:g}" for name, value in sorted(hand.items()))


def with_hand(trained: npt.NDArray[np.float64], hand: Mapping[str, float]) -> npt.NDArray[np.float64]:
    """The coefficients (2, K), a before b, with those set by hand in place; harmonics past K are left out."""
    values = trained.copy()
    for name, value in hand.items():
        row, k = "ab".index(name[0]), int(name[1:])
        if k <= values.shape[1]:
            values[row, k - 1] = value
    return values


def hand_view(prefix: str, focus: Focus) -> None:
    """Sliders of one harmonic, the orders they move, the curve, and the net with it."""
    layer = layer_view(focus.spec, focus.panel, focus.layer, focus.epoch)
    trained = np.stack([layer.a, layer.b])
    hand = _hand(prefix)
    sentence = st.container()
    controls, orders, curve, net = st.columns([0.25, 0.3, 0.25, 0.2], gap="medium")
    with controls:
        _sliders(prefix, trained, hand)
    values = with_hand(trained, hand)
    changed = values != trained  # (2, K)
    with sentence:
        st.markdown(moved_sentence([int(k) + 1 for k in np.flatnonzero(changed.any(0))], *map(bool, changed.any(1))))
    with orders:
        before, after = (maclaurin_coefficients(each[0], each[1], HIGHEST_ORDER) for each in (trained, values))
        chart(f"{prefix}moved", moved_orders_figure(before, after, theme(), HEIGHT))
    with curve:
        reach = max(abs(layer.low), abs(layer.high), LEAST_REACH)
        chart(
            f"{prefix}reshaped",
            reshaped_figure((trained[0], trained[1]), (values[0], values[1]), reach, theme(), HEIGHT),
        )
    with net:
        whole = outcome(focus.spec, focus.panel, focus.epoch)
        own = tuple(tuple(float(value) for value in row) for row in values)
        found = whole
        if changed.any():
            found = outcome(focus.spec, focus.panel, focus.epoch, coefficients=((focus.layer, (own[0], own[1])),))
        show_outcome(f"{prefix}by hand", say("The network with these values"), focus, found, whole)
    address.note(f"{prefix}hand", [text] if (text := write_hand(hand)) else [])
    _why_hand()


def _hand(prefix: str) -> Hand:
    """What is set by hand; for who arrives, what the address says."""
    key = f"{prefix}hand"
    if address.arrives(key):
        text = "".join(address.given(key)[-1:])
        st.session_state[key] = read_hand(text)
        if write_hand(st.session_state[key]) != text:
            tell(say("A part of the coefficients in this link could not be read and was left as trained."))
    return st.session_state.setdefault(key, {})


def _sliders(prefix: str, trained: npt.NDArray[np.float64], hand: Hand) -> None:
    """One harmonic at a time: its two sliders; then shapes to take whole, and the way back."""
    numbers = range(1, trained.shape[1] + 1)
    k = pick_number(f"{prefix}harmonic", say("Harmonic $k$"), numbers)
    values = with_hand(trained, hand)
    for row, (letter, wave) in enumerate((("a", marked("sine, {symbol}")), ("b", marked("cosine, {symbol}")))):
        name, key = f"{letter}{k}", f"{prefix}drag {letter}"
        shown = float(np.clip(values[row, k - 1], -COEFFICIENT_LIMIT, COEFFICIENT_LIMIT))
        st.session_state[key] = round(shown, 2)
        st.slider(
            say(wave, symbol=f"${letter}_{{{k}}}$"),
            -COEFFICIENT_LIMIT,
            COEFFICIENT_LIMIT,
            step=COEFFICIENT_STEP,
            key=key,
            on_change=_drag,
            args=(hand, name, key),
        )
    with st.container(horizontal=True, gap="xsmall"):
        for shape in SHAPES:
            st.button(
                say(shape.name), key=f"{prefix}take {shape.name}", on_click=_take, args=(hand, shape, len(numbers))
            )
    st.button(say("Back to the trained values"), key=f"{prefix}back", on_click=hand.clear, disabled=not hand)


def _drag(hand: Hand, name: str, key: str) -> None:
    hand[name] = float(st.session_state[key])


def _take(hand: Hand, shape: Shape, harmonics: int) -> None:
    """The shape's coefficients, as many harmonics as there are of both."""
    hand.clear()
    for k in range(1, harmonics + 1):
        within = k <= len(shape.a)
        hand |= {f"a{k}": shape.a[k - 1] if within else 0.0, f"b{k}": shape.b[k - 1] if within else 0.0}


def _why_hand() -> None:
    with st.expander(say("Why do only some orders move?")):
        st.latex(
            r"c_n=\pm\frac{k^{\,n-1}}{n!}\,a_k\ \ (n\ \text{odd}),\qquad "
            r"c_n=\pm\frac{k^{\,n-1}}{n!}\,b_k\ \ (n\ \text{even})"
        )
        st.markdown(
            say(
                "is what harmonic $k$ adds to order $n$ (Eq. 3). A sine reaches the odd orders, a cosine the even "
                "ones, all of them at once and in fixed proportion: $k^{n-1}/n!$ grows until $n$ is about $k$. So a "
                "low harmonic moves the low orders, and a high one moves the orders around its own number most."
            )
        )
