"""A sentence in the language of whoever reads it. English is what the code says; a catalogue has what others read.

Whole sentences with named places ("{names} may be lucky."), so that another language can order its words:

    say("{count} of {total} strings", count=3, total=8)
    say_count(3, "{count} point", "{count} points")
    marked("Learning rate")         a text of a table that is written once, and said wherever it is shown
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

Catalogue = Mapping[str, tuple[str, ...]]
"""By the English message, its forms in a language: one, or by count (of English, one and many)."""

ENGLISH: Catalogue = {}


class _Reader:
    """Who reads: asked at every sentence, since one process serves people of several languages."""

    catalogue: Callable[[], Catalogue] = staticmethod(lambda: ENGLISH)


def read_by(catalogue: Callable[[], Catalogue]) -> None:
    """From now on `catalogue` says what the present reader's language is."""
    _Reader.catalogue = staticmethod(catalogue)


def catalogue() -> Catalogue:
    """That of the present reader, for what writes sentences elsewhere, as the canvas does."""
    return _Reader.catalogue()


def say(message: str, /, **places: object) -> str:
    """The message in the reader's language, its places filled in."""
    (text, *_) = _Reader.catalogue().get(message, (message,))
    return text.format(**places) if places else text


def say_count(count: int, one: str, many: str, /, **places: object) -> str:
    """The form for so many. {count} is the number, written with thousands apart."""
    forms = _Reader.catalogue().get(one, (one, many))
    text = forms[0] if count == 1 else forms[-1]
    return text.format(count=f"{count:,}", **places)


def marked(message: str) -> str:
    """A message that is said later, where it is shown."""
    return message
