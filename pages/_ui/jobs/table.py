"""The list of jobs on a page: a page of it at a time, rows that can be chosen and opened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit.components.v2 import component

from pages._ui.jobs.shared import shown
from pages._ui.language import words_for_canvas
from tesla_core.canvas.bundle import bundled, stylesheet
from tesla_core.jobs.report.words import settings_text, title_of, when, words_of
from tesla_core.jobs.store.job import Job
from tesla_core.jobs.store.states import ACTIVE
from tesla_core.messages.say import say

FOLDER = Path(__file__).parents[3] / "assets" / "jobs"
KEY, RESET, CHOSEN = "jobs_table", "jobs_reset", "jobs_chosen"

_table = component("tesla_jobs", css=stylesheet("table.css", FOLDER), js=bundled("table", FOLDER), isolate_styles=False)


def chosen() -> list[str]:
    """The numbers of the chosen jobs, on whatever page of the list they are."""
    return list(st.session_state.get(CHOSEN, ()))


def choose(ids: Sequence[str]) -> None:
    """Choose exactly these."""
    st.session_state[CHOSEN] = list(ids)
    st.session_state[RESET] = st.session_state.get(RESET, 0) + 1


def show_table(jobs: Sequence[Job], opened: str | None, on_open: Callable[[str], None], drained: bool) -> None:
    """Draw the rows; `on_open` is called with a job's number before the script's next run."""
    data = {
        "rows": [row_of(job, drained) for job in jobs],
        "open": opened,
        "chosen": chosen(),
        "reset": st.session_state.get(RESET, 0),
        "empty": say("No job matches."),
        "words": words_for_canvas(),
    }

    def take_open() -> None:
        asked = st.session_state[KEY].get("open")
        if isinstance(asked, dict) and str(asked.get("id", "")).isdigit():
            on_open(str(asked["id"]))

    def take_chosen() -> None:
        found = st.session_state[KEY].get("chosen") or []
        st.session_state[CHOSEN] = [str(one) for one in found if str(one).isdigit()]

    _table(key=KEY, data=data, on_open_change=take_open, on_chosen_change=take_chosen)


def row_of(job: Job, drained: bool = False) -> dict[str, Any]:
    """What a row shows; a bar only for what has a process."""
    return {
        "id": job.id,
        "title": shown(title_of(job)),
        "settings": shown(settings_text(job.spec)),
        "state": str(job.state),
        "done": round(job.progress.done, 4) if job.state in ACTIVE else None,
        "words": shown(words_of(job, drained)),
        "when": when(job),
    }
