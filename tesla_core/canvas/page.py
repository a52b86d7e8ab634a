"""A plain HTML page around the canvas, for where there is no Streamlit: what a route serves, or a file on a disk."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tesla_core.canvas.bundle import stylesheet

PAGES = Path(__file__).parents[2] / "assets" / "pages"
DATA = "tesla-data"
"""The id of the element that holds the page's data: `pageData()` of assets/pages/plain.js reads it."""
_ENDS_SCRIPT = re.compile(r"<(?=/script|!--|script)", re.IGNORECASE)
_ENDS_STYLE = re.compile(r"</(?=style)", re.IGNORECASE)


def html_page(
    title: str, language: str, *, styles: Sequence[str], script: str, data: Mapping[str, Any], body: str = ""
) -> str:
    """A whole page. styles, script: elements, as the functions below make them. data: what the script is told, as
    JSON. body: elements that are there before the script runs; in it, texts are escaped by whoever writes it."""
    return (
        f'<!doctype html>\n<html lang="{html.escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{html.escape(title)}</title>\n{''.join(styles)}"
        f'<script type="application/json" id="{DATA}">{json_in_html(data)}</script>\n'
        f"{script}</head>\n<body>\n{body}</body>\n</html>\n"
    )


def json_in_html(data: Any) -> str:
    """JSON that can't end the element it stands in, whatever a person wrote into it."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def plain_style() -> str:
    """What Streamlit gives its pages, as plain values: the theme's colours, light or dark as the reader's system is,
    and the type."""
    return stylesheet("plain.css", PAGES)


def style_link(path: str) -> str:
    """A stylesheet of a route."""
    return f'<link rel="stylesheet" href="{html.escape(path)}">\n'


def script_link(path: str) -> str:
    """A script of a route: a module, which runs when the page is there."""
    return f'<script type="module" src="{html.escape(path)}"></script>\n'


def style_inside(text: str) -> str:
    """A stylesheet in the page itself."""
    safe = _ENDS_STYLE.sub(r"<\\/", text)
    return f"<style>\n{safe}</style>\n"


def script_inside(text: str) -> str:
    """A script in the page itself; what would end it, or open another, can only stand in its texts."""
    safe = _ENDS_SCRIPT.sub(r"\\x3c", text)
    return f'<script type="module">\n{safe}</script>\n'
