"""The address of a page: all that is set on it, at every moment, so that a reload or a copied link gives the same run.

Who writes. A page works out its parameters and hands them to a component without a face (`tell`); the component writes
them into the browser's address, with the epoch, which only the canvas knows (`assets/live/session/address.js`). Nothing
here writes `st.query_params`: Streamlit would make an entry of the browser's history of every write.

Who reads. The address is read when somebody *arrives*: opens a link, reloads, or goes Back or Forward. Each arrival is
a visit (`enter`, called by the router); in a visit's first run controls, edits and points are set from the address.
Between arrivals the controls say what holds. Who comes by the menu finds the page as they left it.

History. `new_entry` makes the next address a new entry of the browser's history: a preset, a branch, another run. All
else, a slider or an epoch, replaces the entry.

Which version of the defaults a link means, `tesla_core/lab/links.py` says.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st
from streamlit.components.v2 import component
from streamlit.runtime.scriptrunner import get_script_run_ctx

from tesla_core.canvas.bundle import bundled
from tesla_core.lab.links import VERSION, Pair, query_of, version_of

FURTHEST_EPOCH = 1_000_000

_writer = component("tesla_address", js=bundled("session/address"), isolate_styles=False)
_PAGE, _VISIT, _GIVEN, _BACK = "address page", "address visit", "address given", "address by history"
_ENTRY, _SESSION, _NOTED = "address entry", "address session", "address noted"


# ---- arrivals


def enter(page: str) -> None:
    """At the start of every run of the script: count the visit if somebody has just arrived at this page."""
    context = get_script_run_ctx()
    by_history = context is not None and context.is_history_navigation
    state = st.session_state
    if by_history or state.get(_PAGE) != page:
        arrive(page, {name: st.query_params.get_all(name) for name in st.query_params}, by_history=by_history)


def arrive(page: str, given: Mapping[str, list[str]], *, by_history: bool) -> None:
    """Begin a visit with these parameters."""
    state = st.session_state
    state[_PAGE], state[_GIVEN], state[_BACK] = page, dict(given), by_history
    state[_VISIT] = visit() + 1


def visit() -> int:
    """The number of this visit in the session."""
    return st.session_state.get(_VISIT, 0)


def given(name: str) -> list[str]:
    """All values of a parameter in the address that this visit began with."""
    return given_all().get(name, [])


def given_all() -> Mapping[str, list[str]]:
    """All parameters of that address."""
    return st.session_state.get(_GIVEN, {})


def arrives(name: str) -> bool:
    """Whether what bears this name is to be set from the address now: once a visit, if the visit has an address."""
    key = f"{name} visit"
    if st.session_state.get(key) == visit():
        return False
    st.session_state[key] = visit()
    return bool(st.session_state.get(_GIVEN)) or st.session_state.get(_BACK, False)


def awaits(name: str) -> bool:
    """Whether what bears this name is given in the address and was not yet set from it."""
    return st.session_state.get(f"{name} visit") != visit() and bool(given(name))


def version() -> int:
    """Whose defaults the visit's address means."""
    return version_of(given_all())


def opening() -> dict[str, Any]:
    """For the canvas: the visit, and the epoch at which its address opens the run, paused; None where it names none."""
    said = (given("epoch") or ["0" if st.session_state.get(_BACK) else "none"])[-1]
    try:
        epoch = float(said)
    except ValueError:
        epoch = math.nan
    return {"turn": visit(), "epoch": epoch if 0 <= epoch <= FURTHEST_EPOCH else None}


# ---- writing


def note(key: str, texts: Sequence[str]) -> None:
    """Have a parameter of a control that belongs to no board told with the next part of the address."""
    st.session_state.setdefault(_NOTED, {})[key] = list(texts)


def noted() -> list[Pair]:
    """What was noted since the last time."""
    found: dict[str, list[str]] = st.session_state.pop(_NOTED, {})
    return [(key, text) for key, texts in found.items() for text in texts]


def new_entry() -> None:
    """The next address is a new entry of the browser's history."""
    st.session_state[_ENTRY] = st.session_state.get(_ENTRY, 0) + 1


def query(pairs: Sequence[Pair]) -> str:
    """The query of a link with these parameters, made now."""
    return query_of(pairs)


def tell(part: str, pairs: Sequence[Pair], run: str = "") -> None:
    """Write a part of the address: "page", or what a fragment beside it sets. run: the address of the canvas' run."""
    state = st.session_state
    data = {
        "part": part,
        "pairs": [list(pair) for pair in (*([("v", str(VERSION))] if part == "page" else []), *pairs)],
        "run": run,
        "entry": state.get(_ENTRY, 0),
        "turn": visit(),
        "session": state.setdefault(_SESSION, secrets.token_hex(4)),
    }
    _writer(key=f"address {state.get(_PAGE, '')} {part}", data=data)
