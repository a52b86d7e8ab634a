"""One panel of a figure by itself, as wide as the page: what a phone has room for."""

from __future__ import annotations

import re
from typing import Any

import plotly.graph_objects as go

from tesla_core.figures.palette import Theme
from tesla_core.figures.paper.layout import noted
from tesla_core.figures.style import alt_text, finish, note_text

HEIGHT, SQUARE = 520, 400
LEGEND_SIZE = 12
KEPT = ("range", "type", "tickvals", "ticktext", "tick0", "dtick", "showgrid", "zeroline", "constrain")


def panel_names(figure: go.Figure) -> list[str]:
    """The titles over the panels, in their order."""
    own: Any = figure.layout
    titles = [note.text for note in own.annotations if note.xref == "paper" and note.text]
    return [re.sub(r"<[^>]*>", "", title.replace("<br>", " · ")) for title in titles]


def one_panel(figure: go.Figure, number: int, theme: Theme = "light") -> go.Figure:
    """The panel of that number, counted from 0 as `panel_names` has them, with its own legend."""
    place = "" if number == 0 else str(number + 1)
    whole: Any = figure.to_plotly_json()
    alone, named, own = go.Figure(), set(), whole["layout"]
    for given in whole["data"]:
        if given.get("xaxis", "x") != f"x{place}":
            continue
        name = given.get("name")
        alone.add_trace({**given, "xaxis": "x", "yaxis": "y", "showlegend": bool(name) and name not in named})
        named.add(name)
    for axis in ("x", "y"):
        here = own.get(f"{axis}axis{place}", {})
        alone.update_layout({f"{axis}axis": {key: here[key] for key in KEPT if key in here}})
        # Panels of a row or a column share one title, which stands at one of them.
        axes = [each for name, each in own.items() if name.startswith(f"{axis}axis")]
        shared = next((title for each in [here, *axes] if (title := each.get("title", {}).get("text"))), "")
        alone.update_layout({f"{axis}axis": {"title": {"text": shared}, "showticklabels": bool(shared)}})
    square = own.get(f"yaxis{place}", {}).get("scaleanchor") is not None
    if square:
        alone.update_layout(yaxis_scaleanchor="x")
    else:
        alone.update_layout(showlegend=True)
    for note in own.get("annotations", ()):
        if note.get("xref") == f"x{place} domain":
            alone.add_annotation({**note, "xref": "x domain", "yref": "y domain"})
    finish(alone, alt=alt_text(figure), theme=theme, height=SQUARE if square else HEIGHT)
    alone.update_layout(legend_font_size=LEGEND_SIZE)
    return noted(alone, note_text(figure))
