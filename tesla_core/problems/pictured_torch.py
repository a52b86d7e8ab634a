"""Classifiers trained for their pictures: what each says at every point of a grid, as arrays that can be kept."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import ArrayLike, NDArray

from tesla_core.experiments.assemble import assemble
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.training.trainable import history_lines, share_done

TELL_EVERY = 2.0  # seconds


@dataclass(frozen=True, eq=False)
class Pictured:
    """Specs of one task, and the grid (rows · columns, d) on which their networks are asked.

    points (n, 2) and classes (n,) are drawn on every picture. first: pictures that no network made, such as the truth,
    by label, (rows, columns) bytes each.
    """

    title: str
    specs: Sequence[ExperimentSpec]
    grid: NDArray[np.float32]
    shape: tuple[int, int]
    points: ArrayLike
    classes: ArrayLike
    extent: tuple[float, float, float, float] | None = None
    first: tuple[tuple[str, NDArray[np.uint8]], ...] = ()


def trained_pictures(
    groups: Sequence[Pictured], setting: str, tell: Callable[[str], None]
) -> Mapping[str, NDArray[Any]]:
    """Train all groups, one after the other; how far that is goes to `tell`."""
    start, found = time.monotonic(), {}
    for number, group in enumerate(groups):
        for name, array in _one(group, f"{number + 1}/{len(groups)} {group.title}", tell).items():
            found[f"{number}/{name}"] = array
    seconds = time.monotonic() - start
    about = {"setting": setting, "seconds": seconds, "torch": torch.__version__, "seed": groups[0].specs[0].seed}
    about["specs"] = [[spec.to_dict() for spec in group.specs] for group in groups]
    return found | {"about": np.array(json.dumps(about))}


def _one(group: Pictured, name: str, tell: Callable[[str], None]) -> dict[str, NDArray[Any]]:
    assembly = assemble(list(group.specs))
    training, told = assembly.training, 0.0
    for step in training.steps():
        if time.monotonic() - told > TELL_EVERY:
            told = time.monotonic()
            tell(f"{name}: {share_done(step, training.epochs):.0%} of {training.epochs} epochs")
    last = [history_lines(training.history, place)[-1] for place in range(len(group.specs))]
    blank = [np.nan] * len(group.first)
    pictures = [picture for _, picture in group.first]
    arrays = {
        "title": np.array(group.title),
        "labels": np.array([*(label for label, _ in group.first), *(spec.model().label for spec in group.specs)]),
        "pictures": np.stack([*pictures, *_asked(training.stack, group)]),
        "train": np.array([*blank, *(record["train_accuracy"] for record in last)]),
        "test": np.array([*blank, *(record["test_accuracy"] for record in last)]),
        "points": np.asarray(group.points, np.float32),
        "classes": np.asarray(group.classes, np.uint8),
    }
    return arrays if group.extent is None else arrays | {"extent": np.array(group.extent)}


@torch.no_grad()
def _asked(stack: torch.nn.Module, group: Pictured) -> NDArray[np.uint8]:
    """P(class 1) × 255 of every network at every point, (N, rows, columns)."""
    chance = torch.sigmoid(stack(torch.from_numpy(group.grid))[..., 0]).nan_to_num(0.5)
    return (chance * 255).round().byte().numpy().reshape(-1, *group.shape)
