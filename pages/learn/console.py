"""The teacher's page: opens a room and leads it. Anybody may read what a room is; opening one needs a teacher."""

from __future__ import annotations

import streamlit as st

from pages._ui.classroom.console import own_rooms, show_console
from pages._ui.jobs.oidc import offer_login
from pages._ui.jobs.roles import ask_passcode, lock_button, visitor
from pages._ui.markdown import plain
from pages._ui.page_style import use_full_width
from pages._ui.visit import this_visit
from tesla_core.classroom.service import classroom
from tesla_core.errors import TeslaError
from tesla_core.messages.say import say

_SAID, _ROOM = "console said", "console room"


def _open_room() -> None:
    try:
        room = classroom().open_room(this_visit(), visitor())
    except TeslaError as error:
        st.session_state[_SAID] = str(error)
        return
    st.session_state[_ROOM] = room.code
    st.session_state.pop(_SAID, None)


use_full_width()
st.title(say("Your class"), anchor=False)
if said := st.session_state.get(_SAID):
    st.error(plain(said))

person = visitor()
rooms = own_rooms() if person.may_launch else []
if not person.may_launch:
    st.markdown(
        say(
            "A teacher opens a room here: students join with a code of four letters, see what the teacher shows, "
            "answer questions on their phones, and train the class' experiment together. **Are you a student?** "
            "[Join with the code on the wall](join)."
        )
    )
    ask_passcode("console")
    offer_login()
elif not rooms:
    st.markdown(
        say(
            "Open a room, and put its code on the wall. Students join with it on their phones, without an account; "
            "they see what you show and answer what you ask. All of it is deleted with the room, after a day at most."
        )
    )
    st.button(say("Open a room"), type="primary", icon=":material/group_add:", on_click=_open_room, key="console_open")
    lock_button()
else:
    codes = [room.code for room in rooms]
    shown = st.session_state.get(_ROOM)
    code = shown if shown in codes else codes[0]
    if len(codes) > 1:
        code = st.segmented_control(say("Your rooms"), codes, default=code, required=True, key="console_which") or code
    show_console(code)
    with st.container(horizontal=True):
        st.button(say("Open another room"), icon=":material/group_add:", on_click=_open_room, key="console_another")
        lock_button()
