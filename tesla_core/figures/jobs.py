"""Curves of background runs: one run's splits while it trains, and several settings with a band over their seeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from tesla_core.figures.ends import name_ends
from tesla_core.figures.palette import DASHES, Look, Theme, ink_of, told_apart, translucent
from tesla_core.figures.style import LINE_WIDTH, epoch_axis, finish, hover, log_ticks, share_axis
from tesla_core.messages.say import marked, say, say_count

HEIGHT = 270
MARKED = 30
"""A curve of fewer points shows each, so that one epoch is seen at all."""
SPLIT_DASHES = {"test": "solid", "validation": "dash", "train": "dot"}
"""One run is one colour; its splits differ by dash, and so do the parts of a loss."""
SHARES = frozenset({"accuracy", "top1", "top5"})
"""Told in percent."""
SPELLED = {"psnr": "PSNR (dB)", "ssim": "SSIM", "top1": "top-1", "top5": "top-5", "pde": "PDE"}
SPLITS = {
    "train": marked("train"),
    "validation": marked("validation"),
    "test": marked("test"),
    "total": marked("total"),
    "initial": marked("initial"),
    "boundary": marked("boundary"),
    "relative": marked("relative"),
    "seen": marked("seen"),
    "unseen": marked("unseen"),
}
"""What a legend calls the lines of one quantity."""
TITLES = {
    "accuracy": marked("Accuracy (%)"),
    "train_accuracy": marked("Train accuracy (%)"),
    "validation_accuracy": marked("Validation accuracy (%)"),
    "test_accuracy": marked("Test accuracy (%)"),
    "loss": marked("Loss"),
    "train_loss": marked("Train loss"),
    "validation_loss": marked("Validation loss"),
    "test_loss": marked("Test loss"),
    "total_loss": marked("Total loss"),
    "pde_loss": marked("PDE loss"),
    "initial_loss": marked("Initial loss"),
    "boundary_loss": marked("Boundary loss"),
    "error": marked("Error"),
    "relative_error": marked("Relative error"),
    "seen_psnr": marked("Seen PSNR (dB)"),
    "unseen_psnr": marked("Unseen PSNR (dB)"),
    "top1": marked("Top-1 (%)"),
    "top5": marked("Top-5 (%)"),
    "validation_top5": marked("Validation top-5 (%)"),
}
"""By metric, what an axis says; a metric that is not here is spelled out from its name."""


@dataclass(frozen=True, eq=False)
class SettingBand:
    """One setting: epochs (T,), the mean (T,) of its seeds, their lowest and highest (T,), and how many they are."""

    label: str
    look: Look
    epochs: npt.NDArray[np.float64]
    mean: npt.NDArray[np.float64]
    low: npt.NDArray[np.float64]
    high: npt.NDArray[np.float64]
    seeds: int


def quantities(metrics: Sequence[str]) -> list[str]:
    """What is measured, whatever the split: train_loss and test_loss are both "loss". In the order of a page."""
    names = dict.fromkeys(_quantity(name) for name in metrics)
    return sorted(names, key=lambda name: {"accuracy": 0, "loss": 1}.get(name, 2))


def run_figure(
    curves: Mapping[str, Mapping[int, float]],
    quantity: str,
    look: Look,
    epochs: int,
    best: float | None = None,
    theme: Theme = "light",
) -> go.Figure:
    """One run's `quantity` by epoch, a line a split; the axis spans all `epochs`, so that what is to come has its room.

    curves: by metric ("test_accuracy"), the value at each epoch. best: the most that the labels' noise allows.
    """
    figure = go.Figure()
    told = []
    own = {metric: values for metric, values in curves.items() if _quantity(metric) == quantity}
    for number, (metric, values) in enumerate(own.items()):
        split = metric.removesuffix(quantity).rstrip("_") or quantity
        scale = scale_of(quantity)
        x, y = list(values), [scale * value for value in values.values()]
        dash = SPLIT_DASHES.get(split, list(DASHES)[number % len(DASHES)])
        line = replace(look, dash=dash).line(theme, LINE_WIDTH)
        split = say(SPLITS[split]) if split in SPLITS else SPELLED.get(split, split)
        words = _hover(split)
        figure.add_scatter(x=x, y=y, name=split, mode=_mode(len(x)), line=line, marker={"size": 6}, hovertemplate=words)
        told += [f"{split} {y[-1]:.4g}"] if y else []
    _axes(figure, quantity, epochs, theme, best)
    reached = max((max(values) for values in curves.values() if values), default=0)
    places = {"metric": metric_title(quantity), "epoch": reached, "epochs": epochs, "told": ", ".join(told)}
    alt = (
        say("{metric} by epoch, at epoch {epoch} of {epochs}: {told}.", **places)
        if told
        else say("{metric} by epoch, nothing measured yet.", **places)
    )
    return finish(figure, alt=alt, theme=theme, height=HEIGHT)


def bands_figure(bands: Sequence[SettingBand], metric: str, theme: Theme = "light", height: int = 420) -> go.Figure:
    """`metric` by epoch: a line a setting, the mean of its seeds, and a band from its lowest to its highest seed."""
    figure = go.Figure()
    told = []
    quantity = _quantity(metric)
    scale = scale_of(metric)
    for band, look in zip(bands, told_apart([band.look for band in bands]), strict=True):
        line = look.line(theme, LINE_WIDTH)
        name = say_count(band.seeds, "{setting} ({count} seed)", "{setting} ({count} seeds)", setting=band.label)
        if band.seeds > 1:
            figure.add_scatter(
                x=np.concatenate([band.epochs, band.epochs[::-1]]),
                y=scale * np.concatenate([band.high, band.low[::-1]]),
                fill="toself",
                fillcolor=translucent(line["color"], 0.18),
                line={"width": 0},
                mode="lines",
                hoverinfo="skip",
                showlegend=False,
                legendgroup=name,
            )
        figure.add_scatter(
            x=band.epochs,
            y=scale * band.mean,
            name=name,
            meta=band.label,
            legendgroup=name,
            mode=_mode(len(band.epochs)),
            line=line,
            marker={"size": 7, "symbol": look.symbol},
            hovertemplate=_hover(band.label),
        )
        told.append(f"{name} {scale * band.mean[-1]:.4g}")
    last = max((float(band.epochs[-1]) for band in bands), default=0.0)
    _axes(figure, quantity, last, theme, None, metric_title(metric))
    alt = say(
        "{metric} by epoch, mean and range of the seeds. At the end: {told}.",
        metric=metric_title(metric),
        told=", ".join(told) or say("nothing yet"),
    )
    return name_ends(finish(figure, alt=alt, theme=theme, height=height), theme)


def metric_title(metric: str) -> str:
    """Test accuracy (%), PSNR (dB), Validation top-5 (%)."""
    if metric in TITLES:
        return say(TITLES[metric])
    words = " ".join(SPELLED.get(word, word) for word in metric.split("_"))
    return f"{words[:1].upper()}{words[1:]}{' (%)' if _quantity(metric) in SHARES else ''}"


def scale_of(metric: str) -> float:
    """By what a value is multiplied to be told."""
    return 100.0 if _quantity(metric) in SHARES else 1.0


def _quantity(metric: str) -> str:
    return metric.rsplit("_", 1)[-1]


def _mode(points: int) -> str:
    return "lines+markers" if points < MARKED else "lines"


def _hover(label: str) -> str:
    return hover(say("epoch {epoch}: {value}", epoch="%{x}", value="%{y:.4g}"), label)


def _axes(
    figure: go.Figure, quantity: str, last: float, theme: Theme, best: float | None, title: str | None = None
) -> None:
    epoch_axis(figure, last).update_yaxes(title_text=title or metric_title(quantity))
    figure.update_layout(showlegend=True)
    if quantity in SHARES:
        share_axis(figure, "yaxis")
    if quantity == "loss":
        log_ticks(figure)
    if quantity == "accuracy" and best is not None and best < 1.0:
        ink = ink_of(theme)
        figure.add_hline(
            y=100 * best,
            line={"color": ink.bound, "dash": "dot", "width": 2},
            annotation={"text": say("Bayes limit"), "font": {"color": ink.text}},
            annotation_position="bottom right",
        )
