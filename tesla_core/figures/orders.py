"""Maclaurin coefficients in motion: over training, and before and after a change by hand (Eq. 3)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from tesla_core.errors import TeslaError
from tesla_core.figures.palette import CLASS_ONE, CLASS_ZERO, DIVERGING, Theme, ink_of
from tesla_core.figures.style import HEIGHT, epoch_axis, finish, hover, log_ticks, titled
from tesla_core.messages.say import say

DECADES = 4  # shown below the largest coefficient; smaller ones are white
_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def order_heatmap(
    epochs: npt.ArrayLike, coefficients: npt.ArrayLike, theme: Theme = "light", height: int = HEIGHT
) -> go.Figure:
    """Sign and log magnitude of the coefficient of zⁿ by order (up) and epoch (across).

    epochs (T,), coefficients (T, orders): blue is negative, orange positive, white at most 10^-DECADES of the largest.
    """
    times, values = np.asarray(epochs, dtype=np.float64), np.asarray(coefficients, dtype=np.float64)
    if values.ndim != 2 or times.shape != values.shape[:1] or not values.size:
        raise TeslaError(f"Epochs (T,) need coefficients (T, orders); {times.shape}, {values.shape} were given.")
    sizes = np.abs(values)
    top = float(np.ceil(np.log10(sizes.max()))) if sizes.any() else 0.0
    with np.errstate(divide="ignore"):
        shade = np.sign(values) * np.clip(np.log10(sizes) - top + DECADES, 0, DECADES)
    powers = [f"10{str(int(top - step)).translate(_SUPERSCRIPT)}" for step in range(DECADES)]
    ticks = list(range(DECADES, 0, -1))
    figure = go.Figure(
        go.Heatmap(
            x=times,
            y=np.arange(values.shape[1]),
            z=np.nan_to_num(shade).T,
            customdata=values.T,
            zmin=-DECADES,
            zmax=DECADES,
            colorscale=[list(stop) for stop in DIVERGING],
            colorbar={
                "title": {"text": say("coefficient")},
                "tickvals": [*ticks, 0, *(-tick for tick in ticks)],
                "ticktext": [*powers, "0", *(f"−{power}" for power in powers)],
            },
            hovertemplate=hover(
                say("epoch {epoch}, {order}: {value}", epoch="%{x}", order="z^%{y}", value="%{customdata:.3g}")
            ),
        )
    )
    epoch_axis(figure, times[-1], margin=0.5).update_yaxes(title_text=say("Order n of zⁿ"))
    flips = int((np.diff(np.sign(values), axis=0) != 0).any(axis=0).sum()) if len(values) > 1 else 0
    alt = say(
        "Maclaurin coefficients of orders 0 to {order} over epochs {first} to {last}; {flips} of them changed sign on "
        "the way.",
        order=values.shape[1] - 1,
        first=f"{times[0]:g}",
        last=f"{times[-1]:g}",
        flips=flips,
    )
    return finish(figure, alt=alt, theme=theme, height=height)


def moved_orders_figure(
    before: npt.ArrayLike, after: npt.ArrayLike, theme: Theme = "light", height: int = HEIGHT
) -> go.Figure:
    """|coefficient| of each order after a change, filled, and before it, open; a line joins those that moved."""
    old, new = np.asarray(before, dtype=np.float64), np.asarray(after, dtype=np.float64)
    if old.ndim != 1 or old.shape != new.shape or not old.size:
        raise TeslaError(f"Coefficients before and after need one shape; {old.shape} and {new.shape} were given.")
    orders, ink = np.arange(old.size), ink_of(theme)
    moved = ~np.isclose(old, new, rtol=1e-9, atol=0.0)
    sizes = np.abs(np.concatenate([old, new]))
    top = float(np.log10(sizes.max())) if sizes.any() else 0.0
    bottom = max(float(np.log10(sizes[sizes > 0].min())), top - 8) if sizes.any() else -1.0
    floor = 10 ** (bottom - 0.5)
    figure = go.Figure()
    joined = orders[moved]
    figure.add_scatter(
        x=np.repeat(joined, 3),
        y=[v for n in joined for v in (max(abs(old[n]), floor), max(abs(new[n]), floor), None)],
        mode="lines",
        line={"color": ink.bound, "width": 2},
        hoverinfo="skip",
        showlegend=False,
    )
    for values, suffix, when in ((old, "-open", say("before")), (new, "", say("now"))):
        for sign, colour, symbol in ((1, CLASS_ONE, "triangle-up"), (-1, CLASS_ZERO, "triangle-down")):
            chosen = np.sign(values) == sign
            figure.add_scatter(
                x=orders[chosen],
                y=np.abs(values[chosen]),
                customdata=values[chosen],
                mode="markers",
                name=when,
                legendgroup=when,
                showlegend=sign > 0,
                marker={"color": colour, "symbol": f"{symbol}{suffix}", "size": 13, "line": {"width": 1.5}},
                hovertemplate=hover(f"z^%{{x}} {when}: %{{customdata:.3g}}"),
            )
    figure.update_layout(showlegend=True)
    titled(log_ticks(figure), say("Order n of zⁿ"), say("|coefficient|"))
    figure.update_yaxes(range=[bottom - 0.5, top + 0.5], dtick=max(1, round((top - bottom) / 6)))
    figure.update_xaxes(range=[-0.6, old.size - 0.4])
    listed = ", ".join(str(order) for order in joined) or say("none")
    alt = say("Maclaurin coefficients before and after; orders that moved: {orders}.", orders=listed)
    return finish(figure, alt=alt, theme=theme, height=height)
