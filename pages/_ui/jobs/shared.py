"""The jobs as a page reaches them: one store for the process, a control for the person, curves that are read on."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import streamlit as st

from pages._ui.jobs.roles import visitor
from tesla_core.jobs.backends.slots import Slots
from tesla_core.jobs.launch.access import Person
from tesla_core.jobs.launch.control import JobControl
from tesla_core.jobs.report.words import without_paths
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.job import Job
from tesla_core.jobs.store.store import Store
from tesla_core.jobs.worker.files import MetricsTail
from tesla_core.messages.say import say_count

FOLLOWED = 512
"""Jobs whose curves are kept in memory, for all viewers together."""


def store() -> Store:
    """The store of this home; a TeslaError says what is wrong with the folder."""
    home = Home.find()
    if not home.database.exists():
        _store.clear()  # the folder was deleted: what is made next is another store
    return _store(str(home.path))


def job_control() -> JobControl:
    """What this page's person may do; a write sees to it that a supervisor runs."""
    jobs = store()

    def wake() -> None:
        from tesla_core.jobs.supervisor.starting import ensure_supervisor

        ensure_supervisor(jobs.home)

    return JobControl(jobs, visitor(), wake)


def shown(text: object, person: Person | None = None) -> str:
    """A text that may name folders of this machine, as far as who looks is to know them."""
    return str(text) if (person or visitor()).may_launch else without_paths(str(text))


@st.cache_resource(show_spinner=False)
def _store(path: str) -> Store:
    return Store(Home(path))


@st.cache_data(show_spinner=False, ttl=600)
def slots() -> tuple[int, int]:
    """CPU slots and GPUs of this host."""
    found = Slots.of_this_host()
    return found.cpus, len(found.gpus)


def room(cpus: int, gpus: int) -> str:
    """On what jobs run here: "1 CPU slot", "2 GPUs"."""
    if gpus:
        return say_count(gpus, "{count} GPU", "{count} GPUs")
    return say_count(cpus, "{count} CPU slot", "{count} CPU slots")


class _Follower:
    """One job's metrics, read by whoever looks first and shared by all who look."""

    def __init__(self, folder: Path) -> None:
        self._tail, self._lock = MetricsTail(folder), threading.Lock()

    def read(self) -> tuple[list[dict[str, Any]], int]:
        with self._lock:
            self._tail.read()
            return list(self._tail.records), self._tail.corrupt


@st.cache_resource(show_spinner=False, max_entries=FOLLOWED)
def _follower(folder: str, _created: float) -> _Follower:
    return _Follower(Path(folder))


def records_of(job: Job) -> tuple[list[dict[str, Any]], int]:
    """A job's epochs so far, and how many lines of its file could not be read. Only what is new is read."""
    return _follower(str(job.folder), job.created).read()
