"""What a person brings to a live page, a set of points or a picture: how a file of it is read, how a link holds it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from tesla_core.lab.controls import Values


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
    that says what is wrong. packed, unpacked: what was brought as bytes and back, where the server keeps it in a file.
    """

    label: str
    types: tuple[str, ...]
    megabytes: int
    read: Callable[[bytes, str], Any]
    from_word: Callable[[str, Find], Any]
    packed: Callable[[Any], bytes] | None = None
    unpacked: Callable[[bytes], Any] | None = None


class NamedPoints(Brought, Protocol):
    """names: of their classes."""

    @property
    def names(self) -> tuple[str, ...]: ...


@dataclass(frozen=True)
class PointsField:
    """Points that a person draws on the canvas or has in a file. name: under which the page's values and its link hold
    them. below: the control that is set to `choice` for a file, with its field below it.

    from_drawing: from what the canvas sends; a TeslaError says what is wrong with it. in_force: the points of a page's
    values, or None where there are none or others are chosen.
    """

    name: str
    below: str
    choice: str
    file: FileField
    from_drawing: Callable[[object], Any]
    in_force: Callable[[Values], NamedPoints | None]
