"""What all charts share: legible type, axis titles, a transparent background, and a text alternative."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import plotly.graph_objects as go

from tesla_core.errors import TeslaError
from tesla_core.figures.palette import Theme, ink_of
from tesla_core.messages.say import say

TEXT_SIZE, AXIS_TITLE_SIZE = 15, 17  # readable from the back of a room
LINE_WIDTH = 3
HEIGHT = 400
FEW_EPOCHS = 10
_NO_TEMPLATE = {"data": {"scatter": [{"type": "scatter"}]}}  # Plotly's own template "none"


def finish(figure: go.Figure, *, alt: str, theme: Theme, height: int = HEIGHT) -> go.Figure:
    """Give a chart the common look and its text alternative; returns the same figure."""
    # Given at once, and to no template: Plotly's own updates take ten times as long, which a slider's figure feels.
    layout = {name: value for name, value in figure.layout.to_plotly_json().items() if name != "template"}
    figure.layout = _looking(layout, alt, theme, height)
    return figure


def built(
    traces: Sequence[Mapping[str, Any]],
    layout: Mapping[str, Any],
    *,
    alt: str,
    theme: Theme,
    height: int = HEIGHT,
) -> go.Figure:
    """A chart in the common look from plain data, in one step: a third of what Plotly takes to put it together from
    parts. For a figure that a slider draws anew."""
    return go.Figure({"data": [dict(trace) for trace in traces], "layout": _looking(layout, alt, theme, height)})


def _looking(layout: Mapping[str, Any], alt: str, theme: Theme, height: int) -> dict[str, Any]:
    """A layout with the common look."""
    ink = ink_of(theme)
    axis = {
        "gridcolor": ink.grid,
        "zerolinecolor": ink.bound,
        "linecolor": ink.bound,
        "title": {"font": {"size": AXIS_TITLE_SIZE}},
        "automargin": True,
    }
    look = {
        "template": _NO_TEMPLATE,
        "height": height,
        "margin": {"l": 12, "r": 12, "t": 12, "b": 12},
        "paper_bgcolor": "rgba(0, 0, 0, 0)",
        "plot_bgcolor": "rgba(0, 0, 0, 0)",
        "font": {"size": TEXT_SIZE, "color": ink.text, "family": "Source Sans, Source Sans Pro, Segoe UI, sans-serif"},
        "legend": {"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom", "bgcolor": "rgba(0, 0, 0, 0)"},
        "hovermode": "closest",
        "uirevision": "kept",  # a redraw keeps the person's zoom
        "meta": {"alt": alt},
    }
    axes = {"xaxis", "yaxis"} | {name for name in layout if name.startswith(("xaxis", "yaxis"))}
    return _merged(layout, {**look, **dict.fromkeys(axes, axis)})


def _merged(own: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """`own` with what `more` says, part by part."""
    both = {
        name: _merged(own[name], value) if isinstance(value, Mapping) and isinstance(own.get(name), Mapping) else value
        for name, value in more.items()
    }
    return {**own, **both}


def titled(figure: go.Figure, x: str, y: str) -> go.Figure:
    """Name the axes, with their units where there are any."""
    every: Any = figure
    for axes, title in ((every.select_xaxes(), x), (every.select_yaxes(), y)):
        for axis in axes:
            axis.title.text = title
    return figure


def lay_out(
    figure: go.Figure, *, x: Mapping[str, Any] | None = None, y: Mapping[str, Any] | None = None, **layout: Any
) -> go.Figure:
    """Set parts of the layout, of its first x axis and of its first y axis; Plotly's own updates take longer."""
    own: Any = figure.layout
    for part, changes in ((own, layout), (own.xaxis, x or {}), (own.yaxis, y or {})):
        for name, value in changes.items():
            part[name] = value
    return figure


def line_at(figure: go.Figure, line: dict[str, Any], *, x: float | None = None, y: float | None = None) -> go.Figure:
    """A straight line through the whole plot at x, or at y; Plotly's own way takes four times as long."""
    if x is not None:
        return figure.add_shape(type="line", x0=x, x1=x, y0=0, y1=1, yref="y domain", line=line)
    return figure.add_shape(type="line", x0=0, x1=1, y0=y, y1=y, xref="x domain", line=line)


def hover(words: str, name: str = "") -> str:
    """What the pointer shows: words with Plotly's own places, as %{x}, and the line's name beside them."""
    return f"{words}<extra>{name}</extra>"


def epoch_axis(figure: go.Figure, last: float, margin: float = 0.0) -> go.Figure:
    """Whole epochs from 0 to `last`, and never fewer than one. margin: half a cell of a map, whose cells are centred on
    their epochs."""
    end = max(1.0, float(last))
    figure.update_xaxes(title_text=say("Epoch"), range=[-margin, end + margin], tick0=0, tickformat="d")
    if end <= FEW_EPOCHS:  # where Plotly would put ticks between two epochs
        figure.update_xaxes(dtick=1)
    return figure


def share_axis(figure: go.Figure, axis: Literal["xaxis", "yaxis"]) -> go.Figure:
    """Percent: as near to what is drawn as may be, and never beyond 0 and 100."""
    return figure.update_layout({axis: {"autorangeoptions": {"minallowed": 0, "maxallowed": 100}}})


def log_ticks(figure: go.Figure) -> go.Figure:
    """A logarithmic y axis with few labels."""
    axes: Any = figure.select_yaxes()
    for axis in axes:
        axis.type, axis.nticks, axis.exponentformat, axis.minor = "log", 5, "power", {"showgrid": False}
    return figure


def alt_text(figure: go.Figure) -> str:
    """What a screen reader says in place of the chart."""
    meta = getattr(figure.layout, "meta", None)
    if not isinstance(meta, dict) or not meta.get("alt"):
        raise TeslaError("This figure has no text alternative; build it with tesla_core.figures.")
    return str(meta["alt"])


def note_text(figure: go.Figure) -> str:
    """What a figure was drawn from, to be written below it; empty where there is no more to say."""
    meta = getattr(figure.layout, "meta", None)
    return str(meta.get("note", "")) if isinstance(meta, dict) else ""
