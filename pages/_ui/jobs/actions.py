"""What a person does to jobs from the board: one deed, many jobs, and what came of it said on the page."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from pages._ui.jobs.shared import job_control, shown, store
from pages._ui.jobs.table import choose, chosen
from pages._ui.markdown import plain
from tesla_core.errors import TeslaError
from tesla_core.jobs.report.export import zip_bytes, zip_name
from tesla_core.jobs.store.job import Job
from tesla_core.jobs.store.queries import UnknownJob
from tesla_core.jobs.store.states import FINISHED, State
from tesla_core.messages.say import marked, say

SAID = "jobs_did"
MOST_EXPORTED = 200
DONE = {
    "cancel": (marked("Cancelling job {job}."), marked("Cancelling {count} jobs.")),
    "retry": (marked("Queued again: job {job}."), marked("Queued again: {count} jobs.")),
    "delete": (marked("Deleted job {job}."), marked("Deleted {count} jobs.")),
}
"""What was done to one, which is named, and to several."""


def act(deed: str, ids: Sequence[str]) -> None:
    """Cancel, retry or delete; what can't be done is said, the rest is done."""
    at = job_control()
    try:
        {"cancel": at.cancel, "retry": at.retry, "delete": at.delete}[deed](list(ids))
    except TeslaError as error:
        st.session_state[SAID] = ("error", plain(shown(error)))
    else:
        one, several = DONE[deed]
        done = say(one, job=ids[0]) if len(ids) == 1 else say(several, count=f"{len(ids):,}")
        st.session_state[SAID] = ("success", done)
    if deed == "delete":
        choose([])


def drain(on: bool) -> None:
    """Pause the lab, or let it go on."""
    try:
        job_control().drain(on, "from the Jobs page" if on else "")
    except TeslaError as error:
        st.session_state[SAID] = ("error", plain(shown(error)))


def show_said() -> None:
    """What came of the last deed, once."""
    kind, text = st.session_state.pop(SAID, (None, ""))
    if kind == "error":
        st.error(text, icon=":material/error:")
    elif kind:
        st.toast(text, icon=":material/check:")


def chosen_jobs() -> list[Job]:
    """The chosen jobs that still are; one that somebody else has deleted is no longer chosen."""
    found: list[Job] = []
    for job in chosen():
        try:
            found.append(store().get(job))
        except UnknownJob:
            continue
    if len(found) != len(chosen()):
        choose([job.id for job in found])
    return found


def bulk_bar(jobs: Sequence[Job]) -> None:
    """What can be done with the chosen jobs; each button names how many it is for."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="jobs_bulk"):
        st.markdown(say("**{count} chosen**", count=len(jobs)), width="content")
        if job_control().person.may_launch:
            open_ = [job.id for job in jobs if job.state not in FINISHED and job.state != State.CANCELLING]
            again = [job.id for job in jobs if job.state in FINISHED and job.state != State.SUCCEEDED]
            over = [job.id for job in jobs if job.state in FINISHED]
            _many(say("Cancel {count}", count=len(open_)), "cancel", open_, ":material/stop:")
            _many(say("Retry {count}", count=len(again)), "retry", again, ":material/replay:")
            if over:
                with st.popover(say("Delete {count}", count=len(over)), icon=":material/delete:"):
                    st.markdown(say("Their curves, logs and checkpoints go too."))
                    label = say("Delete for good {count}", count=len(over))
                    _many(label, "delete", over, ":material/delete_forever:")
        few, person = list(jobs[:MOST_EXPORTED]), job_control().person
        st.download_button(
            say("Export {count}", count=len(few)),
            lambda: zip_bytes(few, person),
            zip_name(few),
            "application/zip",
            key="jobs_bulk_zip",
            on_click="ignore",
            icon=":material/download:",
        )
        st.button(say("Clear"), key="jobs_clear", on_click=choose, args=([],), icon=":material/close:")


def _many(label: str, deed: str, ids: list[str], icon: str) -> None:
    if ids:
        st.button(label, key=f"jobs_bulk_{deed}", on_click=act, args=(deed, ids), icon=icon)
