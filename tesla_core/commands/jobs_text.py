"""Jobs as `jobs list` and `jobs show` print them for people."""

from __future__ import annotations

import time
from collections.abc import Sequence

from tesla_core.commands.terminal import Column, Part, print_facts, print_table
from tesla_core.experiments.registry import EXPERIMENTS
from tesla_core.jobs.launch.options import options_of
from tesla_core.jobs.launch.sweep import text_of
from tesla_core.jobs.report.words import (
    ago,
    duration,
    full_result_text,
    is_default,
    result_text,
    settings_text,
    took,
    words_of,
)
from tesla_core.jobs.store.job import AttemptRow, Job
from tesla_core.jobs.store.states import State
from tesla_core.wording import counted

STATE_STYLES = {
    State.STARTING: "cyan",
    State.RUNNING: "bold cyan",
    State.CANCELLING: "yellow",
    State.SUCCEEDED: "green",
    State.FAILED: "bold red",
    State.CANCELLED: "yellow",
    State.LOST: "bold red",
}
COLUMNS = (
    Column("Job", right=True),
    Column("State", styles={str(state): style for state, style in STATE_STYLES.items()}),
    Column("Queued"),
    Column("Outcome"),
    Column("Run"),
)


def print_list(jobs: Sequence[Job]) -> None:
    print_table(COLUMNS, [_row(job) for job in jobs])


def print_job(job: Job, drained: bool) -> None:
    """All about a job, what people look for first: how it stands, when, and in what it is not the usual run."""
    request = job.request
    how = {
        "owner": request.owner,
        "group": request.group,
        "device": request.device,
        "processes": str(max(1, request.gpus)),
        "priority": str(request.priority),
        "retries": str(request.retries),
        "backend": request.backend,
    }
    print_facts(
        f"Job {job.id}: {job.label}",
        (
            Part("", [(str(job.state), _stands(job, drained))]),
            Part("Times", _times(job)),
            *_settings(job),
            Part("Result", [(name, _number(value)) for name, value in (job.metrics or {}).items()]),
            Part("Attempts", [(str(row.number), _attempt(row)) for row in job.attempt_log]),
            Part("How it is run", [(name, text) for name, text in how.items() if text]),
            Part("Where", [("folder", str(job.folder))]),
            Part("Made with", _made_with(job), quiet=True),
        ),
        STATE_STYLES.get(job.state, ""),
    )


def _row(job: Job) -> tuple[str, ...]:
    queued = time.strftime("%Y-%m-%d %H:%M", time.localtime(job.created))
    tries = f", attempt {job.attempts}" if job.attempts > 1 else ""
    run = f"{job.request.name or job.spec.title} · {settings_text(job.spec)}{tries}".replace("\u00a0", " ")
    return job.id, str(job.state), queued, _outcome(job), f"{run}: {job.error}" if job.error else run


def _outcome(job: Job) -> str:
    """The result of a run that has one, else how much of it is done; an error is long and stands in the last column."""
    return result_text(job) if job.state == State.SUCCEEDED else f"{job.progress.done:.0%} done"


def _stands(job: Job, drained: bool) -> str:
    return full_result_text(job) + took(job) if job.state == State.SUCCEEDED else words_of(job, drained)


def _times(job: Job) -> list[tuple[str, str]]:
    now = time.time()
    found = [(name, when) for name, when in (("queued", job.created), ("started", job.started)) if when is not None]
    facts = [(name, _moment(when, now)) for name, when in found]
    if job.finished is not None:
        took = "" if job.started is None else f", {_exactly(job.finished - job.started)} after its start"
        facts.append(("ended", _moment(job.finished, now) + took))
    if job.waits > 0:
        facts.append(("tries again", f"in {duration(job.waits)}"))
    return facts


def _settings(job: Job) -> tuple[Part, ...]:
    """What differs from the experiment's defaults, then the rest."""
    experiment = job.spec.experiment
    if experiment not in EXPERIMENTS:
        return (Part("Settings of another version", [(k, str(v)) for k, v in job.spec.to_dict().items()]),)
    own: list[tuple[str, str]] = []
    usual: list[str] = []
    for option in options_of(experiment):
        text = text_of(job.spec.value(option.name)) or "default"
        if is_default(job.spec, option):
            usual.append(f"{option.name} {text}")
        else:
            own.append((option.name, text))
    return (
        Part(f"Settings that differ from {experiment}'s defaults", own or [("none", "")]),
        Part("Settings at their defaults", [("all others", ", ".join(usual))], quiet=True),
    )


def _attempt(row: AttemptRow) -> str:
    start = time.strftime("%H:%M:%S", time.localtime(row.started))
    if not row.outcome:
        return f"goes on since {start}"
    took = "" if row.ended is None else f" after {_exactly(row.ended - row.started)}"
    reason = f": {row.reason}" if row.reason else ""
    return f"{row.outcome}{took}, started at {start}{reason}"


def _moment(when: float, now: float) -> str:
    return f"{time.strftime('%A %d %B %Y, %H:%M:%S', time.localtime(when))} ({ago(now - when)})"


def _number(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _made_with(job: Job) -> list[tuple[str, str]]:
    revision = [("revision", job.revision)] if job.revision else []
    return [*revision, ("versions", ", ".join(f"{name} {version}" for name, version in job.versions.items()))]


def _exactly(seconds: float) -> str:
    """3.2 s, 4 min 10 s, 3 h 5 min."""
    if seconds < 60:
        return f"{max(0.0, seconds):.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest} s"
    days, hours = divmod(minutes // 60, 24)
    return f"{counted(days, 'day')} {hours} h" if days else f"{hours} h {minutes % 60} min"
