"""One run from start, or from its checkpoint, to its result."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from tesla_core.experiments.assembler import assemble_by_spec
from tesla_core.experiments.folder import RunFolder
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.training.checkpoint import load_checkpoint, save_checkpoint
from tesla_core.training.trainable import Step, Trainable, history_lines

CHECKPOINT_SHARE = 0.05  # of the time at most goes into writing checkpoints

Report = Callable[[Trainable, Step], None]


def run(
    spec: ExperimentSpec,
    folder: RunFolder | None,
    report: Report,
    device: str = "cpu",
    checkpoint_seconds: float = 5.0,
) -> dict[str, Any]:
    """Train `spec` and return {"spec", "metrics", "seconds"}; with a folder, go on from the checkpoint in it.

    `report` is called after every batch. A KeyboardInterrupt that it raises leaves a checkpoint behind. One in the
    middle of a batch does not, since the weights there are no state to go on from: the checkpoint before it stands.
    """
    assembly = assemble_by_spec([spec], device)
    training = assembly.training
    before = _restore(training, folder, spec) if folder is not None else 0.0
    start = time.monotonic()

    def seconds() -> float:
        return before + time.monotonic() - start

    saver = _Saver(spec, training, folder, seconds, checkpoint_seconds)
    for step in training.steps():
        try:
            report(training, step)
        except KeyboardInterrupt:
            saver.save()
            raise
        saver.after(step)
    saver.save()
    result = {"spec": spec.to_dict(), "metrics": assembly.metrics(0), "seconds": round(seconds(), 3)}
    if folder is not None:
        folder.write_result(result)
    return result


def _restore(training: Trainable, folder: RunFolder, spec: ExperimentSpec) -> float:
    """Load the folder's checkpoint, if there is one; return the seconds that went into it."""
    if not folder.checkpoint_file.exists():
        return 0.0
    tensors, data = load_checkpoint(folder.checkpoint_file, spec.to_dict())
    training.load_state(tensors, data)
    return data["seconds"]


class _Saver:
    """Writes checkpoint and metrics: when it is time, and always at the end."""

    def __init__(
        self,
        spec: ExperimentSpec,
        training: Trainable,
        folder: RunFolder | None,
        seconds: Callable[[], float],
        least_pause: float,
    ) -> None:
        self._spec, self._training, self._folder, self._seconds = spec, training, folder, seconds
        self._last, self._pause, self._least_pause = time.monotonic(), least_pause, least_pause

    def after(self, step: Step) -> None:
        if time.monotonic() - self._last >= self._pause:
            self.save()
        elif step.record is not None:
            self._write_history()

    def save(self) -> None:
        if self._folder is None:
            return
        start = time.monotonic()
        tensors, data = self._training.state()
        data = {**data, "seconds": self._seconds()}
        save_checkpoint(self._folder.checkpoint_file, tensors, data, self._spec.to_dict())
        self._write_history()
        self._last = time.monotonic()
        self._pause = max(self._least_pause, (self._last - start) / CHECKPOINT_SHARE)

    def _write_history(self) -> None:
        if self._folder is not None:
            self._folder.write_history(history_lines(self._training.history, 0))
