"""A claim run again: what was run here beside what ships, the live page that shows it, and its runs as jobs."""

from __future__ import annotations

import streamlit as st

from pages._ui.jobs.form import size_of
from pages._ui.jobs.roles import ask_passcode, visitor
from pages._ui.jobs.shared import job_control, shown
from pages._ui.markdown import plain
from pages._ui.paper.judged import COLOURS, ICONS, own_runs
from tesla_core.errors import TeslaError
from tesla_core.experiments.ledger.found import units_of
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.jobs.store.job import Request
from tesla_core.messages.say import say, say_count
from tesla_core.paper.entry import Entry
from tesla_core.paper.runs import Runs
from tesla_core.paper.verdict import WORDS

SAID = "again_said"
MOST_RUNS = 250
"""Runs that one press queues: a table of hundreds is a command's work, which goes on where it was."""
LIVE_PAGES = {
    "/activation": "lab/activation.py",
    "/boundaries": "lab/boundaries.py",
    "/parity": "lab/parity.py",
    "/spectra": "lab/spectra.py",
    "/taylor": "lab/taylor.py",
    "/continuous": "lab/continuous.py",
}


def show_own(entry: Entry) -> None:
    """The verdict of what was run here, with machine and revision; nothing where nothing was."""
    runs = own_runs(entry)
    if not len(runs):
        return
    found = entry.judge(runs)
    badge = f":{COLOURS[found.verdict]}-badge[{ICONS[found.verdict]} {say(WORDS[found.verdict])}]"
    count = say_count(len(runs), "{count} run", "{count} runs")
    st.markdown(
        say("**Run here:** {badge} {because} ({count})", badge=badge, because=plain(found.because), count=count)
    )
    st.caption(_where(runs))


def _where(runs: Runs) -> str:
    """On which machines and by which revisions."""
    machines = dict.fromkeys(getattr(run, "machine", "") or say("this lab's jobs") for run in runs.all)
    revisions = dict.fromkeys(getattr(run, "revision", "") or say("unknown") for run in runs.all)
    places = {"machines": plain(", ".join(machines)), "revisions": plain(", ".join(revisions))}
    return say("On {machines}; revision {revisions}", **places)


def run_again(entry: Entry) -> None:
    """By a live page, by jobs, or by a word on why not."""
    _show_said(entry)
    if entry.live in LIVE_PAGES:
        st.page_link(LIVE_PAGES[entry.live], label=say("Watch it live"), icon=":material/play_circle:")
    specs = [spec for units in units_of(entry).values() for unit in units for spec in unit]
    if not specs:
        return
    if len(specs) > MOST_RUNS:
        told = say_count(len(specs), "{count} run", "{count} runs")
        st.caption(say("{runs} are more than one press queues; the command above goes on where it was.", runs=told))
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            say("Run again as jobs"),
            key=f"again_{entry.id}",
            icon=":material/rocket_launch:",
            on_click=_launch,
            args=(entry, specs),
            help=say("In the background; their results stand on this card when they are done."),
        )
        try:
            st.caption(plain(size_of(specs)))
        except TeslaError as error:
            st.caption(plain(shown(error)))


def _launch(entry: Entry, specs: list[ExperimentSpec]) -> None:
    try:
        at = job_control()
        if not at.person.may_launch:
            st.session_state[SAID] = (entry.id, "ask", "")
            return
        jobs = at.submit([Request(spec, group=say("The paper, {claim}", claim=entry.id)) for spec in specs])
    except TeslaError as error:
        st.session_state[SAID] = (entry.id, "error", plain(shown(error)))
        return
    ids = {"first": jobs[0].id, "last": jobs[-1].id}
    queued = say_count(len(jobs), "Job {first} is queued.", "Jobs {first} to {last} are queued.", **ids)
    st.session_state[SAID] = (entry.id, "success", queued)


def _show_said(entry: Entry) -> None:
    claim, kind, text = st.session_state.get(SAID, ("", "", ""))
    if claim != entry.id:
        return
    if kind == "ask" and not visitor().may_launch:
        ask_passcode("again")  # stays until the visitor is let in: the box must be there in the run that reads it
        return
    st.session_state.pop(SAID)
    if kind == "ask":
        st.success(say("Unlocked. Press once more to launch."), icon=":material/lock_open:")
    elif kind == "error":
        st.error(text, icon=":material/error:")
    else:
        st.success(text, icon=":material/check_circle:")
        st.page_link("jobs/board.py", label=say("Open the Jobs page"), icon=":material/playlist_play:")
