"""What the paper's rule makes of a function: a range of harmonics, the best of them, and the shorthand d/4."""

from __future__ import annotations

import plotly.graph_objects as go

from tesla_core.figures.palette import Theme, ink_of, look_of
from tesla_core.figures.style import LINE_WIDTH, finish, hover, lay_out, line_at, titled
from tesla_core.messages.say import say


def rule_figure(
    low: float, best: float, high: float, quarter: float, theme: Theme = "light", height: int = 150
) -> go.Figure:
    """K from low to high as a bar on a line of K, the best as a circle, d/4 as a cross; none of them rounded."""
    ink, colour = ink_of(theme), look_of("tesla").colour(theme)
    figure = go.Figure()
    marks = (
        (say("the rule's K"), [low, high], "lines", {"line": {"color": colour, "width": 14}}),
        (say("best"), [best], "markers", {"marker": {"color": ink.text, "size": 14}}),
        ("d/4", [quarter], "markers", {"marker": {"color": ink.second, "size": 15, "symbol": "x"}}),
    )
    for name, places, mode, look in marks:
        figure.add_scatter(
            x=places,
            y=[0] * len(places),
            name=name,
            mode=mode,
            hovertemplate=hover("K = %{x:.2f}", name),
            **look,
        )
    line_at(figure, {"color": ink.bound, "width": LINE_WIDTH - 1, "dash": "dot"}, x=1)
    titled(figure, say("Harmonics K (there is none below 1)"), "")
    places = {"range": [0, max(5.0, 1.15 * high, 1.15 * quarter)], "dtick": 1}
    lay_out(figure, x=places, y={"range": [-1, 1], "visible": False}, showlegend=True)
    alt = say(
        "The rule's K from {low} to {high}, best {best}; d/4 is {quarter}.",
        low=f"{low:.2g}",
        high=f"{high:.2g}",
        best=f"{best:.2g}",
        quarter=f"{quarter:g}",
    )
    return finish(figure, alt=alt, theme=theme, height=height)
