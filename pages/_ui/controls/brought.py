"""What a person brings to a page: the field for a file, and a store in which links find it again."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

from pages._ui.controls import address
from pages._ui.controls.board import Board
from pages._ui.markdown import plain
from tesla_core.data_folder import data_folder
from tesla_core.errors import TeslaError
from tesla_core.lab.brought import Brought, FileField
from tesla_core.lab.kept_files import FOLDER, KeptFiles
from tesla_core.lab.page import PictureField
from tesla_core.messages.say import say

MOST_KEPT = 64


def uploader(file_field: FileField, key: str, take: Callable[[Any], None]) -> None:
    """Draw the field, with what came of the last file below it: its name, or what is wrong with it. Each file starts it
    afresh: no error outlives the next file."""
    turn, said = f"{key} turn", f"{key} said"
    field = f"{key} {st.session_state.get(turn, 0)}"

    def changed() -> None:
        if (file := st.session_state.get(field)) is None:
            return
        # The browser keeps what it refused, as too large a file, until the field is another one.
        st.session_state[turn] = st.session_state.get(turn, 0) + 1
        try:
            take(file_field.read(file.getvalue(), file.name))
        except TeslaError as error:
            st.session_state[said] = ("wrong", plain(error))
        else:
            st.session_state[said] = ("taken", say("Chosen: {file}", file=plain(file.name)))

    st.file_uploader(
        say(file_field.label),
        type=file_field.types,
        key=field,
        on_change=changed,
        max_upload_size=file_field.megabytes,
    )
    kind, text = st.session_state.get(said, ("", ""))
    if kind:
        (st.error if kind == "wrong" else st.caption)(text)


class Kept:
    """What was brought to this server, the least recently used forgotten first. Safe to share between sessions.

    files: where it is kept beyond this process.
    """

    def __init__(self, most: int = MOST_KEPT, files: KeptFiles | None = None) -> None:
        self._most, self._files = most, files
        self._kept: OrderedDict[str, Brought] = OrderedDict()
        self._lock = threading.Lock()

    def keep(self, brought: Brought) -> None:
        self._hold(brought)
        if self._files:
            self._files.keep(brought)

    def _hold(self, brought: Brought) -> None:
        with self._lock:
            self._kept[brought.address] = brought
            self._kept.move_to_end(brought.address)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def find(self, address: str) -> Any:
        """What has this address, or None."""
        with self._lock:
            if address in self._kept:
                self._kept.move_to_end(address)
                return self._kept[address]
        found = self._files.find(address) if self._files else None
        if found is not None:
            self._hold(found)
        return found


def kept(prefix: str, file_field: FileField) -> Kept:
    """The one store of this server for the page whose controls begin so: drawings don't push pictures out."""
    return _kept(str(data_folder() / FOLDER / prefix.strip("_")), file_field)


@st.cache_resource(show_spinner=False)
def _kept(folder: str, _file_field: FileField) -> Kept:
    return Kept(files=KeptFiles(Path(folder), _file_field))


def draw_picture(board: Board, field: PictureField) -> None:
    """The field of a picture, and what is to be said of the one in force."""

    def take(picture: Any) -> None:
        kept(board.prefix, field.file).keep(picture)
        st.session_state[_picture_key(board)] = picture

    uploader(field.file, board.key("upload"), take)
    picture, torn = brought_picture(board, field)
    if torn:
        st.error(plain(torn))
    elif picture is None:
        st.caption(say(field.until))
    for note in picture.notes if picture else ():
        st.info(plain(note))


def brought_picture(board: Board, field: PictureField) -> tuple[Any, str]:
    """The picture in force, from this session or the link, and what is wrong with the link's."""
    key, link_key = _picture_key(board), board.key(field.name)
    if address.arrives(link_key):
        st.session_state.pop(key, None)
    found = st.session_state.get(key)
    if found is None and (words := address.given(link_key)):
        try:
            found = st.session_state[key] = field.file.from_word(words[-1], kept(board.prefix, field.file).find)
        except TeslaError as error:
            return None, str(error)
    return found, ""


def _picture_key(board: Board) -> str:
    return board.key("picture kept")
