"""How often training succeeded, over harmonics × bits, and the range that the paper's rule names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go

from tesla_core.figures.palette import DIVERGING, UNDECIDED, Theme, ink_of
from tesla_core.figures.style import HEIGHT, finish, hover, titled
from tesla_core.messages.say import say

Successes = Mapping[tuple[int, int], tuple[int, int]]
"""By harmonics and bits, how many runs learned, of how many."""


def success_figure(
    cells: Successes,
    harmonics: Sequence[int],
    bits: Sequence[int],
    rule: tuple[float, float],
    theme: Theme = "light",
    height: int = HEIGHT,
) -> go.Figure:
    """Share of runs that learned, from blue (none) to orange (all); cells without a run are empty and say so.

    rule: κ from and to; K = κ · bits is drawn as a band over the rows.
    """
    ink = ink_of(theme)
    share = np.full((len(harmonics), len(bits)), np.nan)
    words = [["–"] * len(bits) for _ in harmonics]
    said = [[say("not measured")] * len(bits) for _ in harmonics]
    for row, k in enumerate(harmonics):
        for column, d in enumerate(bits):
            learned, runs = cells.get((k, d), (0, 0))
            if runs:
                share[row, column] = learned / runs
                words[row][column] = f"{learned}/{runs}"
                said[row][column] = say("{learned} of {runs} runs learned", learned=learned, runs=runs)
    figure = go.Figure(
        go.Heatmap(
            x=list(range(len(bits))),
            y=list(range(len(harmonics))),
            z=share,
            zmin=0,
            zmax=1,
            colorscale=[list(step) for step in DIVERGING],
            showscale=False,
            text=[
                [
                    say("K = {K}, {bits} bits: {found}", K=k, bits=d, found=found)
                    for d, found in zip(bits, row, strict=True)
                ]
                for k, row in zip(harmonics, said, strict=True)
            ],
            xgap=2,
            ygap=2,
            hovertemplate=hover("%{text}"),
        )
    )
    for row, line in enumerate(words):
        for column, text in enumerate(line):
            # White is read on the scale's blue end alone.
            empty, blue = np.isnan(share[row, column]), share[row, column] < 0.2
            colour = ink.text if empty else UNDECIDED if blue else ink_of("light").text
            figure.add_annotation(x=column, y=row, text=text, showarrow=False, font={"color": colour})
    low, high = ([_row_of(kappa * d, harmonics) for d in bits] for kappa in rule)
    places = list(range(len(bits)))
    for heights, name in ((low, f"K = {rule[0]:g} · d"), (high, f"K = {rule[1]:g} · d")):
        figure.add_scatter(
            x=places,
            y=heights,
            mode="lines",
            name=name,
            line={"color": ink.text, "width": 3, "dash": "dash" if heights is low else "dot"},
            hoverinfo="skip",
        )
    figure.update_layout(showlegend=True)
    titled(figure, say("Bits d"), say("Harmonics K"))
    figure.update_xaxes(showgrid=False, zeroline=False, tickvals=places, ticktext=[str(d) for d in bits])
    rows = list(range(len(harmonics)))
    figure.update_yaxes(showgrid=False, zeroline=False, tickvals=rows, ticktext=[str(k) for k in harmonics])
    measured = [(k, d) for k, d in cells if cells[k, d][1]]
    whole = sum(cells[cell][0] == cells[cell][1] for cell in measured)
    alt = say(
        "Runs that learned, by harmonics and bits: {measured} of {all} cells are measured; in {whole} every run "
        "learned.",
        measured=len(measured),
        all=len(harmonics) * len(bits),
        whole=whole,
    )
    return finish(figure, alt=alt, theme=theme, height=height)


def _row_of(value: float, harmonics: Sequence[int]) -> float:
    """Where a number of harmonics lies between the rows, which are not evenly spaced."""
    return float(np.interp(value, harmonics, np.arange(len(harmonics))))
