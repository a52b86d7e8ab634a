"""Teachers who log in at their school, where the lab's secrets name a provider: `[auth]`, as `st.login` reads it.

Not everybody with an account there is a teacher: `teachers`, a list in the same file, names them by their e-mail
addresses, or all of a domain as "@school.example".
"""

from __future__ import annotations

import streamlit as st

from tesla_core.messages.say import say


def login_is_set_up() -> bool:
    """Whether the lab's secrets name a provider."""
    return st.secrets.load_if_toml_exists() and "auth" in st.secrets


def teacher_logged_in() -> str:
    """The e-mail address of a teacher who is logged in; empty for anybody else."""
    if not login_is_set_up() or not st.user.is_logged_in or st.user.get("email_verified") is False:
        return ""
    return found_teacher(st.user.get("email"), st.secrets.get("teachers", ()))


def found_teacher(email: object, teachers: object) -> str:
    """The address, if it is a teacher's."""
    address = email.strip().lower() if isinstance(email, str) else ""
    listed = {str(one).strip().lower() for one in teachers} if isinstance(teachers, list | tuple) else set()
    domain = address[address.rfind("@") :] if "@" in address else ""
    return address if address in listed - {""} or (domain and domain in listed) else ""


def offer_login() -> None:
    """The way in, and out, where there is a provider."""
    if not login_is_set_up():
        return
    if not st.user.is_logged_in:
        st.button(say("Log in"), icon=":material/login:", on_click=st.login, key="oidc_in")
        return
    if not teacher_logged_in():
        st.info(say("You are logged in, but not on this lab's list of teachers."))
    st.button(say("Log out"), icon=":material/logout:", on_click=st.logout, key="oidc_out")
