"""The lottery of initial alignment: every ticket, best first, against the noise floor."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from tesla_core.figures.palette import Look, Theme, ink_of
from tesla_core.figures.style import HEIGHT, LINE_WIDTH, finish, hover, log_ticks, titled
from tesla_core.messages.say import say

_DECADES = 12


def alignment_figure(
    log_alignments: Mapping[str, tuple[Look, npt.ArrayLike]], floor: float, theme: Theme = "light", height: int = HEIGHT
) -> go.Figure:
    """Alignments (width, K), as natural logarithms, by rank, and the floor 1/√N; a line a label, each with its look."""
    figure = go.Figure()
    told = []
    for label, (look, logs) in log_alignments.items():
        ranked = np.exp(np.sort(np.asarray(logs, dtype=np.float64).reshape(-1))[::-1])
        shown = ranked > 0
        figure.add_scatter(
            x=np.arange(1, ranked.size + 1)[shown],
            y=ranked[shown],
            name=label,
            mode="lines+markers",
            line=look.line(theme, LINE_WIDTH),
            marker={"size": 5},
            hovertemplate=hover(say("ticket {rank}: {value}", rank="%{x}", value="%{y:.3g}"), label),
        )
        told.append(
            say(
                "{name}: best {best}, {above} of {total} above the floor",
                name=label,
                best=f"{ranked[0]:.2g}",
                above=int((ranked > floor).sum()),
                total=ranked.size,
            )
        )
    ink = ink_of(theme)
    figure.add_hline(y=floor, line={"color": ink.bound, "dash": "dash", "width": 2})
    figure.add_annotation(
        text=say("noise {floor}", floor=f"1/√N = {floor:.2g}"),
        x=1,
        xref="paper",
        y=float(np.log10(floor)),  # annotations on a log axis stand at the exponent
        xanchor="right",
        yanchor="bottom",
        showarrow=False,
    )
    figure.update_layout(showlegend=True)
    titled(log_ticks(figure), say("Ticket (neuron × harmonic), best first"), say("Alignment with the parity"))
    figure.update_xaxes(type="log", dtick=1)
    figure.update_yaxes(range=[np.log10(floor) - _DECADES / 2, 0.3])
    alt = say("Initial alignment against the noise floor {floor}. {told}.", floor=f"{floor:.2g}", told="; ".join(told))
    return finish(figure, alt=alt, theme=theme, height=height)
