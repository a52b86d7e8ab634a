"""The paper's number beside the measured ones, as a chart and as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

import numpy as np
import plotly.graph_objects as go

from tesla_core.figures.palette import Look, Theme, ink_of
from tesla_core.figures.style import finish, hover, share_axis, titled
from tesla_core.messages.say import say

_ROW_HEIGHT, _FRAME_HEIGHT = 34, 110
_LINE = 20  # letters of the axis' title that a phone has room for beside long labels
_SEED_STEP = 0.22  # of a row's height: seeds that reached the same are still counted


@dataclass(frozen=True)
class Comparison:
    """One row: its label and how its model is drawn, the paper's number if it has one of the same setting, a
    measurement a seed."""

    label: str
    look: Look
    paper: float | None
    measured: tuple[float, ...]


def comparison_figure(
    rows: Sequence[Comparison], quantity: str, theme: Theme = "light", of_paper: str = ""
) -> go.Figure:
    """A row each: the paper's number as a hollow diamond, the seeds as marks in the model's look, one below another.

    of_paper: what the paper's number is, where it is not the quantity of the axis.
    """
    whose = say("paper, {quantity}", quantity=of_paper) if of_paper else say("paper")
    ink = ink_of(theme)
    figure = go.Figure()
    reported = [(row.paper, place, row.label) for place, row in enumerate(rows) if row.paper is not None]
    figure.add_scatter(
        x=[value for value, _, _ in reported],
        y=[place for _, place, _ in reported],
        text=[label for _, _, label in reported],
        mode="markers",
        name=whose,
        marker={"symbol": "diamond-open", "size": 16, "color": ink.text, "line": {"width": 2.5}},
        hovertemplate=hover(f"{whose}: %{{x:.4g}}", "%{text}"),
    )
    for position, row in enumerate(rows):
        figure.add_scatter(
            x=row.measured,
            y=_beside(position, len(row.measured)),
            mode="markers",
            name=say("measured, a mark each seed"),
            showlegend=position == 0,
            marker={
                "symbol": row.look.symbol,
                "size": 12,
                "color": row.look.colour(theme),
                "opacity": 0.85,
            },
            hovertemplate=hover(say("measured: {value}", value="%{x:.4g}"), row.label),
        )
    figure.update_layout(showlegend=True)
    titled(figure, "<br>".join(wrap(say(quantity), _LINE)), say("Setting"))
    if quantity.endswith("(%)"):
        share_axis(figure, "xaxis")
        figure.update_traces(cliponaxis=False)  # a mark at 100% is whole
    # Without a standoff the title would lie on long labels.
    figure.update_yaxes(
        tickvals=list(range(len(rows))),
        ticktext=[row.label for row in rows],
        range=[max(1, len(rows)) - 0.5, -0.5],
        zeroline=False,
        title_standoff=10,
    )
    height = _FRAME_HEIGHT + _ROW_HEIGHT * max(1, len(rows))
    return finish(figure, alt=f"{say(quantity)}. {_told(rows, whose)}", theme=theme, height=height)


def _beside(place: int, seeds: int) -> list[float]:
    """Heights of a row's marks around its middle."""
    return [place + _SEED_STEP * (seed - (seeds - 1) / 2) for seed in range(seeds)]


def comparison_table(rows: Sequence[Comparison], quantity: str, theme: Theme = "light") -> go.Figure:
    """Setting, paper, mean and spread of the seeds, difference."""
    ink = ink_of(theme)
    columns = [
        say("Setting"),
        say("Paper: {quantity}", quantity=say(quantity)),
        say("Measured (mean ± std)"),
        say("Seeds"),
        say("Difference"),
    ]
    cells = [[row.label for row in rows], *zip(*[_numbers(row) for row in rows], strict=True)] if rows else []
    plain = {"fill_color": "rgba(0, 0, 0, 0)", "line_color": ink.grid, "font_color": ink.text}
    figure = go.Figure(
        go.Table(
            header={"values": columns, "align": "left", "height": _ROW_HEIGHT, **plain},
            cells={"values": cells, "align": "left", "height": _ROW_HEIGHT, **plain},
        )
    )
    height = _FRAME_HEIGHT + _ROW_HEIGHT * max(1, len(rows))
    return finish(figure, alt=f"{say(quantity)}. {_told(rows, say('paper'))}", theme=theme, height=height)


def _numbers(row: Comparison) -> tuple[str, str, str, str]:
    paper = say("not reported") if row.paper is None else f"{row.paper:.4g}"
    if not row.measured:
        return paper, say("not measured"), "0", ""
    mean = float(np.mean(row.measured))
    difference = "" if row.paper is None else f"{mean - row.paper:+.3g}"
    return paper, f"{mean:.4g} ± {float(np.std(row.measured)):.2g}", str(len(row.measured)), difference


def _told(rows: Sequence[Comparison], whose: str) -> str:
    """The rows as sentences for the text alternative."""
    told = []
    for row in rows:
        paper, measured, _, _ = _numbers(row)
        told.append(
            say(
                "{setting}: {whose} {paper}, measured {measured}.",
                setting=row.label,
                whose=whose,
                paper=paper,
                measured=measured,
            )
        )
    return " ".join(told) or say("Nothing to compare yet.")
