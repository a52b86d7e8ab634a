"""One run from start, or from its checkpoint, to its result."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

from tesla_core.experiments.assembler import assemble_by_spec, files_of
from tesla_core.experiments.folder import RunFolder
from tesla_core.experiments.provenance import provenance
from tesla_core.experiments.saving import Saver, anybody_may_write
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.files import remove_torn
from tesla_core.training.checkpoint import load_checkpoint
from tesla_core.training.team import Team
from tesla_core.training.trainable import Step, Trainable, history_lines

Report = Callable[[Trainable, Step], None]


def run(
    spec: ExperimentSpec,
    folder: RunFolder | None,
    report: Report,
    device: str = "cpu",
    checkpoint_seconds: float = 5.0,
    checkpoint_epochs: int = 0,
    before_write: Callable[[], None] = anybody_may_write,
    team: Team | None = None,
) -> dict[str, Any]:
    """Train `spec` and return {"spec", "metrics", "seconds"} and what `provenance()` tells; with a folder, go
    on from the checkpoint in it.

    `report` is called after every batch. A KeyboardInterrupt that it raises leaves a checkpoint behind. One in the
    middle of a batch does not, since the weights there are no state to go on from: the checkpoint before it stands.
    `before_write` is called before the folder is changed, and may raise. In a `team` every process calls this, one of
    them writes, and the result says "world_size".
    """
    if team is not None:
        team.wait()  # for the one that holds the folder: before it does, another may still write there
    assembly = assemble_by_spec([spec], device, team)
    training = assembly.training
    before = _restore(training, folder, spec) if folder is not None else 0.0
    start = time.monotonic()

    def seconds() -> float:
        return before + time.monotonic() - start

    saver = None
    if folder is not None and (team is None or team.leader):
        before_write()
        remove_torn(folder.checkpoint_file)
        _cut_history(training, folder)
        saver = Saver(spec, training, folder, seconds, checkpoint_seconds, checkpoint_epochs, before_write)
    for step in training.steps():
        try:
            report(training, step)
        except KeyboardInterrupt:
            if saver is not None:
                saver.save()
            raise
        if saver is not None:
            saver.after(step)
    if saver is not None:
        saver.save()
    measured = {"spec": spec.to_dict(), "metrics": assembly.metrics(0), "seconds": round(seconds(), 3)}
    result = {**measured, **provenance()}
    if team is not None:
        result["world_size"] = team.size
    if saver is not None:
        saver.finish(result, files_of(assembly))
    return result


def _restore(training: Trainable, folder: RunFolder, spec: ExperimentSpec) -> float:
    """Load the folder's checkpoint, if there is one; return the seconds that went into it."""
    if not folder.checkpoint_file.exists():
        return 0.0
    tensors, data = load_checkpoint(folder.checkpoint_file, spec.to_dict())
    training.load_state(tensors, data)
    return data["seconds"]


def _cut_history(training: Trainable, folder: RunFolder) -> None:
    for number in folder.cut_history(history_lines(training.history, 0)):
        print(f"{folder.metrics_file.name}: line {number} was not readable and is left out.", file=sys.stderr)
