"""How far a job's checkpoint has come."""

from __future__ import annotations

from pathlib import Path

from tesla_core.jobs.runner_files import read_checkpoint_place


def reached(folder: Path) -> float:
    """The place of the checkpoint in a folder as a number that grows with every batch: 3.5 is a batch into epoch 4.

    A checkpoint knows its batch but not how many an epoch has, so the part after the point is batch / (batch + 1).
    """
    epoch, batch = read_checkpoint_place(folder) or (0, 0)
    return epoch + batch / (batch + 1)
