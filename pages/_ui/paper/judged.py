"""The ledger as pages have it: judged once for all readers of a language, and again when results change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import streamlit as st

from pages._ui.jobs.shared import store
from pages._ui.language import language
from tesla_core.errors import TeslaError
from tesla_core.experiments.ledger.found import SHIPPED, FoundRuns, own_folder, read_folder, shipped, stamp
from tesla_core.experiments.results import Result
from tesla_core.jobs.store.states import State
from tesla_core.paper.entry import Entry
from tesla_core.paper.ledger import Judged, ledger
from tesla_core.paper.runs import Runs
from tesla_core.paper.verdict import ClaimVerdict

Colour = Literal["red", "orange", "yellow", "blue", "green", "violet", "gray"]
ICONS: Mapping[ClaimVerdict, str] = {
    ClaimVerdict.CONTRADICTED: ":material/cancel:",
    ClaimVerdict.NOT_REPRODUCED: ":material/do_not_disturb_on:",
    ClaimVerdict.CONDITION: ":material/rule:",
    ClaimVerdict.HOLDS: ":material/check_circle:",
    ClaimVerdict.UNTESTABLE: ":material/block:",
    ClaimVerdict.NOT_MEASURED: ":material/hourglass_empty:",
}
COLOURS: Mapping[ClaimVerdict, Colour] = {
    ClaimVerdict.CONTRADICTED: "red",
    ClaimVerdict.NOT_REPRODUCED: "orange",
    ClaimVerdict.CONDITION: "blue",
    ClaimVerdict.HOLDS: "green",
    ClaimVerdict.UNTESTABLE: "gray",
    ClaimVerdict.NOT_MEASURED: "gray",
}
MOST_JOBS = 500
"""Finished jobs that a card looks through."""


def shipped_ledger() -> tuple[Judged, ...]:
    """What ships here, judged; computed when a file changes, not when a page is opened."""
    return _judged(stamp(SHIPPED), language())


def own_runs(entry: Entry) -> Runs:
    """What was run here for a claim: by `reproduce`, and by jobs that are done."""
    kept = entry.runs_among(_own(stamp(own_folder())).runs)
    known = {run.spec for run in kept.all}
    return Runs(kept.all + tuple(result for result in _jobs(entry) if result.spec not in known))


def left_alone() -> tuple[str, ...]:
    """Files of one's own results that could not be read, and why."""
    return _own(stamp(own_folder())).left


@st.cache_resource(show_spinner=False, max_entries=4)
def _judged(changed: object, spoken: str) -> tuple[Judged, ...]:
    return ledger(shipped().runs)


@st.cache_resource(show_spinner=False, max_entries=2)
def _own(changed: object) -> FoundRuns:
    return read_folder(own_folder())


def _jobs(entry: Entry) -> list[Result]:
    """Finished jobs of the claim's runs. A lab without a store has none."""
    try:
        done = [
            job
            for experiment in dict.fromkeys(suite.experiment for suite in entry.suites)
            for job in store().list(states={State.SUCCEEDED}, text=experiment, limit=MOST_JOBS)
        ]
        wanted = [job for job in done if job.metrics and any(suite.has(job.spec) for suite in entry.suites)]
        return [Result.of(job.spec, job.metrics or {}, revision=job.revision, versions=job.versions) for job in wanted]
    except TeslaError:
        return []
