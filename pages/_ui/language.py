"""Which language a page is read in: the one somebody chose, else the browser's, where there is one; else English."""

from __future__ import annotations

from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from tesla_core.messages.catalogue import canvas_words, catalogue_of
from tesla_core.messages.readers import ENGLISH, PARAMETER, read_language
from tesla_core.messages.say import read_by
from tesla_core.visits.language import language_links

_SETTLED = "reader's language"


def language() -> str:
    """Of whoever looks at the page that is being made. Asked at every sentence, so it is found out once a session."""
    context = get_script_run_ctx(suppress_warning=True)
    if context is None:
        return ENGLISH
    state = st.session_state
    if _SETTLED not in state:
        state[_SETTLED] = read_language(None, st.context.cookies, st.context.locale)
    return state[_SETTLED]


def settle_language() -> None:
    """Before a page says anything: a language that the link asks for is the session's from here on."""
    if asked := st.query_params.get(PARAMETER):
        st.session_state[_SETTLED] = read_language(asked, st.context.cookies, st.context.locale)


def show_languages() -> None:
    """In the head of every page: the languages to choose from."""
    st.html(language_links(language(), st.get_option("server.baseUrlPath") or ""))


def words_for_canvas() -> dict[str, Any]:
    """What a page tells its scripts of the language."""
    return canvas_words(language())


def speak_the_readers_language() -> None:
    """From now on every sentence of this process is said in the language of the page that it is for."""
    read_by(lambda: catalogue_of(language()))
