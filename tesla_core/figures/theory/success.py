"""How often training succeeded, over harmonics × bits, and the K that the paper's rule names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go

from tesla_core.figures.palette import DIVERGING, UNDECIDED, Theme, ink_of
from tesla_core.figures.style import HEIGHT, built, hover
from tesla_core.messages.say import say

Successes = Mapping[tuple[int, int], tuple[int, int]]
"""By harmonics and column, how many runs learned, of how many."""


def success_figure(
    cells: Successes,
    harmonics: Sequence[int],
    columns: Sequence[tuple[int, int]],
    rule: Sequence[tuple[int, int]],
    theme: Theme = "light",
    height: int = HEIGHT,
) -> go.Figure:
    """Share of runs that learned, from blue (none) to orange (all); cells without a run are empty and say so.

    columns: bits and samples. rule: of each column, the lowest and the highest K that the rule names; those rows have
    a frame.
    """
    ink = ink_of(theme)
    share = np.full((len(harmonics), len(columns)), np.nan)
    said, notes = [], []
    for row, k in enumerate(harmonics):
        told = []
        for column, (bits, samples) in enumerate(columns):
            learned, runs = cells.get((k, column), (0, 0))
            found = say("not measured")
            if runs:
                share[row, column] = learned / runs
                found = say("{learned} of {runs} runs learned", learned=learned, runs=runs)
            told.append(say("K = {K}, {bits} bits, N = {N}: {found}", K=k, bits=bits, N=f"{samples:,}", found=found))
            # White is read on the scale's blue end alone.
            blue = share[row, column] < 0.2
            colour = UNDECIDED if blue else ink_of("light").text if runs else ink.text
            text = f"{learned}/{runs}" if runs else "–"
            notes.append({"x": column, "y": row, "text": text, "showarrow": False, "font": {"color": colour}})
        said.append(told)
    framed = [[row for row, k in enumerate(harmonics) if low <= k <= high] for low, high in rule]
    frame = {"color": ink.text, "width": 4}
    shapes = [
        {"type": "rect", "x0": at - 0.48, "x1": at + 0.48, "y0": rows[0] - 0.47, "y1": rows[-1] + 0.47, "line": frame}
        for at, rows in enumerate(framed)
        if rows
    ]
    map_of_cells = {
        "type": "heatmap",
        "x": list(range(len(columns))),
        "y": list(range(len(harmonics))),
        "z": share,
        "zmin": 0,
        "zmax": 1,
        "colorscale": [list(step) for step in DIVERGING],
        "showscale": False,
        "text": said,
        "xgap": 2,
        "ygap": 2,
        "hovertemplate": hover("%{text}"),
    }
    # A heat map has no place in a legend.
    key = {"symbol": "square-open", "size": 15, "color": ink.text, "line": {"width": 3}}
    in_legend = {"type": "scatter", "x": [None], "y": [None], "mode": "markers", "marker": key}
    axis = {"showgrid": False, "zeroline": False}
    names = [f"{bits}<br>{short_number(samples)}" for bits, samples in columns]
    layout = {
        "xaxis": {
            **axis,
            "range": [-0.5, len(columns) - 0.5],
            "tickvals": list(range(len(columns))),
            "ticktext": names,
            "title": {"text": say("Bits d, and below them samples N")},
        },
        "yaxis": {
            **axis,
            "range": [-0.5, len(harmonics) - 0.5],
            "tickvals": list(range(len(harmonics))),
            "ticktext": [str(k) for k in harmonics],
            "title": {"text": say("Harmonics K")},
        },
        "annotations": notes,
        "shapes": shapes,
        "showlegend": True,
    }
    alt = _told(cells, harmonics, columns)
    return built(
        [map_of_cells, {**in_legend, "name": say("K that the rule names")}],
        layout,
        alt=alt,
        theme=theme,
        height=height,
    )


def short_number(samples: int) -> str:
    """ "1.4k" for 1,370: a column's name has room for no more."""
    return str(samples) if samples < 1000 else f"{samples / 1000:.2g}k" if samples < 99_500 else f"{samples // 1000}k"


def _told(cells: Successes, harmonics: Sequence[int], columns: Sequence[tuple[int, int]]) -> str:
    """For each column the K at which every run learned."""
    found = []
    for column, (bits, _) in enumerate(columns):
        whole = [k for k in harmonics if cells.get((k, column), (0, 1))[0] == cells.get((k, column), (0, 1))[1]]
        every = ", ".join(map(str, whole)) if whole else say("no K")
        found.append(say("{bits} bits: {every}", bits=bits, every=every))
    return say("K at which every run learned, by bits. {told}.", told="; ".join(found))
