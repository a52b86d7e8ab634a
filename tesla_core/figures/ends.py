"""The name of each line at its end, so that nobody has to carry a legend's colour across the chart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import plotly.graph_objects as go

from tesla_core.figures.palette import Theme, ink_of

SIZE, GAP = 13, 16  # of the type, and of a line of it, in pixels
LONGEST = 14  # letters; a longer name would take the chart's room on a phone
REACH = 4 * GAP
_LETTER = 7.2
_FRAME = 110  # what the legend, the axis' labels and its title take of a figure's height


def name_ends(figure: go.Figure, theme: Theme) -> go.Figure:
    """Write the names of the lines in the legend beside their ends, as many as have room; returns the same figure.

    For a finished figure, whose height counts. A name moves with its line's end when one zooms.
    """
    layout = cast(Any, figure.layout)
    log = layout.yaxis.type == "log"
    lines = [line for line in cast(Any, figure).data if line.name and line.showlegend is not False and len(line.x)]
    told = np.concatenate([np.asarray(line.y, dtype=np.float64) for line in lines] or [np.zeros(0)])
    told = told[np.isfinite(told) & ((told > 0) | (not log))]
    short = [line for line in lines if len(_own(line)) <= LONGEST and np.isfinite(line.y[-1])]
    short = [line for line in short if line.y[-1] > 0] if log else short
    if not short:
        return figure
    scaled = np.log10 if log else np.asarray
    low, high = layout.yaxis.range or scaled(np.array([told.min(), told.max()]))
    values = scaled(np.array([line.y[-1] for line in short], dtype=np.float64))
    room = max(GAP, layout.height - _FRAME)
    heights = room * (values - low) / max(high - low, 1e-12)
    for line, value, height, place in zip(short, values, heights, spread(heights, room), strict=True):
        if place is None:
            continue
        figure.add_annotation(
            text=_own(line).replace("&", "&amp;").replace("<", "&lt;"),
            x=float(line.x[-1]),
            y=float(value),  # annotations on a log axis stand at the exponent
            xanchor="left",
            xshift=8,
            yshift=float(place - height),
            showarrow=False,
            font={"size": SIZE, "color": ink_of(theme).text},
        )
    return figure.update_layout(margin={"r": 12 + _LETTER * max(len(_own(line)) for line in short)})


def _own(line: Any) -> str:
    """Its name, or that of its setting alone where `meta` says it: the legend has what stands in brackets."""
    return str(line.meta or line.name).split(" (")[0]


def spread(ends: Sequence[float] | np.ndarray, room: float) -> list[float | None]:
    """A place from 0 to room for each name, the most important first: `GAP` apart, in the order of the ends, as near to
    them as can be. Where that is further than `REACH`, the least important near there gets none."""
    heights = [float(end) for end in ends]
    kept = sorted(range(len(heights)), key=lambda one: heights[one])
    while kept:
        places = dict(zip(kept, _shifted([heights[one] for one in kept], room), strict=True))
        far = [one for one in kept if abs(places[one] - heights[one]) > REACH or places[one] > room]
        if not far:
            return [places.get(one) for one in range(len(heights))]
        kept.remove(max(one for one in kept if any(abs(heights[one] - heights[other]) <= REACH for other in far)))
    return [None] * len(heights)


def _shifted(ends: Sequence[float], room: float) -> list[float]:
    """Sorted ends moved apart: those that touch become a block, which stands where its members want it in the mean."""
    blocks: list[tuple[float, int]] = []

    def start(block: tuple[float, int]) -> float:
        wanted, count = block
        return max(0.0, min(room - GAP * (count - 1), wanted / count))

    for end in ends:
        blocks.append((end, 1))
        while len(blocks) > 1 and start(blocks[-2]) + GAP * blocks[-2][1] > start(blocks[-1]):
            (first, count), (second, more) = blocks[-2:]
            blocks[-2:] = [(first + second - GAP * count * more, count + more)]
    return [start(block) + GAP * place for block in blocks for place in range(block[1])]
