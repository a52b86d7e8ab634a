"""A sentence in the language of whoever reads it. English is what the code says; a catalogue has what others read.

Whole sentences with named places ("{names} may be lucky."), so that another language can order its words:

    say("{count} of {total} strings", count=3, total=8)
    say_count(3, "{count} point", "{count} points")
    marked("Learning rate")         a text of a table that is written once, and said wherever it is shown
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Catalogue(dict[str, tuple[str, ...]]):
    """By the English message, its forms in a language: one, or one for each sort of count."""

    language = "en"

    def form_of(self, count: int) -> int:
        """Which of the forms goes with a count."""
        return int(count != 1)


ENGLISH = Catalogue()


class _Audience:
    """Who reads: asked at every sentence, since one process serves people of several languages."""

    def __init__(self) -> None:
        self.catalogue: Callable[[], Catalogue] = lambda: ENGLISH


_reader = _Audience()
_spoken_to: ContextVar[Catalogue | None] = ContextVar("spoken to", default=None)


def read_by(catalogue: Callable[[], Catalogue]) -> None:
    """From now on `catalogue` says what the present reader's language is."""
    _reader.catalogue = catalogue


@contextmanager
def speaking(catalogue: Catalogue) -> Iterator[None]:
    """Inside, sentences are said in this catalogue's language: for a reader who is not at one of Streamlit's pages."""
    token = _spoken_to.set(catalogue)
    try:
        yield
    finally:
        _spoken_to.reset(token)


def _catalogue() -> Catalogue:
    spoken_to = _spoken_to.get()
    return _reader.catalogue() if spoken_to is None else spoken_to


def spoken_language() -> str:
    """The code of the language that is spoken now: "en", "ko"."""
    return _catalogue().language


def say(message: str, /, **places: object) -> str:
    """The message in the reader's language, its places filled in."""
    (text, *_) = _catalogue().get(message, (message,))
    return text.format(**places) if places else text


def say_count(count: int, one: str, many: str, /, **places: object) -> str:
    """The form for so many. {count} is the number, written with thousands apart."""
    catalogue = _catalogue()
    forms = catalogue.get(one, ())
    text = forms[min(catalogue.form_of(count), len(forms) - 1)] if forms else (one if count == 1 else many)
    return text.format(count=f"{count:,}", **places)


def marked(message: str) -> str:
    """A message that is said later, where it is shown."""
    return message
