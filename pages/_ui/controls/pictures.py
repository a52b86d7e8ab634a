"""A picture a person brought: read with care, made small, kept so that a link finds it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import streamlit as st

from pages._ui.controls import address
from pages._ui.controls.brought import kept
from tesla_core.errors import TeslaError
from tesla_core.lab.brought import FileField, Find
from tesla_core.problems.image.pixels import PixelsTask
from tesla_core.problems.image.reading import Pixels, at_most, decode_image, to_square
from tesla_core.problems.image.withheld import RANDOM

KEPT_SIDE = 100
JOB_SIDE = 768  # Kodak's: two megabytes a picture at most
PICTURE_MEGABYTES = 20


@dataclass(frozen=True, eq=False)
class BroughtPicture:
    """pixels: the middle square, (100, 100, 3). whole: all of it, at most 768 pixels a side, for jobs. notes: what was
    done to make it plain RGB."""

    name: str
    pixels: Pixels
    whole: Pixels
    notes: tuple[str, ...] = ()

    @property
    def address(self) -> str:
        return hashlib.blake2b(self.pixels.tobytes(), digest_size=8).hexdigest()

    @property
    def word(self) -> str:
        return self.address

    def task(self, size: int, seed: int, withheld: float = 0.0, pattern: str = RANDOM) -> PixelsTask:
        """As it is learned: size × size."""
        return PixelsTask.from_pixels(to_square(self.pixels, size), seed, withheld, pattern)


def read_upload(data: bytes, name: str) -> BroughtPicture:
    """The picture of an uploaded file, in memory alone; a PictureError says what is wrong with it."""
    picture = decode_image(data, name)
    whole = at_most(picture.pixels, JOB_SIDE)
    return BroughtPicture(name, to_square(picture.pixels, KEPT_SIDE), whole, picture.notes)


def _from_word(word: str, find: Find) -> BroughtPicture:
    found = find(word)
    if found is None:
        raise TeslaError("The picture of this link is no longer on the server. Upload it again.")
    return found


PICTURE_FILE = FileField(
    "A picture; its middle square is learned",
    ("png", "jpg", "jpeg", "webp", "gif", "bmp", "tif", "tiff"),
    PICTURE_MEGABYTES,
    read_upload,
    _from_word,
)


def brought_picture(key: str, link_key: str) -> tuple[BroughtPicture | None, str]:
    """The picture in force, from this session or the link, and what is wrong with the link's."""
    if address.arrives(link_key):
        st.session_state.pop(key, None)
    found: Any = st.session_state.get(key)
    if found is None and (words := address.given(link_key)):
        try:
            found = st.session_state[key] = PICTURE_FILE.from_word(words[-1], kept("ci_").find)
        except TeslaError as error:
            return None, str(error)
    return found, ""
