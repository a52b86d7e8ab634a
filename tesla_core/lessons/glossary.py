"""The words a lesson explains where they stand: `## name: Title` and a paragraph each, in one file a language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

from tesla_core.lessons.writing import line_html
from tesla_core.messages.readers import ENGLISH

SHIPPED = Path(__file__).parents[2] / "assets" / "lessons"
FOLDER = "glossary"


@dataclass(frozen=True)
class Term:
    """name: by which texts ask for it. html: what it says of the word, inline."""

    name: str
    title: str
    html: str

    @property
    def told(self) -> str:
        return f"<strong>{escape(self.title)}</strong> {self.html}"


@cache
def glossary(language: str, folder: Path = SHIPPED) -> dict[str, Term]:
    """By name. Where a language has none, in English."""
    file = folder / FOLDER / f"{language}.md"
    if not file.exists():
        file = folder / FOLDER / f"{ENGLISH}.md"
    found: dict[str, Term] = {}
    for part in ("\n" + file.read_text(encoding="utf-8")).split("\n## ")[1:]:
        head, _, text = part.partition("\n")
        name, _, title = head.partition(":")
        found[name.strip()] = Term(name.strip(), title.strip(), line_html(" ".join(text.split())))
    return found
