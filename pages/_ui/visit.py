"""Who looks at a page, as the server knows them: by their browser's cookie, or by the token that this page carries."""

from __future__ import annotations

import streamlit as st

from tesla_core.visits.visit import COOKIE, Visit, visits

_TOKEN = "live_visit"


def page_visit() -> str:
    """A token that says who looks at this page, for a browser whose cookies don't come back (in a frame, say)."""
    if _TOKEN not in st.session_state:
        book, address = visits(), visitor_address()
        visit = book.find(address, st.context.cookies.get(COOKIE))
        st.session_state[_TOKEN] = book.page_token(visit if visit.known else book.begin(address))
    return st.session_state[_TOKEN]


def this_visit() -> Visit:
    """Whose page this is."""
    return visits().find(visitor_address(), st.context.cookies.get(COOKIE), page_visit())


def visitor_address() -> str:
    """The visitor's address; Streamlit calls this machine's own None."""
    return str(st.context.ip_address or "127.0.0.1")
