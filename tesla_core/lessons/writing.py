"""Markdown of lessons as HTML. HTML in it stays text, whoever wrote it; links lead into the lab or to the web.

A word that the glossary explains is a link to it, `[harmonics](term:harmonic)`, and becomes a button that opens the
explanation where it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

TERM = "term:"
_LEADS = ("/", "https://", "http://", TERM, "#")

Explain = Callable[[str], str | None]
"""A term's name to its explanation as inline HTML, or None where the glossary has no such term."""


def parser() -> MarkdownIt:
    """CommonMark with tables, without HTML."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.validateLink = lambda url: url.startswith(_LEADS) and not url.startswith("//")
    return markdown


class _LessonRenderer(RendererHTML):
    """Terms become buttons with a popover; other links open beside the lesson."""

    def __init__(self, explain: Explain, mark: str) -> None:
        super().__init__()
        self._explain, self._mark, self._count = explain, mark, 0
        self._pending: list[str] = []

    def link_open(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        target = str(tokens[index].attrGet("href") or "")
        if not target.startswith(TERM):
            self._pending.append("</a>")
            outside = ' target="_blank" rel="noopener"'
            return f'<a href="{escape(target)}"{outside}>'
        self._count += 1
        name = f"{self._mark}-{self._count}"
        told = self._explain(target.removeprefix(TERM)) or ""
        self._pending.append(
            f'</button><span class="tl-told" id="{name}" popover="auto" role="note">{told}</span>',
        )
        return f'<button type="button" class="tl-term" popovertarget="{name}">'

    def link_close(self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
        return self._pending.pop()


def to_html(markdown: str, explain: Explain, mark: str) -> str:
    """mark: what the names of this text's popovers begin with; no two texts of a page may share one."""
    reader = parser()
    reader.renderer = _LessonRenderer(explain, mark)
    return reader.render(markdown).strip()


def line_html(markdown: str) -> str:
    """A line of Markdown without a paragraph around it and without terms."""
    return parser().renderInline(markdown)


def plain_text(markdown: str) -> str:
    """A text without its markup."""
    (inline,) = parser().parseInline(markdown)
    return "".join(_plain(token) for token in inline.children or ()).strip()


def _plain(token: Token) -> str:
    return " " if token.type in ("softbreak", "hardbreak") else token.content


def terms_of(markdown: str) -> list[tuple[str, int]]:
    """The terms that a text asks the glossary for, with the line of the paragraph, from 0."""
    found: list[tuple[str, int]] = []
    for token in parser().parse(markdown):
        line = token.map[0] if token.map else 0
        targets = [str(child.attrGet("href") or "") for child in token.children or () if child.type == "link_open"]
        found += [(target.removeprefix(TERM), line) for target in targets if target.startswith(TERM)]
    return found
