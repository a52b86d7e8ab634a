"""Parity as a live run: a surface of all strings, or some of the many long ones."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tesla_core.messages.say import marked, say
from tesla_core.problems.classes import SPLITS, Classes
from tesla_core.problems.live import AsJob, Stage
from tesla_core.problems.parity.experiment import HELD_OUT_SIZE, ParitySpec
from tesla_core.problems.parity.long.task import ASKED, MOST_SEEN, SIDE, LongStringsTask, shown_cells
from tesla_core.problems.parity.surface import SurfaceTask, parity_surface
from tesla_core.problems.parity.surface_experiment import SurfaceSpec
from tesla_core.problems.picture import Points
from tesla_core.tasks.data import Dataset

NAMES = (marked("even"), marked("odd"))
"""Of the classes, by the parity of a string."""
LOOKED_AT = 2_048
"""Seen strings on which a network is measured between epochs, of long ones."""


class _Parity(Classes):
    """What both have in common."""

    smooth = False
    meaning = "strings of bits: 0 is +1, 1 is -1"
    tickets = "tesla_core.problems.parity.tickets:best_tickets"

    def inputs(self, task: SurfaceTask | LongStringsTask) -> int:
        return task.bits

    def class_names(self, classes: int) -> tuple[str, ...]:
        return NAMES

    def columns(self, data: Dataset) -> tuple[str, ...]:
        return tuple(f"bit{i + 1}" for i in range(data.inputs))


class Cells(_Parity):
    """A parity surface: each string of bits is a pixel, and the pixels are the samples."""

    name = "cells"
    axes = (marked("second half of the string"), marked("first half of the string"))
    lens = "tesla_core.problems.parity.live_torch:SurfaceLens"

    def as_job(self, task: SurfaceTask, image: str = "") -> AsJob:
        return AsJob(SurfaceSpec, {"bits": task.bits, "train_size": task.train_size})

    def samples(self, task: SurfaceTask) -> int:
        return 2**task.bits

    def stage(self, task: SurfaceTask, data: Dataset, resolution: int) -> Stage:
        surface = parity_surface(task.bits)
        places = np.stack((surface.columns, surface.rows), axis=1).astype(np.float32)
        splits = np.where(task.seen(), SPLITS["train"], SPLITS["test"]).astype(np.uint8)
        points = Points(2, places, surface.y.astype(np.uint8), splits)
        return Stage(*surface.shape, surface.x.astype(np.float32), points)


class Halves(_Parity):
    """Long strings: each pixel is one that nobody learns from, even ones on the left and odd ones on the right."""

    name = "halves"
    axes = (marked("even strings on the left, odd ones on the right"), marked("strings, as they were drawn"))
    lens = "tesla_core.problems.parity.live_torch:HalvesLens"
    most_samples = MOST_SEEN + ASKED
    patience = 4.0

    def as_job(self, task: LongStringsTask, image: str = "") -> AsJob:
        note = say("The jobs count accuracy on {strings} strings that nobody saw.", strings=f"{HELD_OUT_SIZE:,}")
        return AsJob(ParitySpec, {"bits": task.bits, "train_size": task.train_size, "noise": task.noise}, notes=(note,))

    def samples(self, task: LongStringsTask) -> int:
        return task.train_size + ASKED

    def looked_at(self, task: LongStringsTask) -> tuple[float, float]:
        return ASKED, LOOKED_AT + ASKED

    def train_inputs(self, data: Dataset) -> NDArray[np.float32]:
        """As many as a look into a network takes in a moment."""
        return data.train.x[:LOOKED_AT].astype(np.float32)

    def stage(self, task: LongStringsTask, data: Dataset, resolution: int) -> Stage:
        odd = data.test.y if data.test.y_clean is None else data.test.y_clean
        shown = shown_cells(odd)
        rows, columns = np.divmod(np.arange(SIDE * SIDE), SIDE)
        places = np.stack((columns, rows), axis=1).astype(np.float32)
        splits = np.full(SIDE * SIDE, SPLITS["test"], np.uint8)
        return Stage(
            SIDE, SIDE, data.test.x[shown].astype(np.float32), Points(2, places, odd[shown].astype(np.uint8), splits)
        )
