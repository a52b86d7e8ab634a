"""Pictures of what networks say everywhere, a panel each: decision boundaries and ten-bit surfaces.

They are drawn from arrays that a training left (problems/pictured_torch.py): for group g of panels (a data set) its
`g/title`, `g/labels` (P,), `g/pictures` (P, rows, columns) bytes with row 0 on top, `g/train` and `g/test` accuracies
(P,), `g/points` (n, 2) and `g/classes` (n,), and for a plane its `g/extent` (4,). `about` says in JSON how they were
made.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from tesla_core.figures.palette import CLASS_ONE, CLASS_ZERO, DIVERGING, Theme, ink_of
from tesla_core.figures.paper.layout import empty_panel, noted, panels, place_of
from tesla_core.figures.style import finish, hover
from tesla_core.messages.say import say
from tesla_core.paper.figure import Arrays
from tesla_core.wording import listed

ONE_GROUP, IN_GROUP = 5, 3  # columns of a figure of one data set, and of each of several side by side
SIDES = {ONE_GROUP: 195, 2 * IN_GROUP: 160}  # of a picture by how many stand in a row: they fill a figure's width
TOP, BETWEEN, BOTTOM = 76, 58, 44  # over the first row, over each further one, and below
LEFT, RIGHT = 52, 76  # for the names of halves, and for the scale
SMALL = 12
_SCALE = {
    "thickness": 12,
    "len": 160,
    "lenmode": "pixels",
    "x": 1.01,
    "y": 1,
    "yanchor": "top",
    "tickvals": [0, 50, 100],
    "ticktext": ["0%", "50%", "100%"],
    "tickfont": {"size": SMALL},
    "outlinewidth": 0,
}


@dataclass(frozen=True, eq=False)
class PictureGroup:
    """The panels of one data set."""

    title: str
    labels: Sequence[str]
    pictures: NDArray[np.uint8]
    train: NDArray[np.float64]
    test: NDArray[np.float64]
    points: NDArray[np.float32]
    classes: NDArray[np.uint8]
    extent: NDArray[np.float64] | None


def draw_pictures(name: str, trained: Arrays | None, theme: Theme) -> go.Figure:
    """The figure of what was trained; where nothing was, it says so."""
    if trained is None:
        figure = panels(1, 1, [""], across=0, down=0)
        empty_panel(figure, place_of(0, 1), theme, say("not measured"))
        alt = say("Figure {name}: not measured. It can be trained by the command.", name=name)
        return finish(figure, alt=alt, theme=theme)
    groups = read_groups(trained)
    figure, columns = _layout(groups)
    across = ONE_GROUP if len(groups) == 1 else IN_GROUP
    for number, group in enumerate(groups):
        for index in range(len(group.labels)):
            row, column = divmod(index, across)
            _panel(figure, group, index, {"row": row + 1, "col": number * across + column + 1}, theme)
    rows = _rows(groups, across)
    height = TOP + BOTTOM + rows * SIDES[columns] + (rows - 1) * BETWEEN
    finish(figure, alt=_told(groups), theme=theme, height=height)
    figure.update_layout(margin={"l": LEFT, "r": RIGHT, "t": TOP, "b": BOTTOM}, showlegend=False)
    bare = {"showgrid": False, "zeroline": False, "showticklabels": False, "constrain": "domain", "ticks": ""}
    # With margins that move, squares are fitted into the narrowest and stay so.
    figure.update_xaxes(bare, automargin=False).update_yaxes(bare, automargin=False, constraintoward="top")
    for at in range(1, columns * rows + 1):
        place = "" if at == 1 else str(at)
        figure.update_layout({f"yaxis{place}": {"scaleanchor": f"x{place}"}})
    if groups[0].extent is None:
        _name_halves(figure, len(groups[0].pictures[0]) - 1)
    return noted(figure, _note(trained))


def _rows(groups: Sequence[PictureGroup], across: int) -> int:
    return max(-(-len(group.labels) // across) for group in groups)


def _name_halves(figure: go.Figure, last: int) -> None:
    """On the first panel, what is across and what is down."""
    ends = {"showticklabels": True, "tickvals": [0, last], "tickfont_size": SMALL, "title_font_size": SMALL}
    figure.update_xaxes(title_text=say("second half"), title_standoff=0, row=1, col=1, **ends)
    figure.update_yaxes(title_text=say("first half"), title_standoff=0, row=1, col=1, **ends)


def read_groups(arrays: Arrays) -> list[PictureGroup]:
    """The groups of a training's arrays, in order."""
    found, number = [], 0
    while f"{number}/title" in arrays:
        own = {key.partition("/")[2]: value for key, value in arrays.items() if key.startswith(f"{number}/")}
        found.append(
            PictureGroup(
                str(own["title"]),
                [str(label) for label in own["labels"]],
                own["pictures"],
                own["train"],
                own["test"],
                own["points"],
                own["classes"],
                own.get("extent"),
            )
        )
        number += 1
    return found


def _layout(groups: Sequence[PictureGroup]) -> tuple[go.Figure, int]:
    across = ONE_GROUP if len(groups) == 1 else IN_GROUP
    rows, columns = _rows(groups, across), across * len(groups)
    titles = [""] * (rows * columns)
    for number, group in enumerate(groups):
        for index in range(len(group.labels)):
            row, column = divmod(index, across)
            titles[row * columns + number * across + column] = _title(group, index, len(groups) > 1)
    down = BETWEEN / (rows * SIDES[columns] + (rows - 1) * BETWEEN)
    return panels(rows, columns, titles, across=0.02, down=down, shared=False), columns


def _title(group: PictureGroup, index: int, named: bool) -> str:
    """The label and the training accuracy, as in the paper, and below it the one on points that were not trained on: a
    network that knows its samples by heart has 100%, too. Over a group's first panel what its data are."""
    head = f"<b>{say(group.title)}</b><br>" if named and index == 0 else ""
    label = f"{head}{say(group.labels[index])}"
    if np.isnan(group.train[index]):
        return label
    unseen = say("unseen {share}", share=f"{group.test[index]:.1%}")
    return f'{label} {group.train[index]:.1%}<br><span style="font-size: {SMALL}px">{unseen}</span>'


def _panel(figure: go.Figure, group: PictureGroup, index: int, at: dict[str, Any], theme: Theme) -> None:
    picture = group.pictures[index]
    rows, columns = picture.shape
    left, right, bottom, top = (-0.5, columns - 0.5, rows - 0.5, -0.5) if group.extent is None else group.extent
    x, y = _centres(left, right, columns), _centres(top, bottom, rows)
    figure.add_heatmap(
        x=x,
        y=y,
        z=np.rint(picture / 2.55).astype(np.uint8),
        zmin=0,
        zmax=100,
        colorscale=[list(stop) for stop in DIVERGING],
        # The first one has the scale of all.
        showscale=at["row"] == at["col"] == 1,
        colorbar=_SCALE | {"title": {"text": say("P(class 1)"), "font": {"size": SMALL}}},
        zsmooth=False if group.extent is None else "best",
        hovertemplate=hover(say("P(class 1) = {share}", share="%{z}%"), group.labels[index]),
        **at,
    )
    if group.extent is not None and picture.min() < 127 < picture.max():
        figure.add_contour(
            x=x,
            y=y,
            z=picture,
            contours={"start": 127.5, "end": 127.5, "size": 1, "coloring": "none"},
            line={"color": ink_of("light").text, "width": 1.5},
            showscale=False,
            hoverinfo="skip",
            **at,
        )
    colours = [CLASS_ZERO, CLASS_ONE]
    plain = group.extent is None
    figure.add_scatter(
        x=group.points[:, 0],
        y=group.points[:, 1],
        mode="markers",
        marker={
            "size": 2.5 if plain else 3,
            "color": ink_of("light").text if plain else [colours[label] for label in group.classes],
            "line": {"width": 0 if plain else 0.5, "color": ink_of("light").background},
        },
        hoverinfo="skip",
        **at,
    )
    figure.update_xaxes(range=[left, right], **at)
    figure.update_yaxes(range=[bottom, top], **at)


def _centres(start: float, end: float, count: int) -> NDArray[np.float64]:
    half = (end - start) / (2 * count)
    return np.linspace(start + half, end - half, count)


def _told(groups: Sequence[PictureGroup]) -> str:
    parts = []
    for group in groups:
        told = [
            say("{name} {train} on training and {test} on test samples", name=label, train=f"{a:.1%}", test=f"{b:.1%}")
            for label, a, b in zip(group.labels, group.train, group.test, strict=True)
            if not np.isnan(a)
        ]
        parts.append(say("{data}: {told}.", data=say(group.title), told=listed(told)))
    return say("Decision regions, a panel a network. {parts}", parts=" ".join(parts))


def _note(trained: Arrays) -> str:
    about = json.loads(str(trained["about"]))
    return say(
        "{setting} Trained in {seconds} s with torch {torch}, seed {seed}. Over each panel is its training accuracy, "
        "as in the paper, whose text prints none of these numbers, and below it that on what was not trained on. Blue "
        "is class 0, orange class 1.",
        setting=say(about["setting"]),
        seconds=round(about["seconds"]),
        torch=about["torch"],
        seed=about["seed"],
    )
