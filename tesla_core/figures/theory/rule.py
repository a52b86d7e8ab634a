"""What the paper's rule makes of a function: a range of harmonics, the best of them, and the shorthand d/4."""

from __future__ import annotations

import plotly.graph_objects as go

from tesla_core.figures.palette import Theme, ink_of, look_of
from tesla_core.figures.style import LINE_WIDTH, built, hover
from tesla_core.messages.say import say


def rule_figure(
    low: float, best: float, high: float, quarter: float, theme: Theme = "light", height: int = 150
) -> go.Figure:
    """K from low to high as a bar on a line of K, the best as a circle, d/4 as a cross; none of them rounded."""
    ink, colour = ink_of(theme), look_of("tesla").colour(theme)
    marks = (
        (say("the rule's K"), [low, high], 0.4, {"mode": "lines", "line": {"color": colour, "width": 14}}),
        (say("best"), [best], 0.4, {"mode": "markers", "marker": {"color": ink.text, "size": 14}}),
        # On a line of its own: for a parity it lies on the best.
        ("d/4", [quarter], -0.5, {"mode": "markers", "marker": {"color": ink.second, "size": 15, "symbol": "x"}}),
    )
    traces = [
        {
            "type": "scatter",
            "x": places,
            "y": [at] * len(places),
            "name": name,
            "hovertemplate": hover("K = %{x:.2f}", name),
            **look,
        }
        for name, places, at, look in marks
    ]
    end = max(5.0, 1.15 * high, 1.15 * quarter)
    one = {"color": ink.bound, "width": LINE_WIDTH - 1, "dash": "dot"}
    layout = {
        "xaxis": {"range": [0, end], "dtick": 1, "title": {"text": say("Harmonics K (there is none below 1)")}},
        "yaxis": {"range": [-1, 1], "visible": False},
        "shapes": [{"type": "line", "x0": 1, "x1": 1, "y0": 0, "y1": 1, "yref": "y domain", "line": one}],
        "showlegend": True,
    }
    alt = say(
        "The rule's K from {low} to {high}, best {best}; d/4 is {quarter}.",
        low=f"{low:.2g}",
        high=f"{high:.2g}",
        best=f"{best:.2g}",
        quarter=f"{quarter:g}",
    )
    return built(traces, layout, alt=alt, theme=theme, height=height)
