"""A class experiment to the jobs with one press of the console: the same values, in the background."""

from __future__ import annotations

import streamlit as st

from pages._ui.jobs.shared import job_control, shown
from pages._ui.markdown import plain
from tesla_core.classroom.experiment.as_jobs import as_jobs, launch
from tesla_core.classroom.experiment.keeping import class_experiments
from tesla_core.errors import TeslaError
from tesla_core.messages.say import say, say_count

SAID = "console jobs said"


def launch_experiment(code: str) -> None:
    """Queue the experiment that the room is shown; what came of it is said when the page runs next."""
    experiment = class_experiments()[0].of(code)
    if experiment is None:
        st.session_state[SAID] = ("error", say("There is no experiment just now."))
        return
    try:
        jobs = launch(experiment, job_control())
    except TeslaError as error:
        st.session_state[SAID] = ("error", plain(shown(error)))
        return
    ids = {"first": jobs[0].id, "last": jobs[-1].id}
    queued = say_count(len(jobs), "Job {first} is queued.", "Jobs {first} to {last} are queued.", **ids)
    st.session_state[SAID] = ("success", " ".join([queued, *map(plain, as_jobs(experiment).notes)]))


def said_of_jobs() -> None:
    kind, text = st.session_state.pop(SAID, ("", ""))
    if kind == "error":
        st.error(text, icon=":material/error:")
    elif kind:
        st.success(text, icon=":material/check_circle:")
        st.page_link("jobs/board.py", label=say("Open the Jobs page"), icon=":material/playlist_play:")
