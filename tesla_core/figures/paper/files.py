"""A figure as a file: a page that needs no network (.html), or a picture (.svg, .png) that an installed Chromium draws.

Plotly draws in a browser and nowhere else. Nothing is fetched: the page has Plotly's own code from its package.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
from base64 import b64decode
from collections.abc import Mapping
from html import escape, unescape
from pathlib import Path
from textwrap import wrap
from typing import Any
from urllib.parse import unquote_to_bytes

import plotly
import plotly.graph_objects as go
import plotly.io as pio

from tesla_core.errors import TeslaError, UnknownNameError
from tesla_core.figures.palette import Theme, ink_of
from tesla_core.figures.style import HEIGHT, alt_text, note_text
from tesla_core.files import write_atomically

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
WIDTH, MARGIN = 1100, 24
SCALE = 2  # pixels of a .png for one of a screen's
LONGEST_DRAWING = 120.0
NOTE_SIZE, NOTE_LINE, AXIS_ROOM = 13, 18, 70
LETTER = 7.2  # pixels a letter of a note, with the margins

_PAGE = """<!doctype html><meta charset="utf-8"><script src="{script}"></script><div id="figure"></div><p id="out"></p>
<script>
const figure = {figure};
Plotly.newPlot("figure", figure.data, figure.layout, {{staticPlot: true}})
  .then((drawn) => Plotly.toImage(drawn, {{format: {format}, width: {width}, height: {height}, scale: {scale}}}))
  .then((url) => {{ document.getElementById("out").textContent = "drawn:" + url; }});
</script>
"""


def kind_of_file(path: Path) -> str:
    """html, svg or png, by a file's name; any other is refused by it."""
    kind = path.suffix.lower().removeprefix(".")
    if kind not in KINDS:
        raise UnknownNameError(f"kind of file for {path.name}: its ending", path.suffix or "(none)", KINDS)
    return kind


def write_figure(figure: go.Figure, path: Path, theme: Theme = "light") -> None:
    """Write the figure, on its theme's ground and with its text alternative, by the ending of the file's name."""
    _write_all({path: figure}, theme)


def write_figures(figures: Mapping[Path, go.Figure], theme: Theme = "light") -> None:
    """Several of them; what can't be written is said before any is."""
    _write_all(figures, theme)


def _write_all(figures: Mapping[Path, go.Figure], theme: Theme) -> None:
    kinds = {path: kind_of_file(path) for path in figures}
    browser = _browser() if any(kind != "html" for kind in kinds.values()) else ""
    for path, figure in figures.items():
        grounded = go.Figure(figure).update_layout(paper_bgcolor=ink_of(theme).background)
        content = KINDS[kinds[path]](grounded, browser)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(path, content)
        except OSError as error:
            raise TeslaError(f"{path} can't be written: {error.strerror}.") from error


def _page(figure: go.Figure, _browser: str) -> bytes:
    """A page of its own, Plotly's code included."""
    alt, layout = alt_text(figure), _layout(figure)
    inner = pio.to_html(figure, include_plotlyjs=True, full_html=False, config={"displaylogo": False})
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(alt[:80])}</title>'
    style = f"<style>body {{ background: {layout.paper_bgcolor}; color: {layout.font.color}; margin: {MARGIN}px; "
    style += "font-family: sans-serif; } p { max-width: 70em; line-height: 1.5; }</style>"
    note = f"<p>{escape(note_text(figure))}</p>" if note_text(figure) else ""
    return f'{head}{style}<body><div role="img" aria-label="{escape(alt)}">{inner}</div>{note}</body></html>'.encode()


def _vectors(figure: go.Figure, browser: str) -> bytes:
    drawn = unquote_to_bytes(_drawn(figure, "svg", 1, browser).partition(",")[2])
    title = f"<title>{escape(alt_text(figure))}</title>".encode()
    return re.sub(rb"(<svg[^>]*>)", lambda found: found[1] + title, drawn, count=1)


def _pixels(figure: go.Figure, browser: str) -> bytes:
    return b64decode(_drawn(figure, "png", SCALE, browser).partition(",")[2])


KINDS = {"html": _page, "svg": _vectors, "png": _pixels}


def _layout(figure: go.Figure) -> Any:
    """Its layout, whose attributes Plotly makes as it runs."""
    return figure.layout


def _browser() -> str:
    for name in BROWSERS:
        if found := shutil.which(name):
            return found
    raise TeslaError(
        f"Pictures (.svg, .png) are drawn by Chromium or Chrome, and none is installed (looked for: "
        f"{', '.join(BROWSERS)}). Give a name that ends in .html, which any browser opens."
    )


def _with_note(figure: go.Figure, width: int) -> go.Figure:
    """Its note as a text below it: a picture has no page around it."""
    lines = wrap(note_text(figure), int(width / LETTER))
    if not lines:
        return figure
    below = _layout(figure).margin.b or 0
    # Titles and numbers of an axis take what they need of a small margin; above a note, that has to be there.
    named = any(axis.title.text for axis in figure.select_xaxes())
    room = max(below, AXIS_ROOM if named else 0) + NOTE_LINE * (len(lines) + 1)
    height = (_layout(figure).height or HEIGHT) + room - below
    note = {"text": "<br>".join(lines), "font": {"size": NOTE_SIZE}, "x": 0, "xref": "container", "xanchor": "left"}
    top = NOTE_LINE * (len(lines) + 0.5) / height
    note |= {"y": top, "yref": "container", "yanchor": "top", "pad": {"l": MARGIN}}
    return go.Figure(figure).update_layout(height=height, margin_b=room, title=note)


def _drawn(figure: go.Figure, kind: str, scale: int, browser: str) -> str:
    """The data URL that a browser of its own, without network, gives."""
    script = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
    width = _layout(figure).width or WIDTH
    figure = _with_note(figure, width)
    height = _layout(figure).height or HEIGHT
    # In the size of the picture from the first: squares that were fitted into a narrower page would stay small.
    figure = go.Figure(figure).update_layout(width=width, height=height)
    with tempfile.TemporaryDirectory(prefix="tesla-figure-") as folder:
        page = Path(folder) / "figure.html"
        written = str(pio.to_json(figure, remove_uids=False)).replace("</", "<\\/")
        page.write_text(
            _PAGE.format(
                script=script.as_uri(),
                figure=written,
                format=json.dumps(kind),
                width=width,
                height=height,
                scale=scale,
            ),
            encoding="utf-8",
        )
        options = ["--headless", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
        options += [f"--user-data-dir={folder}/profile", "--virtual-time-budget=60000", "--dump-dom"]
        if os.geteuid() == 0:  # Chromium's sandbox does not start for root; what it draws is our own
            options.append("--no-sandbox")
        try:
            done = subprocess.run(
                [browser, *options, page.as_uri()], capture_output=True, text=True, timeout=LONGEST_DRAWING
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise TeslaError(
                f"{browser} could not draw the figure: {error}. A name in .html needs no browser."
            ) from error
    found = re.search(r'<p id="out">drawn:(.*?)</p>', done.stdout, re.DOTALL)
    if found is None:
        said = done.stderr.strip().splitlines()[-1:] or ["nothing"]
        raise TeslaError(f"{browser} did not draw the figure (it said: {said[0]}). A name in .html needs no browser.")
    return unescape(found[1])
