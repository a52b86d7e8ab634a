"""What the paper's figures share: panels side by side under their titles, and a note of what they were drawn from
(`note_text`)."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from tesla_core.figures.palette import Theme, ink_of
from tesla_core.figures.style import alt_text

HEIGHT = 460
TITLE_SIZE = 14


def panels(
    rows: int, columns: int, titles: Sequence[str], *, across: float, down: float, shared: bool = True
) -> go.Figure:
    """Empty panels, a title each. across, down: what lies between two, as a share of the figure."""
    return make_subplots(
        rows,
        columns,
        subplot_titles=list(titles),
        horizontal_spacing=across,
        vertical_spacing=down,
        shared_yaxes=shared,
        shared_xaxes=shared,
    ).update_annotations(font_size=TITLE_SIZE)


def place_of(index: int, columns: int) -> dict[str, int]:
    """Row and column of a panel, counted from 0 along the rows, as Plotly counts them."""
    return {"row": index // columns + 1, "col": index % columns + 1}


def empty_panel(figure: go.Figure, at: dict[str, int], theme: Theme, why: str) -> None:
    """What stands in a panel for which there is no measurement."""
    figure.add_annotation(
        text="<br>".join(wrap(why, 26)),
        x=0.5,
        y=0.5,
        xref="x domain",
        yref="y domain",
        showarrow=False,
        font={"size": TITLE_SIZE, "color": ink_of(theme).bound},
        **at,
    )


def noted(figure: go.Figure, note: str) -> go.Figure:
    """Keep with a figure what it was drawn from: a page writes it below, and so does a file."""
    return figure.update_layout(meta={"alt": alt_text(figure), "note": note})
