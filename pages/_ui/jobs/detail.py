"""One job in full: how far it is, what it keeps, its curves, log and settings, and what can be done with it."""

from __future__ import annotations

import json
import time

import plotly.graph_objects as go
import streamlit as st

from pages._ui.charts import look_of_run, theme
from pages._ui.jobs.actions import act
from pages._ui.jobs.form import clone
from pages._ui.jobs.plot import live_chart
from pages._ui.jobs.results import show_results
from pages._ui.jobs.roles import visitor
from pages._ui.jobs.shared import job_control, records_of, shown, store
from pages._ui.jobs.table import choose
from pages._ui.language import language
from pages._ui.markdown import plain
from tesla_core.errors import TeslaError
from tesla_core.experiments.beside_paper import beside_paper
from tesla_core.experiments.folder import RunFolder
from tesla_core.figures.jobs import quantities, run_figure
from tesla_core.figures.palette import Theme
from tesla_core.files import to_json
from tesla_core.jobs.report.compare import ComparedRun, curve, metrics_in
from tesla_core.jobs.report.export import zip_bytes, zip_name
from tesla_core.jobs.report.words import ago, duration, full_result_text, settings_text, took, words_of
from tesla_core.jobs.store.job import Job
from tesla_core.jobs.store.states import ACTIVE, FINISHED, State
from tesla_core.jobs.worker.files import LogTail
from tesla_core.messages.say import marked, say, say_count

PARTS = (marked("Log"), marked("Settings"), marked("Attempts"))
OUTCOMES = (marked("succeeded"), marked("requeued"), marked("failed"), marked("cancelled"), marked("lost"))
"""What became of an attempt."""
LOG_LINES, MOST_FOUND = 200, 500
MOST_COMPARED, MOST_CHARTS = 60, 4
LOG_HEIGHT = 260


def show_detail(job: Job, following: bool, drained: bool) -> None:
    """The pane of one job; `following`: it was not chosen, it is the newest."""
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.header(say("Job {id}", id=job.id), anchor=False, width="content")
        if following:
            st.caption(say("Following the newest run"), width="content")
        else:
            st.button(say("Follow the newest"), key="jobs_follow", on_click=_follow, type="tertiary")
    st.markdown(plain(shown(settings_text(job.spec))))
    _status(job, drained)
    _buttons(job)
    with st.container():
        show_results(job)
    with st.container():
        _curves(job)
    part = st.segmented_control(
        say("Part"),
        PARTS,
        default=PARTS[0],
        key="jobs_part",
        required=True,
        format_func=say,
        label_visibility="collapsed",
    )
    {"Log": _log, "Settings": _settings, "Attempts": _attempts}[part or PARTS[0]](job)


def _follow() -> None:
    st.query_params.pop("job", None)


def _status(job: Job, drained: bool) -> None:
    words = plain(shown(words_of(job, drained)))
    if job.state in ACTIVE:
        st.progress(min(1.0, max(0.0, job.progress.done)), text=words)
    elif job.state in (State.FAILED, State.LOST):
        state = say("Failed") if job.state == State.FAILED else say("Lost")
        st.error(f"**{state}.** {words}", icon=":material/error:")
    elif job.state == State.SUCCEEDED:
        st.success(plain(full_result_text(job)) + took(job), icon=":material/check_circle:")
        if beside := beside_paper(job.spec, job.metrics or {}):
            st.caption(plain(beside))
    else:
        st.info(words, icon=":material/schedule:" if job.state == State.QUEUED else ":material/block:")


def _buttons(job: Job) -> None:
    with st.container(horizontal=True, gap="small"):
        person = job_control().person
        if person.may_launch:
            if job.state not in FINISHED:
                stopping = job.state == State.CANCELLING
                _button(say("Cancel"), "cancel", job, icon=":material/stop:", disabled=stopping)
            elif job.state != State.SUCCEEDED:
                _button(say("Retry"), "retry", job, icon=":material/replay:")
        label, icon = say("Clone and edit"), ":material/content_copy:"
        if st.button(label, key="jobs_clone", icon=icon, on_click=clone, args=(job,)):
            st.rerun()  # the form is outside of what is drawn every second
        st.download_button(
            say("Export zip"),
            lambda: zip_bytes([job], person),
            zip_name([job]),
            "application/zip",
            key="jobs_zip",
            on_click="ignore",
            icon=":material/download:",
        )
        if job.request.group:
            st.button(
                say("Compare its sweep"),
                key="jobs_group",
                icon=":material/stacked_line_chart:",
                on_click=_choose_group,
                args=(job,),
            )


def _button(label: str, deed: str, job: Job, **options) -> None:
    st.button(label, key=f"jobs_{deed}", on_click=act, args=(deed, [job.id]), **options)


def _choose_group(job: Job) -> None:
    choose([one.id for one in store().list(group=job.request.group, newest_first=False, limit=MOST_COMPARED)])


def _curves(job: Job) -> None:
    records, corrupt = records_of(job)
    if not records:
        over, still = say("It ended before its first epoch."), say("Its curves appear with its first epoch.")
        st.caption(over if job.state in FINISHED else still)
    for quantity in quantities(metrics_in([ComparedRun(job.id, job.spec, records)]))[:MOST_CHARTS]:
        figure = _figure(job.id, len(records), json.dumps(records[-1]), quantity, theme(), language(), job)
        live_chart(f"jobs_curve_{quantity}", figure, f"job {job.id}")
    if corrupt:
        st.caption(
            say_count(
                corrupt,
                "{count} damaged line of its metrics was skipped.",
                "{count} damaged lines of its metrics were skipped.",
            )
        )


@st.cache_data(show_spinner=False, max_entries=256)
def _figure(job_id: str, count: int, last: str, quantity: str, kind: Theme, spoken: str, _job: Job) -> go.Figure:
    """Built once for all viewers of the same epoch who have one language."""
    records, _ = records_of(_job)
    names = metrics_in([ComparedRun(job_id, _job.spec, records)])
    return run_figure(
        {name: curve(records, name) for name in names},
        quantity,
        look_of_run(_job.spec),
        _job.progress.epochs or _job.spec.epochs,
        _job.spec.best_accuracy,
        kind,
    )


def _log(job: Job) -> None:
    person = visitor()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        wanted = st.text_input(
            say("Search the log"),
            key="jobs_log_search",
            width="stretch",
            placeholder=say("Search the log"),
            label_visibility="collapsed",
        )
        st.download_button(
            say("Log"),
            lambda: shown(_whole_log(job), person).encode(),
            f"tesla-job-{job.id}.log",
            "text/plain",
            key="jobs_log_file",
            on_click="ignore",
            icon=":material/download:",
        )
    tail = LogTail(job.folder)
    found = tail.search(wanted, MOST_FOUND) if wanted else tail.last(LOG_LINES)
    lines = [shown(line, person) for line in found if line.strip()]
    if wanted and not lines:
        st.caption(say("No line contains {text}.", text=plain(wanted)))
    elif not lines:
        st.caption(say("Nothing printed yet.") if job.state not in FINISHED else say("It printed nothing."))
    else:
        # The newest line first: it is the one people look for, and the box need not scroll.
        st.code("\n".join(reversed(lines)), language=None, height=LOG_HEIGHT, wrap_lines=True)
        found_in = say_count(
            len(lines), "{count} line with “{text}”", "{count} lines with “{text}”", text=plain(wanted)
        )
        st.caption(found_in if wanted else say("Newest line first"))


def _whole_log(job: Job) -> str:
    return "\n".join(LogTail(job.folder).lines()) + "\n"


def _settings(job: Job) -> None:
    request = job.request
    st.json(shown(to_json(job.spec.to_dict())), expanded=True)
    how = {
        say("owner"): request.owner,
        say("sweep"): request.group,
        say("device"): request.device,
        say("processes"): max(1, request.gpus),
        say("backend"): request.backend,
        say("priority"): request.priority,
        say("retries"): request.retries,
        say("revision"): job.revision,
        **job.versions,
    }
    st.dataframe({"": list(how), say("value"): [shown(value) for value in how.values()]}, hide_index=True)
    command = f"`python -m tesla_core run {job.spec.experiment} --resume FOLDER`"
    if visitor().may_launch:
        st.caption(say("To go on with it by hand: {command}, where FOLDER is", command=command))
        st.code(str(RunFolder(job.folder).path), language=None)


def _attempts(job: Job) -> None:
    try:
        rows = store().attempts(job.id)
    except TeslaError as error:
        st.caption(plain(shown(error)))
        return
    if not rows:
        st.caption(say("Not started yet."))
        return
    now = time.time()
    st.dataframe(
        {
            say("Attempt"): [row.number for row in rows],
            say("Started"): [ago(now - row.started) for row in rows],
            say("Lasted"): [duration((row.ended or now) - row.started) for row in rows],
            say("Outcome"): [say(row.outcome) if row.outcome else say("goes on") for row in rows],
            say("Reason"): [shown(row.reason) for row in rows],
        },
        hide_index=True,
    )
