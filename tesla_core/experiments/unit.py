"""A unit of a table: runs that are trained together, and go on from where they were when the table was stopped."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from tesla_core.experiments.provenance import provenance
from tesla_core.experiments.results import Result
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.files import remove_torn, to_json

FIRST_SECONDS, CHECKPOINT_SECONDS = 10.0, 60.0
"""When a unit is first kept, so that calls with a small budget get on, and how often after that."""
TRAIN = "tesla_core.experiments.unit:train_unit"
"""How a unit is measured unless its table says otherwise."""


def unit_file(folder: Path, unit: Sequence[ExperimentSpec]) -> Path:
    """Where a unit's checkpoint is kept: the same place for the same runs, and for no others."""
    digest = hashlib.blake2b(to_json(_described(unit)).encode(), digest_size=10).hexdigest()
    return folder / f"{digest}.safetensors"


def measure_unit(unit: Sequence[ExperimentSpec], how: str, folder: Path) -> list[Result]:
    """The results of a unit by the function that its table names."""
    module, _, name = how.partition(":")
    return getattr(import_module(module), name)(unit, folder)


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
    before = 0.0
    if file is not None and file.exists():
        tensors, data = load_checkpoint(file, _described(unit))
        training.load_state(tensors, data)
        before = data.get("seconds", 0.0)
    # Of the processor, not of the clock: a table is measured beside other work, and may be held for a while.
    start = time.process_time()
    saved = time.monotonic() - max(0.0, every_seconds - FIRST_SECONDS)

    def seconds() -> float:
        return before + time.process_time() - start

    for _ in training.steps():
        if file is not None and time.monotonic() - saved >= every_seconds:
            file.parent.mkdir(parents=True, exist_ok=True)
            tensors, data = training.state()
            save_checkpoint(file, tensors, {**data, "seconds": seconds()}, _described(unit))
            saved = time.monotonic()
    share, known = round(seconds() / len(unit), 3), provenance()
    return [Result.of(spec, assembly.metrics(place), share, **known) for place, spec in enumerate(unit)]


def _described(unit: Sequence[ExperimentSpec]) -> dict[str, Any]:
    return {"unit": [spec.to_dict() for spec in unit]}
