"""What a trained net loses when its activation is changed: harmonics muted, or polynomials in φ's place."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from tesla_core.errors import TeslaError
from tesla_core.figures.palette import Theme, activation_colour, ink_of
from tesla_core.figures.style import HEIGHT, LINE_WIDTH, finish, hover, titled
from tesla_core.messages.say import say

_PATTERNS = ("", "/", ".", "x", "-", "+")


def muting_figure(
    accuracies: npt.ArrayLike,
    whole: float,
    theme: Theme = "light",
    height: int = HEIGHT,
    layers: Sequence[int] | None = None,
) -> go.Figure:
    """Test accuracy (%) with one harmonic muted, bars (layers, K), against that of the whole net, a line.

    layers: what the rows are called, 1, 2, … without it.
    """
    values = np.asarray(accuracies, dtype=np.float64)
    if values.ndim != 2 or not values.size:
        raise TeslaError(f"Accuracies need shape (layers, K); {values.shape} was given.")
    names = list(layers or range(1, len(values) + 1))
    k = np.arange(1, values.shape[1] + 1)
    tesla, ink = activation_colour("tesla", theme), ink_of(theme)
    figure = go.Figure()
    for row, name in zip(values, names, strict=True):
        figure.add_bar(
            x=k,
            y=row,
            name=say("muted in layer {layer}", layer=name),
            marker={
                "color": ink.second if (name - 1) % 2 else tesla,
                "pattern": {"shape": _PATTERNS[(name - 1) % len(_PATTERNS)]},
            },
            hovertemplate=hover(
                say(
                    "without harmonic {harmonic} of layer {layer}: {accuracy}%",
                    harmonic="%{x}",
                    layer=name,
                    accuracy="%{y:.1f}",
                )
            ),
        )
    figure.add_hline(y=whole, line={"color": ink.text, "dash": "dash", "width": 1.5})
    text = say("whole net {accuracy}%", accuracy=f"{whole:.1f}")
    figure.add_annotation(x=1, xref="paper", y=whole, yshift=10, text=text, showarrow=False, xanchor="right")
    figure.update_layout(barmode="group", showlegend=True)
    titled(figure, say("Harmonic k that is muted"), say("Test accuracy (%)"))
    figure.update_xaxes(dtick=max(1, k.size // 16))
    figure.update_yaxes(range=[0, 108], tickvals=[0, 25, 50, 75, 100])
    row, column = np.unravel_index(int(np.argmin(values)), values.shape)
    alt = say(
        "Test accuracy without each harmonic, {whole}% with all of them; it falls lowest, to {lowest}%, without "
        "harmonic {harmonic} of layer {layer}.",
        whole=f"{whole:.1f}",
        lowest=f"{values[row, column]:.1f}",
        harmonic=column + 1,
        layer=names[row],
    )
    return finish(figure, alt=alt, theme=theme, height=height)


def degree_figure(
    degrees: npt.ArrayLike,
    train: npt.ArrayLike,
    test: npt.ArrayLike,
    whole: float,
    chosen: int | None = None,
    theme: Theme = "light",
    height: int = HEIGHT,
) -> go.Figure:
    """Accuracy (%) of a net whose φ is its degree-n polynomial, by degree; `whole` is the test accuracy with φ."""
    orders = np.asarray(degrees)
    learned, judged = np.asarray(train, dtype=np.float64), np.asarray(test, dtype=np.float64)
    if orders.ndim != 1 or not orders.size or any(line.shape != orders.shape for line in (learned, judged)):
        raise TeslaError(f"Every degree needs a train and a test accuracy; {orders.shape} degrees were given.")
    tesla, ink = activation_colour("tesla", theme), ink_of(theme)
    figure = go.Figure()
    if chosen is not None:
        figure.add_vline(x=chosen, line={"color": ink.second, "width": 2})
    figure.add_hline(y=whole, line={"color": ink.text, "dash": "dash", "width": 1.5})
    text = say("with φ itself {accuracy}%", accuracy=f"{whole:.1f}")
    figure.add_annotation(x=0, xref="paper", y=whole, yshift=10, text=text, showarrow=False, xanchor="left")
    for name, line, colour, dash, symbol in (
        (say("training points"), learned, ink.bound, "dot", "circle-open"),
        (say("test points"), judged, tesla, "solid", "circle"),
    ):
        figure.add_scatter(
            x=orders,
            y=line,
            mode="lines+markers",
            name=name,
            line={"color": colour, "width": LINE_WIDTH, "dash": dash},
            marker={"size": 8, "symbol": symbol},
            hovertemplate=hover(say("degree {degree}: {share}%", degree="%{x}", share="%{y:.1f}"), name),
        )
    figure.update_layout(showlegend=True)
    titled(figure, say("Degree n of the polynomial"), say("Accuracy (%)"))
    figure.update_yaxes(range=[0, 108], tickvals=[0, 25, 50, 75, 100])
    best = int(np.argmax(judged))
    alt = say(
        "Accuracy with polynomials of degree {low} to {high} in place of φ: on test points best at degree {degree} "
        "with {best}%; with φ itself {whole}%.",
        low=orders.min(),
        high=orders.max(),
        degree=orders[best],
        best=f"{judged[best]:.1f}",
        whole=f"{whole:.1f}",
    )
    return finish(figure, alt=alt, theme=theme, height=height)
