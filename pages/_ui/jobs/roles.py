"""Who looks at a page. Anyone may watch; launching needs the passcode, or the owner's own machine where none is set.

What a person may do is decided by `JobControl`; here it is found out who they are, and they are let in if they ask.
"""

from __future__ import annotations

import hashlib
import os

import streamlit as st

from tesla_core.errors import TeslaError
from tesla_core.jobs.launch.access import VARIABLE, Person, local_user, may_launch, passcode_is_set, visitor_address
from tesla_core.messages.say import say

_LET_IN, _SAID = "role_let_in", "role_said"
LOCAL_HOSTS = frozenset({"", "localhost", "127.0.0.1", "[::1]", "::1"})


def visitor() -> Person:
    """The person whose browser this is."""
    if not passcode_is_set():
        # A page of another site can make a browser on this machine ask by its own name: that is not the owner.
        allowed = _host() in LOCAL_HOSTS and may_launch(_address(), None)
        return local_user() if allowed else Person("visitor", may_launch=False)
    allowed = st.session_state.get(_LET_IN) == _passcode_mark()
    return Person("teacher" if allowed else "visitor", may_launch=allowed)


def ask_passcode(key: str) -> None:
    """For a visitor who wishes to launch runs: the passcode, or why there is none."""
    if not passcode_is_set():
        st.info(
            say(
                "To launch runs, open the lab on the machine it runs on. Its owner can also set a passcode there, in "
                "the variable {variable}, and give it to whom they trust.",
                variable=VARIABLE,
            ),
            icon=":material/lock:",
        )
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        box = f"{key}_passcode"
        label = say("Passcode to launch runs")
        st.text_input(label, type="password", key=box, width=260, autocomplete="current-password")
        st.button(say("Unlock"), key=f"{key}_unlock", icon=":material/lock_open:", on_click=_try_passcode, args=(box,))
    if said := st.session_state.get(_SAID):
        st.error(said)


def _try_passcode(box: str) -> None:
    given = st.session_state.get(box) or ""
    st.session_state[box] = ""
    try:
        right = may_launch(_address(), given)
    except TeslaError as error:
        st.session_state[_SAID] = str(error)
        return
    if right:
        st.session_state[_LET_IN] = _passcode_mark()
        st.session_state.pop(_SAID, None)
    else:
        st.session_state[_SAID] = say("That is not the passcode.") if given else say("Enter the passcode first.")


def _address() -> str | None:
    return visitor_address(st.context.ip_address, st.context.headers)


def _host() -> str:
    """The name the browser knows this site by, without the port."""
    host = st.context.headers.get("Host") or ""
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdigit() else host).lower()


def _passcode_mark() -> str:
    """Changes with the passcode: who was let in by an old one has to ask again."""
    return hashlib.sha256(os.environ.get(VARIABLE, "").encode()).hexdigest()
