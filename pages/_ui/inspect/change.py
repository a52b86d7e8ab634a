"""Mute or scale harmonics of the trained net and see at once what becomes of its picture and its accuracy."""

from __future__ import annotations

import streamlit as st

from pages._ui.charts import chart, theme
from pages._ui.inspect.focus import Focus
from pages._ui.inspect.pick import draw, pick_many
from pages._ui.inspect.questions import Outcome, Scale, muted_accuracies, outcome, picture_extent
from pages._ui.inspect.spectra_words import change_sentence
from tesla_core.figures.class_colours import class_colours
from tesla_core.figures.decision import decision_figure
from tesla_core.figures.interventions import muting_figure
from tesla_core.lab.controls import Number, Toggle
from tesla_core.messages.say import marked, say
from tesla_core.wording import percent

PICTURE_HEIGHT = 270
FACTOR = Number(
    "factor", marked("Factor"), 0.0, low=-1.0, high=2.0, step=0.05, help=marked("0 mutes, 1 leaves as it is, −1 flips.")
)
EVERYWHERE = Toggle("everywhere", marked("In every layer"), False)


def show_outcome(key: str, title: str, focus: Focus, found: Outcome, was: Outcome | None = None) -> None:
    """A net's accuracy in large type over its picture; `was` gives the difference."""
    points = 0.0 if was is None else round(100 * (found.test - was.test), 1)
    if was is None:
        said = say("as trained")
    else:
        said = say("{change} points", change=f"{points:+.1f}") if points else say("no change")
    st.metric(
        title,
        percent(found.test),
        said,
        delta_color="normal" if points else "off",
        delta_arrow="auto" if points else "off",
    )
    extent = picture_extent(focus.spec)
    axes = ("x", "y") if extent else (say("second half"), say("first half"))
    figure = decision_figure(
        found.grid,
        say("{network} {moment}", network=title.lower(), moment=focus.moment.lower()),
        extent,
        axes,
        class_colours(theme()),
        theme(),
        PICTURE_HEIGHT,
    )
    chart(key, figure)


def change_view(prefix: str, focus: Focus) -> None:
    """The controls, the picture before and after, and what each harmonic alone is worth."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        numbers = [str(k) for k in range(1, focus.model.harmonics + 1)]
        chosen = pick_many(f"{prefix}change", say("Harmonics to change"), numbers)
        factor = float(draw(prefix, FACTOR, 260))
        everywhere = bool(draw(prefix, EVERYWHERE, "content"))
    layers = range(focus.model.depth) if everywhere else [focus.layer]
    scales: tuple[Scale, ...] = tuple((layer, int(k), factor) for layer in layers for k in chosen)
    before = outcome(focus.spec, focus.panel, focus.epoch)
    after = outcome(focus.spec, focus.panel, focus.epoch, scales=scales) if scales else before
    where = say("every layer") if everywhere else say("layer {number}", number=focus.layer + 1)
    st.markdown(change_sentence([int(k) for k in chosen], where, factor, before.test, after.test, focus.source.unseen))
    left, middle, right = st.columns([0.27, 0.27, 0.46], gap="medium")
    with left:
        title = say("Trained network, {unseen}", unseen=focus.source.unseen)
        show_outcome(f"{prefix}before", title, focus, before)
    with middle:
        title = say("Changed network, {unseen}", unseen=focus.source.unseen)
        show_outcome(f"{prefix}after", title, focus, after, before)
    with right:
        _worth(prefix, focus, before)
    _why_change()


def _worth(prefix: str, focus: Focus, before: Outcome) -> None:
    """Each harmonic muted alone; asked only of a net that stands still, since it takes one run a harmonic."""
    st.markdown(say("**What each harmonic is worth:** the accuracy without it."))
    if focus.moving:
        with st.container(height=PICTURE_HEIGHT + 40, border=True, vertical_alignment="center"):
            st.markdown(f":gray[{say('Pause to mute each harmonic in turn.')}]", text_alignment="center")
        return
    accuracies = muted_accuracies(focus.spec, focus.panel, focus.epoch)
    chart(f"{prefix}worth", muting_figure(accuracies, 100 * before.test, theme(), PICTURE_HEIGHT + 40))


def _why_change() -> None:
    with st.expander(say("Why can one harmonic matter so much?")):
        st.markdown(
            say(
                "A harmonic is a wave of its own inside every neuron of the layer. Muting harmonic $k$ sets "
                "$a_k=b_k=0$ in"
            )
        )
        st.latex(r"\varphi_K(z)=\sum_{k=1}^{K}\Big(\frac{a_k}{k}\,\sin kz+\frac{b_k}{k}\,\cos kz\Big)")
        st.markdown(
            say(
                "and leaves every weight as it was, so this asks what the trained network leans on, not what it could "
                "have learned without it. A harmonic with a small amplitude $\\sqrt{a_k^2+b_k^2}/k$ can still matter: "
                "the next layer may multiply it by large weights."
            )
        )
