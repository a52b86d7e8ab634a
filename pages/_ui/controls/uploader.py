"""The field for a file that a person brings. Each file starts it afresh: no error outlives the next file."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from pages._ui.markdown import plain
from tesla_core.errors import TeslaError

Take = Callable[[bytes, str], None]
"""Takes a file's bytes and its name; a TeslaError says what is wrong with it."""


def uploader(label: str, types: Sequence[str], megabytes: int, key: str, take: Take) -> None:
    """Draw the field, with what came of the last file below it: its name, or what is wrong with it."""
    turn, said = f"{key} turn", f"{key} said"
    field = f"{key} {st.session_state.get(turn, 0)}"

    def changed() -> None:
        if (file := st.session_state.get(field)) is None:
            return
        # The browser keeps what it refused, as too large a file, until the field is another one.
        st.session_state[turn] = st.session_state.get(turn, 0) + 1
        try:
            take(file.getvalue(), file.name)
        except TeslaError as error:
            st.session_state[said] = ("wrong", str(error))
        else:
            st.session_state[said] = ("taken", f"Chosen: {plain(file.name)}")

    st.file_uploader(label, type=types, key=field, on_change=changed, max_upload_size=megabytes)
    kind, text = st.session_state.get(said, ("", ""))
    if kind:
        (st.error if kind == "wrong" else st.caption)(text)
