"""Accuracy on unseen strings by how many of their neighbours were seen: a line a panel, half of them in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from tesla_core.errors import TeslaError
from tesla_core.figures.palette import Look, Theme, ink_of
from tesla_core.figures.style import HEIGHT, LINE_WIDTH, finish, hover, titled
from tesla_core.messages.say import say
from tesla_core.problems.parity.neighbours import ByNeighbours
from tesla_core.wording import counted


@dataclass(frozen=True)
class Line:
    """A panel and how it is drawn; the reference, dotted in ink, has no look."""

    label: str
    look: Look | None = None


def group_names(found: ByNeighbours) -> list[str]:
    """ "0", "1", …, "7 or more": the groups, ends that were put together named as such."""
    names = [str(low) for low in found.lowest]
    if found.lowest[-1] != found.highest[-1]:
        names[-1] = say("{count} or more", count=found.lowest[-1])
    if found.lowest[0] != found.highest[0]:
        names[0] = say("up to {count}", count=found.highest[0])
    return names


def neighbours_figure(
    found: ByNeighbours, lines: Sequence[Line], theme: Theme = "light", height: int = HEIGHT
) -> go.Figure:
    """One line for every row of `found.right`, in that order."""
    if len(lines) != len(found.right):
        raise TeslaError(f"{counted(len(lines), 'line')} can't draw {counted(len(found.right), 'panel')}.")
    ink, names = ink_of(theme), group_names(found)
    seen = {"group": "%{customdata[0]}", "right": "%{customdata[1]}", "total": "%{customdata[2]}", "share": "%{y:.0f}"}
    words = say("{group} seen: right on {right} of {total} ({share}%)", **seen)
    plain = {"color": ink.bound, "dash": "dot", "width": 2}
    places = list(range(len(names)))
    figure = go.Figure()
    for line, share, right in zip(lines, found.share, found.right, strict=True):
        figure.add_scatter(
            x=places,
            y=(100 * share).tolist(),
            customdata=[[name, hits, n] for name, hits, n in zip(names, right, found.strings, strict=True)],
            name=line.label,
            mode="lines+markers",
            line=line.look.line(theme, LINE_WIDTH) if line.look else plain,
            marker={"size": 9, "symbol": line.look.symbol} if line.look else {"size": 5},
            hovertemplate=hover(words, line.label),
        )
    figure.add_hline(y=50, line={"color": ink.bound, "dash": "dash", "width": 2})
    at = {"x": 1, "xref": "paper", "y": 50, "xanchor": "right", "yanchor": "bottom"}
    figure.add_annotation(text=say("guessing"), showarrow=False, **at)
    ticks = [f"{name}<br>({n})" for name, n in zip(_short_names(found), found.strings, strict=True)]
    titled(figure, say("Seen neighbours (number of strings)"), say("Right (%)"))
    figure.update_xaxes(tickvals=places, ticktext=ticks, tickangle=0, range=[-0.3, len(names) - 0.7], zeroline=False)
    figure.update_yaxes(range=[-3, 103], tickvals=[0, 25, 50, 75, 100], zeroline=False)
    figure.update_layout(showlegend=True)
    return finish(figure, alt=_told(found, lines, names), theme=theme, height=height)


def _short_names(found: ByNeighbours) -> list[str]:
    """The groups' names where a phone has room for three letters."""
    names = [str(low) for low in found.lowest]
    if found.lowest[-1] != found.highest[-1]:
        names[-1] = f"{found.lowest[-1]}+"
    if found.lowest[0] != found.highest[0]:
        names[0] = f"≤{found.highest[0]}"
    return names


def _told(found: ByNeighbours, lines: Sequence[Line], names: Sequence[str]) -> str:
    """Every number of the chart, as one says it."""
    sizes = ", ".join(
        say("{strings} with {group}", strings=n, group=name) for name, n in zip(names, found.strings, strict=True)
    )
    each = "; ".join(
        f"{line.label}: {', '.join(f'{share:.0%}' for share in shares)}"
        for line, shares in zip(lines, found.share, strict=True)
    )
    return say(
        "Share of unseen strings answered right, by the number of their seen neighbours ({sizes}). {each}.",
        sizes=sizes,
        each=each,
    )
