"""Plotly charts that are updated in place, so that zoom and hover outlive new points; and the route of the library."""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path

import plotly
import plotly.graph_objects as go
import streamlit as st
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from streamlit.components.v2 import component

from pages._ui.charts import CONFIG, theme
from tesla_core.canvas.bundle import bundled
from tesla_core.figures import alt_text
from tesla_core.figures.palette import ink_of
from tesla_core.figures.style import lay_out

FOLDER = Path(__file__).parents[3] / "assets" / "jobs"
LIBRARY = f"/plotly-{plotly.__version__}.min.js"
YEAR = 365 * 24 * 3600

_plot = component("tesla_plot", js=bundled("plot", FOLDER), isolate_styles=False)


def base_path() -> str:
    """The folder of the site that the app is served under; empty at its top."""
    base = (st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{base}" if base else ""


def plotly_route() -> Route:
    """Plotly's own script, as the installed package brings it; a browser keeps it."""

    async def endpoint(_: Request) -> Response:
        headers = {"Content-Encoding": "gzip", "Cache-Control": f"public, max-age={YEAR}, immutable"}
        return Response(_packed(), media_type="text/javascript", headers=headers)

    return Route(f"{base_path()}{LIBRARY}", endpoint, methods=["GET"])


@cache
def _packed() -> bytes:
    script = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
    return gzip.compress(script.read_bytes(), compresslevel=6)


def live_chart(key: str, figure: go.Figure, subject: str) -> None:
    """Show a figure of `tesla_core.figures`; its zoom is kept while `subject`, what it shows, is the same."""
    clear = {"bgcolor": "rgba(0, 0, 0, 0)", "color": ink_of(theme()).bound, "activecolor": ink_of(theme()).text}
    lay_out(figure, uirevision=subject, modebar=clear)
    # Counted over all lines: whether anything new has come.
    points = sum(len(x) for trace in figure.data if (x := getattr(trace, "x", None)) is not None)
    data = {
        "figure": figure.to_json(validate=False),
        "alt": alt_text(figure),
        "height": figure["layout"]["height"] or 320,
        "points": points,
        "config": CONFIG,
        "library": f"{base_path()}{LIBRARY}",
    }
    _plot(key=key, data=data)
