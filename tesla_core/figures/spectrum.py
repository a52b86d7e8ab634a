"""The learned spectrum: coefficients and amplitudes by harmonic, and how they moved in training."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from tesla_core.analysis.arrays import check_coefficients
from tesla_core.errors import TeslaError
from tesla_core.figures.palette import Theme, activation_colour, ink_of
from tesla_core.figures.style import HEIGHT, LINE_WIDTH, epoch_axis, finish, hover, titled
from tesla_core.messages.say import say, say_count


def spectrum_figure(a: npt.ArrayLike, b: npt.ArrayLike, theme: Theme = "light", height: int = HEIGHT) -> go.Figure:
    """a_k and b_k as bars, the harmonic's amplitude √(a_k² + b_k²)/k in φ_K as a line."""
    sines, cosines = check_coefficients(a, b)
    k = np.arange(1, sines.size + 1)
    amplitudes = np.hypot(sines, cosines) / k
    tesla, ink = activation_colour("tesla", theme), ink_of(theme)
    figure = go.Figure(
        [
            go.Bar(x=k, y=sines, name=say("a_k (sine)"), marker={"color": tesla}),
            go.Bar(x=k, y=cosines, name=say("b_k (cosine)"), marker={"color": ink.second, "pattern": {"shape": "/"}}),
            go.Scatter(
                x=k,
                y=amplitudes,
                name=say("amplitude {formula}", formula="√(a²+b²)/k"),
                mode="lines+markers",
                line={"color": ink.text, "width": LINE_WIDTH},
                marker={"size": 9},
            ),
        ]
    )
    figure.update_layout(barmode="group", showlegend=True)
    titled(figure, say("Harmonic k"), say("Coefficient"))
    figure.update_xaxes(dtick=max(1, sines.size // 16))
    strongest = int(np.argmax(amplitudes))
    alt = say_count(
        sines.size,
        "Coefficients of {count} harmonic; harmonic {strongest} is strongest with amplitude {amplitude}.",
        "Coefficients of {count} harmonics; harmonic {strongest} is strongest with amplitude {amplitude}.",
        strongest=strongest + 1,
        amplitude=f"{amplitudes[strongest]:.3g}",
    )
    return finish(figure, alt=alt, theme=theme, height=height)


def harmonic_heatmap(
    epochs: npt.ArrayLike, amplitudes: npt.ArrayLike, theme: Theme = "light", height: int = HEIGHT
) -> go.Figure:
    """Amplitude by harmonic (down) and epoch (across), from epochs (T,) and amplitudes (T, K)."""
    times, values = np.asarray(epochs, dtype=np.float64), np.asarray(amplitudes, dtype=np.float64)
    if values.ndim != 2 or times.shape != values.shape[:1] or not values.size:
        raise TeslaError(f"Epochs (T,) need amplitudes (T, K); the shapes {times.shape}, {values.shape} were given.")
    figure = go.Figure(
        go.Heatmap(
            x=times,
            y=np.arange(1, values.shape[1] + 1),
            z=values.T,
            zmin=0,
            colorscale="Cividis",
            colorbar={"title": {"text": say("amplitude")}},
            hovertemplate=hover(say("epoch {epoch}, k = {k}: {value}", epoch="%{x}", k="%{y}", value="%{z:.3g}")),
        )
    )
    epoch_axis(figure, times[-1], margin=0.5).update_yaxes(title_text=say("Harmonic k"))
    alt = say_count(
        values.shape[1],
        "Amplitudes of {count} harmonic over epochs {first} to {last}; at the end harmonic {strongest} is strongest.",
        "Amplitudes of {count} harmonics over epochs {first} to {last}; at the end harmonic {strongest} is strongest.",
        first=f"{times[0]:g}",
        last=f"{times[-1]:g}",
        strongest=int(np.argmax(values[-1])) + 1,
    )
    return finish(figure, alt=alt, theme=theme, height=height)
