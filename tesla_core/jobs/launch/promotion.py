"""A live run as jobs: the same networks, trained in the same way, in the background."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from tesla_core.errors import TeslaError
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.live.spec import LiveSpec
from tesla_core.messages.say import marked, say
from tesla_core.models.spec import ModelSpec

EDITS_LEFT_OUT = marked("Changes made during the run are left out: a job keeps its settings from start to end.")


@dataclass(frozen=True)
class Promotion:
    """What becomes of a live run: a spec for each of its panels, and in what the jobs differ from it, in sentences.

    No spec: `notes` say why it can't be a job.
    """

    specs: tuple[ExperimentSpec, ...]
    notes: tuple[str, ...] = ()


def promotion_of(live: LiveSpec) -> Promotion:
    """The jobs of a live run."""
    try:
        job = live.kind.as_job(live.task)
        training = dataclasses.asdict(live.settings)
        specs = [
            job.spec(**job.data, **_model(panel), **training, seed=live.start_of(index))
            for index, panel in enumerate(live.panels)
        ]
    except TeslaError as error:
        return Promotion((), (str(error),))
    notes = [*job.notes]
    if live.edits:
        notes.append(say(EDITS_LEFT_OUT))
    if live.starts:
        notes.append(say("A job's seed draws its samples, too, which the panels here have in common."))
    if live.stop is not None:
        notes.append(say("A job trains for all its epochs: it does not stop early."))
    return Promotion(tuple(dict.fromkeys(specs)), tuple(notes))


def _model(panel: ModelSpec) -> dict[str, Any]:
    return dataclasses.asdict(panel)
