"""How the error of each mode decays in training, beside what the kernel at the start foretells."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from tesla_core.analysis.arrays import FloatArray
from tesla_core.analysis.modewise import ModeTraining
from tesla_core.figures.palette import Theme, ink_of, look_of
from tesla_core.figures.style import HEIGHT, LINE_WIDTH, built, hover
from tesla_core.messages.say import say

SHOWN = (1, 2, 4, 8)  # all of them would be a thicket
LOW = 0.03
_LOWEST = 1e-3


def decay_figure(training: ModeTraining, theme: Theme = "light", height: int = HEIGHT) -> go.Figure:
    """|e_m| by step, a colour a mode, named at its line: trained as a line, foretold as a dashed one."""
    ink = ink_of(theme)
    steps = training.steps[1:]  # a logarithmic axis has no zero, and there all errors are whole
    traces = []
    for mode in SHOWN:
        colour = look_of("tesla", harmonics=mode).colour(theme)  # a ramp, deeper with the number
        name = f"m = {mode}"
        for values, dash, width, called in (
            (training.measured[1:, mode - 1], "solid", LINE_WIDTH, name),
            (training.foretold[1:, mode - 1], "dash", 2, say("{mode}, foretold", mode=name)),
        ):
            words = say("step {step}: {error}", step="%{x}", error="%{y:.3g}")
            traces.append(
                {
                    "type": "scatter",
                    "x": steps,
                    "y": np.maximum(values, _LOWEST / 10),
                    "name": called,
                    "showlegend": False,
                    "mode": "lines",
                    "line": {"color": colour, "width": width, "dash": dash},
                    "hovertemplate": hover(words, called),
                }
            )
    for name, dash, width in ((say("trained"), "solid", LINE_WIDTH), (say("foretold"), "dash", 2)):
        line = {"color": ink.text, "width": width, "dash": dash}
        traces.append({"type": "scatter", "x": [None], "y": [None], "name": name, "mode": "lines", "line": line})
    places = [_label_place(training.measured[1:, mode - 1]) for mode in SHOWN]
    traces.append(
        {
            "type": "scatter",
            "x": steps[places],
            "y": [training.measured[1:, mode - 1][at] for mode, at in zip(SHOWN, places, strict=True)],
            "text": [f"m = {mode}" for mode in SHOWN],
            "mode": "text",
            "textposition": ["middle left" if at < len(steps) - 1 else "bottom left" for at in places],
            "textfont": {"color": ink.text},
            "showlegend": False,
            "hoverinfo": "skip",
        }
    )
    layout = {
        "xaxis": {"type": "log", "dtick": 1, "title": {"text": say("Step")}},
        "yaxis": {
            "type": "log",
            "nticks": 5,
            "exponentformat": "power",
            "minor": {"showgrid": False},
            "range": [np.log10(_LOWEST), np.log10(3.0)],
            "title": {"text": say("Error left in the mode")},
        },
        "showlegend": True,
    }
    told = "; ".join(
        say(
            "mode {mode}: {trained} left, {foretold} foretold",
            mode=mode,
            trained=f"{training.measured[-1, mode - 1]:.2g}",
            foretold=f"{training.foretold[-1, mode - 1]:.2g}",
        )
        for mode in SHOWN
    )
    alt = say("Errors by mode at the end of training: {told}.", told=told)
    return built(traces, layout, alt=alt, theme=theme, height=height)


def _label_place(errors: FloatArray) -> int:
    """Where a line's name stands: low on its fall, where lines are apart, or at its end."""
    return int(np.argmax(errors < LOW)) if (errors < LOW).any() else len(errors) - 1
