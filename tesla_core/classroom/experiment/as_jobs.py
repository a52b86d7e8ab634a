"""The sweep of a class experiment as jobs, with one press: the same values, in the background and to the end."""

from __future__ import annotations

from collections.abc import Sequence

from tesla_core.classroom.experiment.experiment import Experiment
from tesla_core.errors import TeslaError
from tesla_core.jobs.launch.control import JobControl
from tesla_core.jobs.launch.promotion import Promotion, promotion_of
from tesla_core.jobs.store.job import Job, Request
from tesla_core.live.spec import LiveSpec
from tesla_core.messages.say import say


def as_jobs(experiment: Experiment) -> Promotion:
    """A job a value. Without specs, `notes` say why its problem has no such jobs."""
    each = [promotion_of(LiveSpec.from_text(run)) for run in experiment.design.runs]
    specs = tuple(dict.fromkeys(spec for one in each for spec in one.specs))
    notes = tuple(dict.fromkeys(note for one in each for note in one.notes))
    return Promotion(specs if all(one.specs for one in each) else (), notes)


def launch(experiment: Experiment, control: JobControl) -> Sequence[Job]:
    """Queue them, if this person may; a TeslaError says why not."""
    found = as_jobs(experiment)
    if not found.specs:
        raise TeslaError("\n".join(found.notes))
    differs = experiment.design.differs
    group = say(
        "Class {room}: {task}, {field} differs",
        room=experiment.room,
        task=found.specs[0].title,
        field=say(differs.label),
    )
    return control.submit([Request(spec, group=group) for spec in found.specs])
