"""Which language a page is read in: the browser's, where there is a catalogue of it; else English."""

from __future__ import annotations

from functools import cache
from typing import Any

import streamlit as st

from tesla_core.messages.catalogue import canvas_words, catalogue_of, languages
from tesla_core.messages.say import read_by

ENGLISH = "en"


def language() -> str:
    """Of whoever looks at the page that is being made."""
    others = _others()
    if not others:
        return ENGLISH
    asked = (st.context.locale or ENGLISH).split("-")[0]
    return asked if asked in others else ENGLISH


def words_for_canvas() -> dict[str, Any]:
    """What a page tells its scripts of the language."""
    return canvas_words(language())


@cache
def _others() -> frozenset[str]:
    return frozenset(languages()) - {ENGLISH}


def speak_the_readers_language() -> None:
    """From now on every sentence of this process is said in the language of the page that it is for."""
    read_by(lambda: catalogue_of(language()))
