"""A language's catalogue, read from a file of gettext's form beside the list of all messages."""

from __future__ import annotations

from functools import cache
from gettext import c2py
from pathlib import Path
from typing import Any

from tesla_core.messages.say import ENGLISH, Catalogue

WORDS = Path(__file__).parents[2] / "assets" / "words"
_LONGEST_ACCEPT = 500  # characters of a header that a browser sends


@cache
def languages(folder: Path = WORDS) -> tuple[str, ...]:
    """Those that can be read, English first, which needs no file."""
    return ("en", *sorted(path.stem for path in folder.glob("*.po")))


def language_of(accepted: str, folder: Path = WORDS) -> str:
    """Of those there are, the one that a browser's Accept-Language names first; English where it names none."""
    wanted = [word.split(";")[0].strip().split("-")[0].lower() for word in accepted[:_LONGEST_ACCEPT].split(",")]
    there = languages(folder)
    return next((word for word in wanted if word in there), there[0])


@cache
def catalogue_of(language: str, folder: Path = WORDS) -> Catalogue:
    """A language's forms; what it leaves out is said in English."""
    return _read(language, folder, "")


@cache
def canvas_words(language: str, folder: Path = WORDS) -> dict[str, object]:
    """What JavaScript is told (words/say.js): the language, and of its messages those that stand in scripts."""
    return {"language": language, "messages": dict(_read(language, folder, ".js"))}


def _read(language: str, folder: Path, suffix: str) -> Catalogue:
    """The messages that stand in files with that ending."""
    path = folder / f"{language}.po"
    if not path.exists():
        return ENGLISH
    from babel.messages.pofile import read_po  # a quarter of a second, which English need not wait for

    with path.open("rb") as file:
        catalog = read_po(file, locale=language)
    form_of = c2py(catalog.plural_expr)

    class Read(Catalogue):
        def form_of(self, count: int) -> int:
            return form_of(count)

    found = Read(
        (_forms(entry.id)[0], _forms(entry.string))
        for entry in catalog
        if entry.id and not entry.fuzzy and all(_forms(entry.string))
        if any(name.endswith(suffix) for name, _ in entry.locations)
    )
    found.language = language
    return found


def _forms(text: Any) -> tuple[str, ...]:
    """One text, or several by count."""
    return (text,) if isinstance(text, str) else tuple(text)
