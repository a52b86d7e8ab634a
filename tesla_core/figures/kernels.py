"""Mode-wise kernel spectra, the paper's figure 2."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from tesla_core.figures.palette import Look, Theme, ink_of
from tesla_core.figures.style import HEIGHT, LINE_WIDTH, finish, lay_out, log_ticks, titled
from tesla_core.messages.say import say


@dataclass(frozen=True, eq=False)
class Spectrum:
    """One line: its label, how its model is drawn, λ_m/λ_1 for m = 1, 2, …; analytic ones are dotted, in ink."""

    label: str
    look: Look
    values: npt.ArrayLike
    analytic: bool = False


def kernel_figure(spectra: Sequence[Spectrum], theme: Theme = "light", height: int = HEIGHT) -> go.Figure:
    """λ_m/λ_1 against the mode m, both axes logarithmic; modes with eigenvalue zero are left out."""
    figure = go.Figure()
    told = []
    for spectrum in spectra:
        values = np.asarray(spectrum.values, dtype=np.float64)
        modes = np.arange(1, values.size + 1)
        present = values > 0
        line = {**spectrum.look.line(theme, LINE_WIDTH), "dash": "solid"}
        if spectrum.analytic:  # in ink and above the measured one, which lies on it
            line = {"color": ink_of(theme).text, "dash": "dot", "width": LINE_WIDTH}
        figure.add_scatter(
            x=modes[present],
            y=values[present],
            name=spectrum.label,
            mode="lines" if spectrum.analytic else "lines+markers",
            line=line,
            zorder=int(spectrum.analytic),
            marker={"symbol": spectrum.look.symbol, "size": 9},
            hovertemplate="m = %{x}: %{y:.3g}<extra>" + spectrum.label + "</extra>",
        )
        middle = min(4, values.size)
        told.append(
            say("{name} {value} at mode {mode}", name=spectrum.label, value=f"{values[middle - 1]:.2g}", mode=middle)
        )
    titled(log_ticks(figure), say("Mode m"), "λₘ / λ₁")
    last = max((np.size(spectrum.values) for spectrum in spectra), default=1)
    ticks = [2**power for power in range(int(last).bit_length())]
    lay_out(figure, x={"type": "log", "tickvals": ticks}, showlegend=True)
    alt = say("Normalised kernel eigenvalues by mode: {told}.", told="; ".join(told))
    return finish(figure, alt=alt, theme=theme, height=height)
