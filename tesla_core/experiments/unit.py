"""A unit of a table: runs that are trained together, and go on from where they were when the table was stopped."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tesla_core.experiments.results import Result
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.files import remove_torn, to_json

CHECKPOINT_SECONDS = 60.0


def unit_file(folder: Path, unit: Sequence[ExperimentSpec]) -> Path:
    """Where a unit's checkpoint is kept: the same place for the same runs, and for no others."""
    digest = hashlib.blake2b(to_json(_described(unit)).encode(), digest_size=10).hexdigest()
    return folder / f"{digest}.safetensors"


def train_unit(
    unit: Sequence[ExperimentSpec], folder: Path | None = None, every_seconds: float = CHECKPOINT_SECONDS
) -> list[Result]:
    """Train the runs of a unit together, on one thread; with a folder, from the checkpoint in it if there is one."""
    import torch

    from tesla_core.experiments.assembler import assemble_by_spec
    from tesla_core.training.checkpoint import load_checkpoint, save_checkpoint

    torch.set_num_threads(1)
    assembly = assemble_by_spec(unit)
    training = assembly.training
    file = unit_file(folder, unit) if folder is not None else None
    if file is not None:
        remove_torn(file)
    if file is not None and file.exists():
        training.load_state(*load_checkpoint(file, _described(unit)))
    saved = time.monotonic()
    for _ in training.steps():
        if file is not None and time.monotonic() - saved >= every_seconds:
            file.parent.mkdir(parents=True, exist_ok=True)
            save_checkpoint(file, *training.state(), _described(unit))
            saved = time.monotonic()
    return [Result.of(spec, assembly.metrics(place)) for place, spec in enumerate(unit)]


def _described(unit: Sequence[ExperimentSpec]) -> dict[str, Any]:
    return {"unit": [spec.to_dict() for spec in unit]}
