"""Status, for the owner alone: whether all parts work, who is here, what trains, what it takes, what was refused."""

from __future__ import annotations

import time
from typing import Any

import psutil
import streamlit as st

from pages._ui.jobs.roles import ask_passcode, visitor
from tesla_core.counts import web_counts
from tesla_core.doctor.record import line_for
from tesla_core.errors import TeslaError
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.states import ACTIVE, State
from tesla_core.jobs.store.store import Store
from tesla_core.live.client import EngineStatus
from tesla_core.live.service import live_service
from tesla_core.messages.say import marked, say, say_count
from tesla_core.operations.health import OK, PATIENCE, checks_of
from tesla_core.operations.middleware import LIVE, open_connections
from tesla_core.operations.pruning import used_bytes

SECONDS = 5.0
MOST_ROWS = 200
PARTS = {"engine": marked("Engine"), "store": marked("Store of jobs"), "disk": marked("Disk")}
WORDS = {
    "ok": marked("works"),
    "does not answer": marked("does not answer"),
    "not writable": marked("can't be written"),
    "nearly full": marked("is nearly full"),
}


def page() -> None:
    st.title(say("Status"), anchor=False)
    if not visitor().may_launch:
        st.info(say("This page is for the owner of the lab."), icon=":material/lock:")
        ask_passcode("status")
        return
    st.fragment(board, run_every=SECONDS)()


def board() -> None:
    """All of it, looked at anew every few seconds."""
    show_parts()
    engine = engine_status()
    show_figures(engine)
    st.caption(doctor_line())
    left, right = st.columns(2, gap="medium")
    with left:
        show_people()
        show_refusals()
    with right:
        show_runs(engine is not None)
        show_jobs()


def show_parts() -> None:
    """ "Engine works · Store of jobs works · Disk is nearly full", the broken ones in colour."""
    found = _parts()
    said = [f"{say(PARTS[part])} {say(WORDS[word])}" for part, word in found.items()]
    bad = [words for words, word in zip(said, found.values(), strict=True) if word != OK]
    if bad:
        st.error(" · ".join(bad), icon=":material/error:")
    else:
        st.success(" · ".join(said), icon=":material/check_circle:")


@st.cache_data(show_spinner=False, ttl=2.0)
def _parts() -> dict[str, str]:
    return {name: check() for name, check in checks_of(live_service().client(PATIENCE)).items()}


def engine_status() -> EngineStatus | None:
    try:
        return live_service().client(PATIENCE).status()
    except TeslaError:
        return None


def show_figures(engine: EngineStatus | None) -> None:
    with st.container(horizontal=True):
        if engine is not None:
            st.metric(say("Viewers"), engine.viewers)
            st.metric(say("Runs"), engine.runs)
            st.metric(say("Training"), engine.training)
            st.metric(say("Waiting"), engine.queued)
            st.metric(say("Epochs/s"), f"{engine.epochs_per_second:.1f}")
            st.metric(say("Engine's memory"), megabytes(resident(engine.pid)))
        st.metric(say("Web's memory"), megabytes(resident()))
        st.metric(say("Data folder"), megabytes(_data_bytes()))


@st.cache_data(show_spinner=False, ttl=60.0)
def _data_bytes() -> int:
    try:
        return used_bytes(Home.find())
    except TeslaError:
        return 0


def resident(pid: int | None = None) -> int:
    try:
        return psutil.Process(pid).memory_info().rss
    except psutil.Error:
        return 0


def doctor_line() -> str:
    try:
        return line_for(Home.find())
    except TeslaError as error:
        return str(error)


def show_people() -> None:
    """Who is here, by the id that the server gave them: nobody's name is known."""
    st.header(say("Who is here"), anchor=False)
    now, people = time.time(), {}
    for one in list(open_connections().values()):
        row = people.setdefault((one.visit, one.address), {"live": 0, "pages": 0, "since": one.since, "sent": 0})
        row["live" if one.channel == LIVE else "pages"] += 1
        row["since"], row["sent"] = min(row["since"], one.since), row["sent"] + one.sent
    table(
        [
            {
                say("Visit"): visit[:8] or say("nobody"),
                say("Address"): address,
                say("Pages"): row["pages"],
                say("Canvases"): row["live"],
                say("Minutes"): round((now - row["since"]) / 60, 1),
                say("MB sent"): round(row["sent"] / 1e6, 1),
            }
            for (visit, address), row in sorted(people.items(), key=lambda entry: -entry[1]["sent"])
        ],
        say("Nobody."),
    )


def show_runs(answers: bool) -> None:
    st.header(say("What is trained"), anchor=False)
    try:
        runs = live_service().client(PATIENCE).overview() if answers else []
    except TeslaError:
        runs = []
    table(
        [
            {
                say("Run"): run["run"],
                say("Task"): run["task"].removesuffix("Task"),
                say("Panels"): run["panels"],
                say("Epoch"): f"{run['epoch']:.0f}/{run['epochs']}",
                say("Viewers"): run["viewers"],
                say("MB"): round(run["bytes"] / 1e6, 1),
            }
            for run in runs
        ],
        say("Nothing."),
    )


def show_refusals() -> None:
    st.header(say("What was refused since the start"), anchor=False)
    rows = [{say("Reason"): reason, say("Times"): times} for reason, times in web_counts().refused().items()]
    table(rows, say("Nothing."))


def show_jobs() -> None:
    st.header(say("Jobs"), anchor=False)
    try:
        home = Home.find()
        if not home.database.exists():
            st.caption(say("Nothing."))
            return
        with Store(home) as store:
            counts = store.counts()
    except TeslaError as error:
        st.error(str(error))
        return
    parts = [
        say_count(sum(counts[state] for state in ACTIVE), "{count} running", "{count} running"),
        say_count(counts[State.QUEUED], "{count} queued", "{count} queued"),
        say_count(counts[State.SUCCEEDED], "{count} done", "{count} done"),
        say_count(counts[State.FAILED] + counts[State.LOST], "{count} failed", "{count} failed"),
    ]
    st.markdown(" · ".join(parts))


def table(rows: list[dict[str, Any]], empty: str) -> None:
    if rows:
        st.dataframe(rows[:MOST_ROWS], hide_index=True)
    else:
        st.caption(empty)


def megabytes(count: float) -> str:
    return f"{count / 1e6:,.0f} MB"


page()
