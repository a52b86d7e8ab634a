"""Loss and accuracy over training: a line a series, a band from its lowest to its highest seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from tesla_core.errors import TeslaError
from tesla_core.figures.ends import name_ends
from tesla_core.figures.palette import Look, Theme, ink_of, told_apart, translucent
from tesla_core.figures.style import HEIGHT, LINE_WIDTH, epoch_axis, finish, hover, log_ticks
from tesla_core.messages.say import say


@dataclass(frozen=True, eq=False)
class Series:
    """One line: its label, how its model is drawn, epochs (T,) and values (seeds, T)."""

    label: str
    look: Look
    epochs: npt.ArrayLike
    values: npt.ArrayLike


def accuracy_figure(
    series: Sequence[Series], bayes_limit: float | None = None, theme: Theme = "light", height: int = HEIGHT
) -> go.Figure:
    """Accuracy in percent by epoch, with the Bayes limit 100·(1 − p) under label noise if given."""
    figure, told = _lines(series, theme)
    figure.update_yaxes(title_text=say("Accuracy (%)"), range=[0, 100])
    alt = say("Accuracy in percent by epoch.")
    if bayes_limit is not None:
        ink = ink_of(theme)
        figure.add_hline(
            y=bayes_limit,
            line={"color": ink.bound, "dash": "dot", "width": 2},
            annotation={"text": say("Bayes limit"), "font": {"color": ink.text}},
            annotation_position="bottom right",
        )
        alt = f"{alt} {say('The Bayes limit is {limit}.', limit=f'{bayes_limit:g}')}"
    return name_ends(finish(figure, alt=f"{alt} {told}", theme=theme, height=height), theme)


def loss_figure(series: Sequence[Series], theme: Theme = "light", height: int = HEIGHT) -> go.Figure:
    """Loss by epoch on a log axis."""
    figure, told = _lines(series, theme)
    log_ticks(figure).update_yaxes(title_text=say("Loss"))
    alt = f"{say('Loss by epoch.')} {told}"
    return name_ends(finish(figure, alt=alt, theme=theme, height=height), theme)


def _lines(series: Sequence[Series], theme: Theme) -> tuple[go.Figure, str]:
    figure = go.Figure()
    told = []
    for one, look in zip(series, told_apart([one.look for one in series]), strict=True):
        epochs, values = np.asarray(one.epochs, dtype=np.float64), np.atleast_2d(np.asarray(one.values, float))
        if values.shape[1:] != epochs.shape or not epochs.size:
            raise TeslaError(
                f"{one.label}: epochs (T,) need values (seeds, T); the shapes {epochs.shape}, {values.shape} came."
            )
        if len(values) > 1:
            figure.add_scatter(
                x=np.concatenate([epochs, epochs[::-1]]),
                y=np.concatenate([values.max(axis=0), values.min(axis=0)[::-1]]),
                fill="toself",
                fillcolor=translucent(look.colour(theme), 0.18),
                line={"width": 0},
                mode="lines",
                hoverinfo="skip",
                showlegend=False,
                legendgroup=one.label,
            )
        mean = values.mean(axis=0)
        figure.add_scatter(
            x=epochs,
            y=mean,
            name=one.label,
            legendgroup=one.label,
            mode="lines",
            line=look.line(theme, LINE_WIDTH),
            hovertemplate=hover(say("epoch {epoch}: {value}", epoch="%{x}", value="%{y:.4g}"), one.label),
        )
        told.append(f"{one.label} {mean[-1]:.3g}")
    figure.update_layout(showlegend=True)
    epoch_axis(figure, max((float(np.max(np.asarray(one.epochs))) for one in series), default=0.0))
    return figure, say("At the end: {told}.", told=", ".join(told) or say("nothing yet"))
