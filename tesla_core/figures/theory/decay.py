"""How the error of each mode decays in training, beside what the kernel at the start foretells."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from tesla_core.analysis.modewise import ModeTraining
from tesla_core.figures.palette import Theme, look_of
from tesla_core.figures.style import HEIGHT, LINE_WIDTH, finish, hover, lay_out, log_ticks, titled
from tesla_core.messages.say import say

SHOWN = (1, 2, 4, 8)  # all of them would be a thicket
_LOWEST = 1e-3


def decay_figure(training: ModeTraining, theme: Theme = "light", height: int = HEIGHT) -> go.Figure:
    """|e_m| by step, a colour a mode: trained as a line, foretold as a dashed one."""
    figure = go.Figure()
    steps = training.steps + 1  # a logarithmic axis has no zero
    for mode in SHOWN:
        colour = look_of("tesla", harmonics=mode).colour(theme)  # a ramp, deeper with the number
        name = f"m = {mode}"
        for values, dash, shown in (
            (training.measured[:, mode - 1], "solid", True),
            (training.foretold[:, mode - 1], "dash", False),
        ):
            figure.add_scatter(
                x=steps,
                y=np.maximum(values, _LOWEST / 10),
                name=name,
                legendgroup=name,
                showlegend=shown,
                mode="lines",
                line={"color": colour, "width": LINE_WIDTH if shown else 2, "dash": dash},
                hovertemplate=hover(
                    say("step {step}: {error}", step="%{x}", error="%{y:.3g}"),
                    name if shown else say("{mode}, foretold", mode=name),
                ),
            )
    titled(log_ticks(figure), say("Step + 1"), say("Error left in the mode"))
    heights = [np.log10(_LOWEST), np.log10(3.0)]
    lay_out(figure, x={"type": "log", "dtick": 1}, y={"range": heights}, showlegend=True)
    told = "; ".join(
        say(
            "mode {mode}: {trained} left, {foretold} foretold",
            mode=mode,
            trained=f"{training.measured[-1, mode - 1]:.2g}",
            foretold=f"{training.foretold[-1, mode - 1]:.2g}",
        )
        for mode in SHOWN
    )
    return finish(
        figure, alt=say("Errors by mode at the end of training: {told}.", told=told), theme=theme, height=height
    )
