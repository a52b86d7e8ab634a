"""Bounds beside what is measured: at one moment, and over training."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, floor, log10

import plotly.graph_objects as go

from tesla_core.analysis.network.measured_bounds import IN_WORDS, MeasuredBound
from tesla_core.figures.palette import Theme, activation_colour, ink_of
from tesla_core.figures.style import HEIGHT, LINE_WIDTH, epoch_axis, finish, hover, lay_out, log_ticks, titled
from tesla_core.messages.say import say
from tesla_core.wording import listed

ROW_HEIGHT, FRAME_HEIGHT = 46, 120
NAME_SIZE = 13


def bound_name(row: MeasuredBound) -> str:
    """What a bound is of, with its layer."""
    name = say(row.name)
    return say("{name}, layer {number}", name=name, number=row.layer) if row.layer else name


def bounds_figure(rows: Sequence[MeasuredBound], theme: Theme = "light") -> go.Figure:
    """A row a bound, on a logarithmic axis: the bound a hollow mark, what is measured a full one, a line between."""
    ink, colour = ink_of(theme), activation_colour("tesla", theme)
    figure = go.Figure()
    shown = [row for row in rows if row.bound > 0]
    places = list(range(len(shown)))
    measured = [
        (place, row.measured) for place, row in enumerate(shown) if row.measured is not None and row.measured > 0
    ]
    for dash, vacuous in (("solid", False), ("dot", True)):
        joined = [(at, value) for at, value in measured if (shown[at].verdict == "vacuous") is vacuous]
        figure.add_scatter(
            x=[x for at, value in joined for x in (value, shown[at].bound, None)],
            y=[y for at, _ in joined for y in (at, at, None)],
            mode="lines",
            line={"color": ink.bound, "width": 1.5, "dash": dash},
            showlegend=False,
            hoverinfo="skip",
        )
    figure.add_scatter(
        x=[row.bound for row in shown],
        y=places,
        mode="markers",
        name=say("bound"),
        text=[say(IN_WORDS[row.verdict]) for row in shown],
        marker={"symbol": "line-ns-open", "size": 16, "color": ink.text, "line": {"width": 3, "color": ink.text}},
        hovertemplate=hover(say("bound {value}: {verdict}", value="%{x:.4g}", verdict="%{text}")),
    )
    figure.add_scatter(
        x=[value for _, value in measured],
        y=[place for place, _ in measured],
        mode="markers",
        name=say("measured"),
        marker={
            "symbol": ["x" if shown[place].verdict == "fails" else "circle" for place, _ in measured],
            "size": 12,
            "color": colour,
        },
        hovertemplate=hover(say("measured {value}", value="%{x:.4g}")),
    )
    lay_out(figure, showlegend=True)
    titled(figure, say("Value (logarithmic)"), "")
    values = [value for row in shown for value in (row.bound, row.measured) if value is not None and value > 0]
    figure.update_xaxes(type="log", exponentformat="power", dtick=1, range=_decades(values))
    # Names stand over their rows: beside them they would leave a phone no room for the marks.
    names = [
        {
            "text": f"<b>{say(IN_WORDS[row.verdict])}</b> · {bound_name(row)}",
            "x": 0,
            "xref": "paper",
            "xanchor": "left",
            "y": place - 0.36,
            "showarrow": False,
            "font": {"size": NAME_SIZE},
        }
        for place, row in enumerate(shown)
    ]
    lay_out(figure, annotations=names)
    figure.update_yaxes(
        showticklabels=False, showgrid=False, range=[max(1, len(shown)) - 0.5, -0.75], zeroline=False, title_text=None
    )
    told = [
        say(
            "{name} {bound}, measured {measured}, {verdict}",
            name=bound_name(row),
            bound=f"{row.bound:.3g}",
            measured="–" if row.measured is None else f"{row.measured:.3g}",
            verdict=say(IN_WORDS[row.verdict]),
        )
        for row in shown
    ]
    alt = say("Bounds beside what is measured: {told}.", told=listed(told))
    return finish(figure, alt=alt, theme=theme, height=FRAME_HEIGHT + ROW_HEIGHT * len(shown))


def bound_history_figure(
    history: Mapping[int, MeasuredBound], theme: Theme = "light", height: int = HEIGHT
) -> go.Figure:
    """One bound and what is measured, by epoch, on a logarithmic axis."""
    epochs = sorted(history)
    rows = [history[epoch] for epoch in epochs]
    ink, colour = ink_of(theme), activation_colour("tesla", theme)
    figure = go.Figure()
    lines = (
        (say("bound"), [row.bound for row in rows], {"color": ink.bound, "dash": "dash", "width": LINE_WIDTH}),
        (say("measured"), [_positive(row.measured) for row in rows], {"color": colour, "width": LINE_WIDTH}),
    )
    for name, values, line in lines:
        figure.add_scatter(
            x=epochs,
            y=values,
            mode="lines+markers",
            name=name,
            line=line,
            marker={"size": 7},
            hovertemplate=hover(say("epoch {epoch}: {value}", epoch="%{x}", value="%{y:.4g}"), name),
        )
    figure.update_layout(showlegend=True)
    found = [value for _, values, _ in lines for value in values if value > 0]
    log_ticks(epoch_axis(figure, epochs[-1] if epochs else 1))
    figure.update_yaxes(title_text=say("Value"), dtick=1, range=_decades(found))
    last = rows[-1] if rows else None
    alt = (
        say("Nothing to draw yet.")
        if last is None
        else say(
            "{name} over epochs {first} to {last}: at the end the bound is {bound}, measured is {measured}.",
            name=bound_name(last),
            first=epochs[0],
            last=epochs[-1],
            bound=f"{last.bound:.3g}",
            measured=say("nothing") if last.measured is None else f"{last.measured:.3g}",
        )
    )
    return finish(figure, alt=alt, theme=theme, height=height)


def _decades(values: Sequence[float]) -> list[float]:
    """Whole powers of ten around the values, as a logarithmic axis takes its range."""
    if not values:
        return [-1.0, 1.0]
    return [floor(log10(min(values)) - 0.05), ceil(log10(max(values)) + 0.05)]


def _positive(value: float | None) -> float:
    """For a logarithmic axis; a gap in the line where there is nothing to draw."""
    return float("nan") if value is None or value <= 0 else value
