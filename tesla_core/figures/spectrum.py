"""The learned spectrum: coefficients and amplitudes by harmonic, and how they moved in training."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from tesla_core.analysis.arrays import check_coefficients
from tesla_core.errors import TeslaError
from tesla_core.figures.palette import Theme, activation_colour, ink_of
from tesla_core.figures.style import HEIGHT, LINE_WIDTH, epoch_axis, finish, titled


def spectrum_figure(a: npt.ArrayLike, b: npt.ArrayLike, theme: Theme = "light", height: int = HEIGHT) -> go.Figure:
    """a_k and b_k as bars, the harmonic's amplitude √(a_k² + b_k²)/k in φ_K as a line."""
    sines, cosines = check_coefficients(a, b)
    k = np.arange(1, sines.size + 1)
    amplitudes = np.hypot(sines, cosines) / k
    tesla, ink = activation_colour("tesla", theme), ink_of(theme)
    figure = go.Figure(
        [
            go.Bar(x=k, y=sines, name="a_k (sine)", marker={"color": tesla}),
            go.Bar(x=k, y=cosines, name="b_k (cosine)", marker={"color": ink.second, "pattern": {"shape": "/"}}),
            go.Scatter(
                x=k,
                y=amplitudes,
                name="amplitude √(a²+b²)/k",
                mode="lines+markers",
                line={"color": ink.text, "width": LINE_WIDTH},
                marker={"size": 9},
            ),
        ]
    )
    figure.update_layout(barmode="group", showlegend=True)
    titled(figure, "Harmonic k", "Coefficient")
    figure.update_xaxes(dtick=max(1, sines.size // 16))
    strongest = int(np.argmax(amplitudes))
    alt = f"Coefficients of {sines.size} harmonics; harmonic {strongest + 1} is strongest with amplitude " + (
        f"{amplitudes[strongest]:.3g}."
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
            colorbar={"title": {"text": "amplitude"}},
            hovertemplate="epoch %{x}, k = %{y}: %{z:.3g}<extra></extra>",
        )
    )
    epoch_axis(figure, times[-1], margin=0.5).update_yaxes(title_text="Harmonic k")
    alt = (
        f"Amplitudes of {values.shape[1]} harmonics over epochs {times[0]:g} to {times[-1]:g}; "
        f"at the end harmonic {int(np.argmax(values[-1])) + 1} is strongest."
    )
    return finish(figure, alt=alt, theme=theme, height=height)
