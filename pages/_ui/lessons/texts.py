"""Texts of lessons on a page: HTML that the reader of lessons wrote, never a lesson's own."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from pages._ui.markdown import plain
from tesla_core.lessons.glossary import glossary
from tesla_core.lessons.lesson import LessonFault
from tesla_core.messages.say import say

STYLE = Path(__file__).parents[3] / "assets" / "pages" / "lessons.css"


def show_html(html: str, language: str, kind: str = "text") -> None:
    """kind: of its look, as the stylesheet has them."""
    if html:
        st.html(f'<div class="tl-lesson tl-{kind}" lang="{language}">{html}</div>')


def show_faults(faults: tuple[LessonFault, ...]) -> None:
    """Lessons that can't be opened, by file and line; the others are there."""
    for fault in faults:
        told = say(
            "The lesson in {place} can't be opened: line {line}: {what}",
            place=fault.place,
            line=fault.line,
            what=fault.what,
        )
        st.warning(plain(told), icon=":material/description:")


def show_glossary(language: str) -> None:
    """All words that lessons explain, by their titles."""
    terms = sorted(glossary(language).values(), key=lambda term: term.title.lower())
    rows = "".join(f"<dt>{term.title}</dt><dd>{term.html}</dd>" for term in terms)
    with st.expander(say("Glossary"), icon=":material/dictionary:", key="learn_glossary"):
        show_html(f"<dl>{rows}</dl>", language, "glossary")
