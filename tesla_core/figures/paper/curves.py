"""Accuracies as lines in panels: means over seeds, their lowest and highest, the paper's numbers, the Bayes line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from tesla_core.figures.palette import Look, Theme, ink_of, translucent
from tesla_core.figures.paper.layout import empty_panel, panels, place_of
from tesla_core.figures.style import TEXT_SIZE, finish, hover
from tesla_core.messages.say import say
from tesla_core.wording import listed

CHANCE = 50.0
LOWEST, HIGHEST = 25.0, 104.0
WIDTH = 2.0
ROW_HEIGHT, ONE_ROW_HEIGHT, FRAME_HEIGHT, TOP = 215, 300, 40, 110
MOST_MARKS = 8  # symbols on a curve of a training
BAND = 0.14  # how much of a line's colour its band has
LAST_NAMED = 2000  # rank in the legend of what is no model


@dataclass(frozen=True)
class AccuracyLine:
    """One model's accuracies in percent: at each x the mean, the lowest and the highest of its seeds.

    paper: (x, number) pairs that the paper prints for exactly these settings. joined: whether the marks are points of
    one curve. by_epoch: whether it is one of a training, with so many points that a band shows the seeds better than a
    bar at each.
    """

    label: str
    look: Look
    x: tuple[float, ...]
    mean: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    paper: tuple[tuple[float, float], ...] = ()
    joined: bool = True
    by_epoch: bool = False


@dataclass(frozen=True)
class AccuracyPanel:
    """Lines under a title. best: what the noise of the labels allows, in percent; None for no line."""

    title: str
    lines: tuple[AccuracyLine, ...]
    best: float | None = None
    missing: str = ""


def accuracy_panels(
    all_panels: Sequence[AccuracyPanel], columns: int, x: str, y: str, theme: Theme, ticks: Sequence[float] = ()
) -> go.Figure:
    """All panels, `columns` in a row, one legend for all."""
    rows = -(-len(all_panels) // columns)
    figure = panels(rows, columns, [panel.title for panel in all_panels], across=0.035, down=0.26 / rows)
    named: set[str] = set()
    places = [place for panel in all_panels for line in panel.lines for place in line.x] or [0.0, 1.0]
    margin = 0.06 * (max(places) - min(places)) or 0.5
    ends = (min(places) - margin, max(places) + margin)
    for index, panel in enumerate(all_panels):
        at = place_of(index, columns)
        if not panel.lines:
            empty_panel(figure, at, theme, panel.missing or say("not measured"))
        for line in panel.lines:
            _draw(figure, line, at, theme, named)
        _levels(figure, panel, ends, at, theme, named)
    figure.update_layout(showlegend=True)
    height = FRAME_HEIGHT + TOP + (ROW_HEIGHT if rows > 1 else ONE_ROW_HEIGHT) * rows
    figure = finish(figure, alt=_told(all_panels, y), theme=theme, height=height)
    # The legend stands above the titles of the panels, each of a fixed height whatever the figure's.
    figure.update_layout(
        margin={"l": 12, "r": 12, "t": TOP, "b": 60},
        legend={"y": 1, "yref": "container", "yanchor": "top", "font_size": TEXT_SIZE - 2},
    )
    figure.update_yaxes(range=[LOWEST, HIGHEST], tickvals=[25, 50, 75, 100], zeroline=False, title_font_size=TEXT_SIZE)
    figure.update_xaxes(range=ends, zeroline=False, title_font_size=TEXT_SIZE, tickvals=list(ticks) or None)
    figure.update_yaxes(title_text=y, col=1)
    return figure.update_xaxes(title_text=x, row=rows)


def _levels(
    figure: go.Figure,
    panel: AccuracyPanel,
    ends: tuple[float, float],
    at: dict[str, int],
    theme: Theme,
    named: set[str],
) -> None:
    """What guessing gives, and the best that the noise allows."""
    ink = ink_of(theme)
    levels = [(CHANCE, say("guessing"), "dot")]
    if panel.best is not None:
        levels.append((panel.best, say("Bayes limit"), "dash"))
    for level, name, dash in levels:
        figure.add_scatter(
            x=ends,
            y=(level, level),
            mode="lines",
            name=name,
            legendgroup=name,
            legendrank=LAST_NAMED,
            showlegend=name not in named,
            line={"color": ink.bound, "width": 1.5, "dash": dash},
            hovertemplate=hover("%{y:.0f}%", name),
            **at,
        )
        named.add(name)


def _draw(figure: go.Figure, line: AccuracyLine, at: dict[str, int], theme: Theme, named: set[str]) -> None:
    colour = line.look.colour(theme)
    bars = {
        "type": "data",
        "symmetric": False,
        "array": [high - mean for high, mean in zip(line.high, line.mean, strict=True)],
        "arrayminus": [mean - low for low, mean in zip(line.low, line.mean, strict=True)],
        "color": colour,
        "thickness": 1,
        "width": 3,
    }
    if line.by_epoch:
        figure.add_scatter(
            x=[*line.x, *reversed(line.x)],
            y=[*line.high, *reversed(line.low)],
            fill="toself",
            fillcolor=translucent(colour, BAND),
            line={"width": 0},
            mode="lines",
            legendgroup=line.label,
            showlegend=False,
            hoverinfo="skip",
            **at,
        )
    figure.add_scatter(
        x=line.x,
        y=line.mean,
        error_y={"visible": False} if line.by_epoch else bars,
        name=line.label,
        legendgroup=line.label,
        showlegend=line.label not in named,
        mode="lines+markers" if line.joined else "markers",
        line=line.look.line(theme, WIDTH),
        marker={
            "symbol": line.look.symbol,
            "size": 8,
            "color": colour,
            "maxdisplayed": MOST_MARKS if line.by_epoch else 0,
        },
        hovertemplate=hover("%{x}: %{y:.2f}%", line.label),
        **at,
    )
    named.add(line.label)
    if line.paper:
        name = say("the paper's number (on validation)")
        figure.add_scatter(
            x=[x for x, _ in line.paper],
            y=[value for _, value in line.paper],
            mode="markers",
            name=name,
            legendgroup=name,
            legendrank=LAST_NAMED,
            showlegend=name not in named,
            marker={"symbol": "diamond-open", "size": 12, "color": colour, "line": {"width": 1.5}},
            hovertemplate=hover(say("paper: {value}", value="%{y:.2f}%"), line.label),
            **at,
        )
        named.add(name)


def _told(all_panels: Sequence[AccuracyPanel], y: str) -> str:
    parts = []
    for panel in all_panels:
        if not panel.lines:
            parts.append(say("{panel}: {why}.", panel=panel.title, why=panel.missing or say("not measured")))
            continue
        lines = [
            say("{name} {first} to {last}", name=line.label, first=f"{line.mean[0]:.1f}", last=f"{line.mean[-1]:.1f}")
            for line in panel.lines
        ]
        parts.append(say("{panel}: {lines}.", panel=panel.title, lines=listed(lines)))
    return say("{quantity}, from the left end of each line to its right. {parts}", quantity=y, parts=" ".join(parts))
