"""The lottery of first layers: tickets counted beside their bounds, by harmonic, and success against tickets."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from tesla_core.figures.palette import CLASS_ONE, CLASS_ZERO, Theme, ink_of, look_of
from tesla_core.figures.style import HEIGHT, LINE_WIDTH, finish, hover, lay_out, line_at, log_ticks, titled
from tesla_core.messages.say import say, say_count

_LOWEST = 1e-3  # of an expected number of tickets that is drawn


def tickets_figure(
    counted: npt.ArrayLike,
    even: npt.ArrayLike,
    bound: npt.ArrayLike,
    bits: int,
    theme: Theme = "light",
    height: int = HEIGHT,
) -> go.Figure:
    """Winning tickets for 1, 2, … bits: counted on drawn weights, the bound for even phases, and that for these.

    bits: the length that is marked.
    """
    ink = ink_of(theme)
    values, law, own = (np.asarray(each, dtype=np.float64) for each in (counted, even, bound))
    lengths = np.arange(1, values.size + 1)
    figure = go.Figure()
    lines = (
        (law, say("bound, phases spread evenly"), {"color": ink.bound, "dash": "dash", "width": LINE_WIDTH}),
        (own, say("bound, these weights"), {"color": ink.second, "dash": "dot", "width": LINE_WIDTH}),
    )
    for heights, name, line in lines:
        figure.add_scatter(
            x=lengths,
            y=heights,
            name=name,
            mode="lines",
            line=line,
            hovertemplate=hover(say("{bits} bits: {tickets}", bits="%{x}", tickets="%{y:.3g}"), name),
        )
    there = values > 0
    name = say("counted")
    figure.add_scatter(
        x=lengths[there],
        y=values[there],
        name=name,
        mode="lines+markers",
        line=look_of("tesla").line(theme, LINE_WIDTH),
        marker={"size": 7},
        hovertemplate=hover(say("{bits} bits: {tickets}", bits="%{x}", tickets="%{y:.3g}"), name),
    )
    line_at(figure, {"color": ink.text, "width": 2, "dash": "dot"}, x=bits)
    line_at(figure, {"color": ink.bound, "width": 1}, y=1)
    titled(log_ticks(figure), say("Bits d"), say("Winning tickets of a network"))
    top = max(10.0, float(max(values.max(), law.max(), own.max())))
    heights = [np.log10(_LOWEST), np.log10(top) + 0.2]
    lay_out(figure, x={"range": [0.5, values.size + 0.5], "dtick": 4}, y={"range": heights}, showlegend=True)
    alt = say(
        "Winning tickets by bits. At {bits} bits {counted} counted, at most {even} expected for even phases and "
        "{bound} for these weights.",
        bits=bits,
        counted=f"{values[bits - 1]:.3g}",
        even=f"{law[bits - 1]:.3g}",
        bound=f"{own[bits - 1]:.3g}",
    )
    return finish(figure, alt=alt, theme=theme, height=height)


def harmonics_figure(
    counted: npt.ArrayLike, bound: npt.ArrayLike, theme: Theme = "light", height: int = HEIGHT
) -> go.Figure:
    """Tickets of each harmonic k = 1 … K at one length, counted, and at most expected."""
    values, own = np.asarray(counted, dtype=np.float64), np.asarray(bound, dtype=np.float64)
    order = np.arange(1, values.size + 1)
    words = say("k = {k}: {tickets}", k="%{x}", tickets="%{y:.3g}")
    figure = go.Figure()
    name = say("counted")
    figure.add_bar(
        x=order, y=values, name=name, marker={"color": look_of("tesla").colour(theme)}, hovertemplate=hover(words, name)
    )
    name = say("bound, these weights")
    figure.add_scatter(
        x=order,
        y=own,
        name=name,
        mode="lines+markers",
        line={"color": ink_of(theme).second, "dash": "dot", "width": LINE_WIDTH},
        hovertemplate=hover(words, name),
    )
    titled(figure, say("Harmonic k"), say("Winning tickets"))
    lay_out(figure, x={"dtick": max(1, values.size // 8)}, y={"rangemode": "tozero"}, showlegend=True)
    best = int(np.argmax(values)) + 1
    alt = (
        say("Tickets by harmonic: most at k = {k}, {tickets} a network.", k=best, tickets=f"{values[best - 1]:.2g}")
        if values.any()
        else say("Tickets by harmonic: none was counted.")
    )
    return finish(figure, alt=alt, theme=theme, height=height)


def ticket_success_figure(
    names: Sequence[str],
    learned: Sequence[int],
    runs: Sequence[int],
    theme: Theme = "light",
    height: int = HEIGHT,
) -> go.Figure:
    """Of the runs with so many tickets (a bar each), how many learned and how many did not."""
    figure = go.Figure()
    missed = [count - good for count, good in zip(runs, learned, strict=True)]
    for label, heights, colour in (
        (say("learned"), learned, CLASS_ONE),
        (say("did not learn"), missed, CLASS_ZERO),
    ):
        figure.add_bar(
            x=list(names),
            y=list(heights),
            name=label,
            marker={"color": colour},
            hovertemplate=hover(say("{tickets} tickets: {count} runs", tickets="%{x}", count="%{y}"), label),
        )
    figure.update_layout(barmode="stack", showlegend=True)
    titled(figure, say("Tickets of the run's own first layer"), say("Runs measured"))
    figure.update_xaxes(type="category")
    told = "; ".join(
        say_count(
            count,
            "with {tickets} tickets {good} of {count} run learned",
            "with {tickets} tickets {good} of {count} runs learned",
            tickets=name,
            good=good,
        )
        for name, good, count in zip(names, learned, runs, strict=True)
        if count
    )
    return finish(figure, alt=say("Success by tickets: {told}.", told=told), theme=theme, height=height)
