"""A job in words: what it is, how it stands, how long it may take."""

from __future__ import annotations

import re
import time
from dataclasses import replace

from tesla_core.experiments.registry import EXPERIMENTS
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.jobs.launch.options import FormOption, options_of
from tesla_core.jobs.launch.sweep import text_of
from tesla_core.jobs.store.job import Job
from tesla_core.jobs.store.states import State
from tesla_core.wording import counted

_STEPS = ((60.0, 1.0, "s"), (3600.0, 60.0, "min"), (36 * 3600.0, 3600.0, "h"), (float("inf"), 86_400.0, "days"))


def title_of(job: Job) -> str:
    """What a row is headed by."""
    return f"{job.id} · {job.request.name or job.spec.title}"


def settings_text(spec: ExperimentSpec) -> str:
    """The model, then every option that is not the experiment's default, those of the task first and the seed last."""
    if spec.experiment not in EXPERIMENTS:
        return f"Settings of another version: {spec.to_dict().get('experiment')}"
    model = spec.model()
    own = [
        f"{option.label.lower()} {text_of(value)}"
        for option in options_of(spec.experiment)
        if option.name != "seed"
        and not model.label_covers(option.name)
        and (value := spec.value(option.name)) is not None
        and (option.name in spec.always_said or not is_default(spec, option))
    ]
    # The space before the number holds: a seed is not torn from its word.
    return " · ".join([spec.run_label, *own, f"seed\u00a0{spec.seed}"])


def is_default(spec: ExperimentSpec, option: FormOption) -> bool:
    """Also of an option that was left empty, for which the spec has put in what follows from the others."""
    value = spec.value(option.name)
    if value == option.default or not option.optional:
        return value == option.default
    return value == getattr(replace(spec, **{option.name: None}), option.name)


def words_of(job: Job, drained: bool = False) -> str:
    """How it stands: its place in the queue, its epoch, its result, or why it ended."""
    progress = job.progress
    match job.state:
        case State.QUEUED:
            return _queued(job, drained)
        case State.STARTING:
            return "Starting: loading Python and the data"
        case State.RUNNING | State.CANCELLING:
            left = f" · {duration(progress.seconds_left)} left" if progress.seconds_left is not None else ""
            epoch = f"Epoch {progress.epoch} of {progress.epochs}" if progress.epochs else "Preparing the data"
            accuracy = f" · held-out accuracy {progress.accuracy:.1%}" if progress.accuracy is not None else ""
            return ("Stopping" if job.state == State.CANCELLING else epoch) + accuracy + left
        case State.SUCCEEDED:
            return result_text(job) + took(job)
        case _:
            unsaid = {State.CANCELLED: "Cancelled", State.LOST: "Its folder is gone"}
            return job.error or unsaid.get(job.state, "Failed")


def _queued(job: Job, drained: bool) -> str:
    place = "Next in the queue" if job.position == 1 else f"Number {job.position or '?'} in the queue"
    reason = (job.error or "It ended early").rstrip(".")
    tried = f" · {reason}; tried {counted(job.attempts, 'time')}" if job.attempts and job.failures else ""
    if job.waits > 0:
        return f"Tries again in {duration(job.waits)}{tried}"
    return ("Waits: the lab is paused" if drained else place) + tried


def result_text(job: Job) -> str:
    """The result in the experiment's own words: the first thing it says, without what it adds in brackets."""
    return re.sub(r" \([^()]*\)", "", full_result_text(job)).split(", ")[0].split("; ")[0]


def full_result_text(job: Job) -> str:
    """All that the experiment says of its result; of a run that diverged, just that."""
    if not job.metrics:
        return "Done"
    try:
        return _capital(job.spec.reached(job.metrics))
    except (KeyError, ValueError):  # a result of another version
        return "Done"
    except TypeError:
        return "Diverged: it has no number to tell"


def took(job: Job) -> str:
    if job.started is None or job.finished is None:
        return ""
    return f" · took {duration(max(0.0, job.finished - job.started))}"


def when(job: Job, now: float | None = None) -> str:
    """The newest thing that happened to it, as a time ago."""
    now = time.time() if now is None else now
    if job.finished is not None:
        return f"ended {ago(now - job.finished)}"
    if job.started is not None:
        return f"started {ago(now - job.started)}"
    return f"queued {ago(now - job.created)}"


def ago(seconds: float) -> str:
    return "just now" if seconds < 5 else f"{duration(seconds)} ago"


def duration(seconds: float) -> str:
    """Rough: 40 s, 12 min, 3 h, 4 days."""
    for most, unit, name in _STEPS:
        if seconds < most:
            return f"{max(1, round(seconds / unit))} {name}"
    raise AssertionError("the last step has no end")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
