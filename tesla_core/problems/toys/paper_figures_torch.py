"""The networks of the paper's decision boundaries, trained: two layers of 128, 1,000 samples, 200 epochs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tesla_core.messages.say import marked
from tesla_core.paper.figure import Arrays, Told
from tesla_core.problems.pictured_torch import Pictured, trained_pictures
from tesla_core.problems.toys.experiment import ToysSpec
from tesla_core.problems.toys.live import Plane
from tesla_core.problems.toys.task import TOYS

SIDE = 64
SETTING = marked(
    "Two layers of 128, 1,000 samples (700 of them trained on), 200 epochs, batch 100, Adam at 1e-3, the default first "
    "layer; the paper names neither batch, rate nor first layer."
)
FIRST = ("relu", "gelu", "silu", "tanh")
HARMONICS = (1, 2, 4, 8)


def boundaries(tell: Told) -> Arrays:
    """TESLA K=8 and the standard activations on the spiral; the paper does not say on which data its figure is."""
    return _trained([_group("spiral", [8], FIRST)], tell)


def first_set(tell: Told) -> Arrays:
    return _trained([_group(toy, HARMONICS, ("kan", *FIRST)) for toy in ("circles", "moons")], tell)


def second_set(tell: Told) -> Arrays:
    return _trained([_group(toy, HARMONICS, ("kan", *FIRST)) for toy in ("spiral", "checkerboard")], tell)


def _group(toy: str, harmonics: Sequence[int], others: Sequence[str]) -> list[ToysSpec]:
    base = ToysSpec(toy=toy)
    return [*(replace(base, harmonics=k) for k in harmonics), *(replace(base, activation=name) for name in others)]


def _trained(groups: Sequence[Sequence[ToysSpec]], tell: Told) -> Arrays:
    def pictured(specs: Sequence[ToysSpec]) -> Pictured:
        task = specs[0].task()
        data = task.sample()
        stage = Plane().stage(task, data, SIDE)
        return Pictured(
            TOYS[specs[0].toy].label, specs, stage.grid, (SIDE, SIDE), data.train.x, data.train.y, stage.extent
        )

    return trained_pictures([pictured(specs) for specs in groups], SETTING, tell)
