"""Jobs: launch the full experiments, watch them, compare them. They run on when the page is closed."""

from __future__ import annotations

import math
from contextlib import suppress

import streamlit as st
from streamlit.errors import StreamlitAPIException

from pages._ui.jobs.actions import bulk_bar, chosen_jobs, drain, show_said
from pages._ui.jobs.compare import show_compare
from pages._ui.jobs.detail import show_detail
from pages._ui.jobs.form import show_form
from pages._ui.jobs.roles import lock_button
from pages._ui.jobs.shared import job_control, room, shown, slots, store
from pages._ui.jobs.table import show_table
from pages._ui.markdown import plain
from pages._ui.page_style import use_full_width
from tesla_core.doctor.record import line_for
from tesla_core.errors import TeslaError
from tesla_core.jobs.store.job import Job
from tesla_core.jobs.store.states import ACTIVE, State
from tesla_core.jobs.store.store import Store
from tesla_core.messages.say import marked, say, say_count

ROWS = 12
BUSY_SECONDS, IDLE_SECONDS = 1.5, 10.0
FILTERS: dict[str, frozenset[State] | None] = {
    marked("All"): None,
    marked("Running"): ACTIVE,
    marked("Queued"): frozenset({State.QUEUED}),
    marked("Done"): frozenset({State.SUCCEEDED}),
    marked("Failed"): frozenset({State.FAILED, State.LOST}),
    marked("Cancelled"): frozenset({State.CANCELLED}),
}


def page() -> None:
    use_full_width()
    head = st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute")
    head.title(say("Jobs"), anchor=False, width="content")
    try:
        jobs = store()
        counts = jobs.counts()
        seconds = interval(jobs)
        with head:
            pause_button(jobs)
            lock_button()
        status_link()
        show_form(nothing_yet=not any(counts.values()))
    except TeslaError as error:
        st.error(plain(shown(error)), icon=":material/error:")
        return
    st.fragment(board, run_every=seconds)(jobs, seconds)


def interval(jobs: Store) -> float:
    """How often the board looks: often while something is going on, else now and then for what others launch."""
    counts = jobs.counts()
    waiting = counts[State.QUEUED] and not jobs.drained
    return BUSY_SECONDS if waiting or any(counts[state] for state in ACTIVE) else IDLE_SECONDS


def board(jobs: Store, seconds: float) -> None:
    """Everything that moves: the status line, the list, and the pane beside it."""
    try:
        if interval(jobs) != seconds:
            st.rerun()
        draw(jobs)
    except TeslaError as error:
        st.error(plain(shown(error)), icon=":material/error:")


def draw(jobs: Store) -> None:
    # What comes and goes has a container of its own: then charts and fields below it stay the ones they were.
    with st.container():
        show_said()
    st.markdown(status_line(jobs))
    st.caption(line_for(jobs.home))
    several = chosen_jobs()
    with st.container():
        opened, following = open_job(jobs)
    left, right = st.columns([0.56, 0.44], gap="medium")
    with left:
        with st.container():
            if several:
                bulk_bar(several)
        show_list(jobs, opened.id if opened and len(several) < 2 else None)
    with right:
        if len(several) > 1:
            show_compare(several)
        elif opened is not None:
            show_detail(opened, following, jobs.drained)
        else:
            st.info(
                say("Nothing has been launched yet. The form above is set to a first comparison of a minute or two.")
            )


def status_line(jobs: Store) -> str:
    """ "1 running, 3 queued · 1 CPU slot · 12 finished, 1 failed" """
    counts = jobs.counts()
    cpus, gpus = slots()
    failed = counts[State.FAILED] + counts[State.LOST]
    parts = [
        say(
            "**{running} running**, **{queued} queued** on {room}",
            running=f"{sum(counts[state] for state in ACTIVE):,}",
            queued=f"{counts[State.QUEUED]:,}",
            room=room(cpus, gpus),
        ),
        say(
            "{done} done, {failed} failed, {cancelled} cancelled",
            done=f"{counts[State.SUCCEEDED]:,}",
            failed=f"{failed:,}",
            cancelled=f"{counts[State.CANCELLED]:,}",
        ),
    ]
    if jobs.drained:
        parts.insert(0, say(":orange[**Paused**: runs have saved where they are, and nothing starts]"))
    return " · ".join(parts)


def pause_button(jobs: Store) -> None:
    """The drain switch: the machine is free for a class within a minute, and nothing is lost."""
    if not job_control().person.may_launch:
        return
    drained = jobs.drained
    st.button(
        say("Resume all jobs") if drained else say("Pause all jobs"),
        key="jobs_drain",
        icon=":material/play_arrow:" if drained else ":material/pause:",
        on_click=drain,
        args=(not drained,),
        help=say(
            "Running jobs save where they are and stop, as before a class; nothing starts until they are resumed."
        ),
    )


def status_link() -> None:
    if job_control().person.may_launch:
        with suppress(StreamlitAPIException):  # the page alone, without the router, knows of no other
            st.page_link("jobs/status.py", label=say("Status of the lab"), icon=":material/monitor_heart:")


def show_list(jobs: Store, opened: str | None) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        kind = st.segmented_control(
            say("Show"),
            list(FILTERS),
            default="All",
            key="jobs_filter",
            required=True,
            format_func=say,
            label_visibility="collapsed",
        )
        text = st.text_input(
            say("Search"),
            key="jobs_search",
            placeholder=say("Search: 12, tesla, lpn …"),
            label_visibility="collapsed",
            width=230,
        )
    states = FILTERS.get(kind or "All")
    found = jobs.count(states=states, text=text or "")
    pages = max(1, math.ceil(found / ROWS))
    place = st.session_state.get("jobs_page", 1)
    rows = jobs.list(states=states, text=text or "", limit=ROWS, offset=ROWS * (min(place, pages) - 1))
    show_table(rows, opened, open_, jobs.drained)
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.caption(say_count(found, "{count} job", "{count} jobs"), width="content")
        if pages > 1:
            st.pagination(pages, key="jobs_page", max_visible_pages=5)


def open_(job: str) -> None:
    st.query_params["job"] = job


def open_job(jobs: Store) -> tuple[Job | None, bool]:
    """The job of the link, else the newest that runs, else the newest; and whether it was not asked for by number."""
    asked = st.query_params.get("job")
    if asked:
        try:
            return jobs.get(asked), False
        except TeslaError:
            words = say("There is no job {id}; following the newest instead.", id=plain(asked[:20]))
            st.warning(words, icon=":material/info:")
    newest = jobs.list(states=ACTIVE, limit=1) or jobs.list(limit=1)
    return (jobs.get(newest[0].id) if newest else None), True


page()
