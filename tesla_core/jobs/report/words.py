"""A job in words: what it is, how it stands, how long it may take."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import replace

from tesla_core.experiments.registry import EXPERIMENTS
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.jobs.launch.options import FormOption, options_of
from tesla_core.jobs.launch.sweep import text_of
from tesla_core.jobs.store.job import Job, Progress
from tesla_core.jobs.store.states import State
from tesla_core.messages.say import marked, say, say_count

_STEPS = (
    (60.0, 1.0, marked("{count} s")),
    (3600.0, 60.0, marked("{count} min")),
    (36 * 3600.0, 3600.0, marked("{count} h")),
    (float("inf"), 86_400.0, marked("{count} days")),
)


_PATH = re.compile(r"(?<![\w/:.…-])~?/(?:[^\s/'\"`,;:()<>\[\]{}|]+/)+([^\s/'\"`,;:()<>\[\]{}|]*)")


def without_paths(text: str) -> str:
    """A text for people who are not to learn how this machine's folders are called: of a path, its last name."""
    return _PATH.sub(lambda path: f"…/{path[1]}", text)


def title_of(job: Job) -> str:
    """What a row is headed by."""
    return f"{job.id} · {job.request.name or job.spec.title}"


def settings_text(spec: ExperimentSpec) -> str:
    """The model, then every option that is not the experiment's default, those of the task first and the seed last."""
    if spec.experiment not in EXPERIMENTS:
        return say("Settings of another version: {experiment}", experiment=spec.to_dict().get("experiment"))
    model = spec.model()
    own = [
        say("{option} {value}", option=say(option.label).lower(), value=text_of(value))
        for option in options_of(spec.experiment)
        if option.name not in ("seed", "method")
        and not model.label_covers(option.name)
        and (value := spec.value(option.name)) is not None
        and (option.name in spec.always_said or not is_default(spec, option))
    ]
    # The space before the number holds: a seed is not torn from its word.
    return " · ".join([spec.run_label, *own, say("seed\u00a0{seed}", seed=spec.seed)])


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
            return say("Starting: loading Python and the data")
        case State.RUNNING | State.CANCELLING:
            return " · ".join(_going_on(job.state, progress))
        case State.SUCCEEDED:
            return result_text(job) + took(job)
        case _:
            unsaid = {State.CANCELLED: say("Cancelled"), State.LOST: say("Its folder is gone")}
            return job.error or unsaid.get(job.state, say("Failed"))


def _going_on(state: State, progress: Progress) -> Iterator[str]:
    """How far it is, how good, and how long it may still take, as far as that is known."""
    if state == State.CANCELLING:
        yield say("Stopping")
    elif progress.epochs:
        yield say("Epoch {epoch} of {epochs}", epoch=progress.epoch, epochs=progress.epochs)
    else:
        yield say("Preparing the data")
    if progress.accuracy is not None:
        yield say("held-out accuracy {share}", share=f"{progress.accuracy:.1%}")
    if progress.seconds_left is not None:
        yield say("{duration} left", duration=duration(progress.seconds_left))


def _queued(job: Job, drained: bool) -> str:
    if job.waits > 0:
        place = say("Tries again in {duration}", duration=duration(job.waits))
    elif drained:
        place = say("Waits: the lab is paused")
    elif job.position == 1:
        place = say("Next in the queue")
    else:
        place = say("Number {position} in the queue", position=job.position or "?")
    if not (job.attempts and job.failures):
        return place
    reason = (job.error or say("It ended early")).rstrip(".")
    tried = say_count(job.attempts, "{reason}; tried {count} time", "{reason}; tried {count} times", reason=reason)
    return f"{place} · {tried}"


def result_text(job: Job) -> str:
    """The result in the experiment's own words: the first thing it says, without what it adds in brackets."""
    return re.sub(r" \([^()]*\)", "", full_result_text(job)).split(", ")[0].split("; ")[0]


def full_result_text(job: Job) -> str:
    """All that the experiment says of its result; of a run that diverged, just that."""
    if not job.metrics:
        return say("Done")
    try:
        return _capital(job.spec.result_in_words(job.metrics))
    except (KeyError, ValueError):  # a result of another version
        return say("Done")
    except TypeError:
        return say("Diverged: it has no number to tell")


def took(job: Job) -> str:
    if job.started is None or job.finished is None:
        return ""
    return f" · {say('took {duration}', duration=duration(max(0.0, job.finished - job.started)))}"


def when(job: Job, now: float | None = None) -> str:
    """The newest thing that happened to it, as a time ago."""
    now = time.time() if now is None else now
    if job.finished is not None:
        return say("ended {ago}", ago=ago(now - job.finished))
    if job.started is not None:
        return say("started {ago}", ago=ago(now - job.started))
    return say("queued {ago}", ago=ago(now - job.created))


def ago(seconds: float) -> str:
    return say("just now") if seconds < 5 else say("{duration} ago", duration=duration(seconds))


def duration(seconds: float) -> str:
    """Rough: 40 s, 12 min, 3 h, 4 days."""
    for most, unit, words in _STEPS:
        if seconds < most:
            return say(words, count=max(1, round(seconds / unit)))
    raise AssertionError("the last step has no end")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
