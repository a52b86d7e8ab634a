"""Who looks at a page. Anyone may watch; launching needs the passcode, or the owner's own machine where none is set.

What a person may do is decided by `JobControl`; here it is found out who they are, and they are let in if they ask.
Whoever is let in has a pass. The session holds it, and the browser keeps it as a cookie, which a faceless component has
the server set (`tesla_core/jobs/launch/door.py`): a reload is another session of the same person.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st
from streamlit.components.v2 import component

from pages._ui.jobs.oidc import teacher_logged_in
from pages._ui.jobs.plot import base_path
from pages._ui.visit import this_visit, visitor_address
from tesla_core.canvas.bundle import bundled
from tesla_core.counts import web_counts
from tesla_core.errors import TeslaError
from tesla_core.jobs.launch.access import (
    SHORTEST,
    VARIABLE,
    Person,
    gate,
    is_owner,
    local_user,
    passcode_is_set,
    passcode_is_short,
)
from tesla_core.jobs.launch.door import KNOWN_COOKIE, PASS_COOKIE, PATH
from tesla_core.messages.say import say

FOLDER = Path(__file__).parents[3] / "assets" / "jobs"
_PASS, _SAID, _POST = "role_pass", "role_said", "role_post"

_keeper = component("tesla_pass", js=bundled("pass", FOLDER), isolate_styles=False)


def visitor() -> Person:
    """The person whose browser this is."""
    if is_owner(_address(), st.context.headers):
        return local_user()
    if teacher := teacher_logged_in():
        return Person(teacher, may_launch=True)
    allowed = passcode_is_set() and gate().holds(_pass())
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
    if passcode_is_short():
        st.warning(
            say(
                "Nobody can launch runs here: the lab's passcode has fewer than {least} characters, so that anybody "
                "could find it by trying. Its owner can set a longer one, in the variable {variable}.",
                least=SHORTEST,
                variable=VARIABLE,
            ),
            icon=":material/lock:",
        )
        return
    # A form sends what is in the box, also to who comes to the button by the Tab key.
    form = st.form(f"{key}_door", border=False, enter_to_submit=True)
    with form, st.container(horizontal=True, vertical_alignment="bottom"):
        box, icon = f"{key}_passcode", ":material/lock_open:"
        label = say("Passcode to launch runs")
        st.text_input(label, type="password", key=box, width=260, autocomplete="current-password")
        st.form_submit_button(say("Unlock"), key=f"{key}_unlock", icon=icon, on_click=_try_passcode, args=(box,))
    if said := st.session_state.get(_SAID):
        st.error(said)


def lock_button() -> None:
    """For whoever was let in by the passcode: the way out again."""
    if passcode_is_set() and visitor().may_launch:
        st.button(
            say("Lock again"),
            key="jobs_lock",
            icon=":material/lock:",
            on_click=_give_back,
            help=say("You were let in by the passcode, for twelve hours. This ends it in all tabs of this browser."),
        )


def keep_pass() -> None:
    """Have the browser keep what was given out or given back in this session; nothing is drawn."""
    if _POST in st.session_state:
        turn, given = st.session_state[_POST]
        _keeper(key="role_keeper", data={"turn": turn, "pass": given, "path": f"{base_path()}{PATH}"})


def _try_passcode(box: str) -> None:
    given = st.session_state.get(box) or ""
    st.session_state[box] = ""
    try:
        found = gate().try_passcode(this_visit(), given, st.context.cookies.get(KNOWN_COOKIE))
    except TeslaError as error:
        web_counts().refuse("passcode-wait")
        st.session_state[_SAID] = str(error)
        return
    if given and not found:
        web_counts().refuse("passcode")
    if found:
        st.session_state[_PASS] = found
        st.session_state.pop(_SAID, None)
        _post(found)
    else:
        st.session_state[_SAID] = say("That is not the passcode.") if given else say("Enter the passcode first.")


def _give_back() -> None:
    for given in (st.session_state.pop(_PASS, None), st.context.cookies.get(PASS_COOKIE)):
        gate().give_back(given)
    _post("")


def _post(given: str) -> None:
    turn, _ = st.session_state.get(_POST, (0, ""))
    st.session_state[_POST] = turn + 1, given


def _pass() -> str | None:
    """The session's, or that which the browser came with."""
    return st.session_state.get(_PASS) or st.context.cookies.get(PASS_COOKIE)


def _address() -> str | None:
    return visitor_address()
