"""What a person brings to a live page, a set of points or a picture: how a file of it is read, how a link holds it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol


class Brought(Protocol):
    """It never changes. address: of what is in it, by which the server keeps it. word: what a link holds of it."""

    @property
    def address(self) -> str: ...

    @property
    def word(self) -> str: ...


Find = Callable[[str], Any]
"""What the server keeps under an address, or None."""


@dataclass(frozen=True)
class FileField:
    """A file that a person may choose. label: beside its field. types: how its name may end. megabytes: how large it
    may be; the server's own limit, server.maxUploadSize in .streamlit/config.toml, is a megabyte above the largest of
    all, since it counts the wrapping of a file too.

    read: its bytes and its name to what was brought. from_word: the same from a link's word. Both raise a TeslaError
    that says what is wrong.
    """

    label: str
    types: tuple[str, ...]
    megabytes: int
    read: Callable[[bytes, str], Any]
    from_word: Callable[[str, Find], Any]
