"""Room for the canvas: live pages use the width and keep their sidebar's groups close; in another site's frame there is
nothing but the page."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from urllib.parse import urlencode

import streamlit as st

from pages._ui.controls import address
from tesla_core.messages.say import say

FRAME_STYLE = Path(__file__).parents[2] / "assets" / "pages" / "embed.css"

_RULES = """<style>
[data-testid="stMainBlockContainer"] { padding: 4.2rem clamp(0.75rem, 2vw, 2rem) 3rem; }
[data-testid="stHeading"] h1 { padding: 0.5rem 0 0.75rem; font-size: 1.3rem; font-weight: 600; }
@media (max-width: 768px) { [data-testid="stMainBlockContainer"] { padding-top: 3.75rem; } }
[data-testid="stSidebarUserContent"] { padding-top: 0.25rem; }
[data-testid="stSidebarHeader"] { height: 2.25rem; margin-bottom: 0; }
[data-testid="stMainBlockContainer"] > div > [data-testid="stVerticalBlock"] { gap: 0.6rem; }
</style>"""


def use_full_width() -> None:
    """Call once at the top of a live page."""
    st.html(_RULES)


def use_frame() -> None:
    """Call before a page that stands in another site's frame."""
    st.html(FRAME_STYLE)


def show_way_out(path: str) -> None:
    """Below such a page: a link to where all of the lab is, in a window of its own."""
    base = (st.get_option("server.baseUrlPath") or "").strip("/")
    query = urlencode({name: list(values) for name, values in address.given_all().items()}, doseq=True)
    place = f"{f'/{base}' if base else ''}/{path}{'?' if query else ''}{query}"
    words = escape(say("Open in TESLA Lab"))
    st.html(f'<p class="embed-out"><a href="{escape(place)}" target="_blank" rel="noopener">{words} ↗</a></p>')


def show_head_words() -> None:
    """What the sheet writes on the sidebar's buttons, which have no word of Streamlit's, in the reader's language."""
    words = {"settings": say("Settings"), "menu": say("Menu"), "close": say("Close")}
    rules = "; ".join(f"--word-{name}: {json.dumps(word, ensure_ascii=False)}" for name, word in words.items())
    st.html(f"<style>:root {{ {rules} }}</style>")
