"""What may differ from student to student is found in a run's own fields."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tesla_core.classroom.experiment.differs import SEEDS, differing, find
from tesla_core.errors import TeslaError
from tesla_core.live.spec import LiveSpec
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.burgers.task import BurgersTask
from tesla_core.problems.parity.long.task import LongStringsTask
from tesla_core.problems.parity.surface import SurfaceTask
from tesla_core.problems.toys.task import ToyTask
from tesla_core.training.settings import Settings, Stop

SURFACE = LiveSpec(SurfaceTask(), (ModelSpec(width=32), ModelSpec("relu", width=32)), Settings(epochs=5, batch=32))
RUNS = {
    "surface": SURFACE,
    "long": LiveSpec(LongStringsTask(30, 20_000), (ModelSpec(depth=1),), Settings(epochs=5, batch=256)),
    "toy": LiveSpec(ToyTask("spiral"), (ModelSpec("siren"), ModelSpec("kan")), Settings(epochs=5, batch=100)),
    "equation": LiveSpec(BurgersTask(), (ModelSpec("tanh"),), Settings(epochs=5, batch=100), resolution=16),
}


def names(run: LiveSpec, panel: int = 0) -> set[str]:
    return {one.name for one in differing(run, panel)}


def test_a_teacher_is_offered_what_the_run_at_hand_has() -> None:
    """K where the panel has harmonics, bits where strings are learned, noise where labels can be flipped."""
    assert {SEEDS, "panel.harmonics", "panel.c", "panel.width", "settings.lr", "task.bits"} <= names(RUNS["surface"])
    assert {"task.bits", "task.noise", "task.train_size"} <= names(RUNS["long"])
    assert {"panel.omega", "task.noise", "task.samples"} <= names(RUNS["toy"])
    assert "panel.harmonics" not in names(SURFACE, panel=1)


def test_what_means_nothing_to_a_network_is_not_offered() -> None:
    """A KAN has a width of its own and no linear first layer: thirty students would see thirty equal runs."""
    offered = names(RUNS["toy"], panel=1)
    assert {"panel.width", "panel.c"}.isdisjoint(offered)
    assert "panel.kan_width" in offered


def test_only_what_differs_makes_a_difference() -> None:
    """A change in the middle of the scene's run, or its early end, would be taken for an effect of the value."""
    run = replace(SURFACE, stop=Stop(0.9)).branch(2, lr=0.1)
    own = find(run, 1, "settings.lr").put(run, 1, 0.01)
    assert (own.edits, own.stop) == ((), None)
    assert own.panels == SURFACE.panels[1:]
    assert own.settings.lr == 0.01


@pytest.mark.parametrize("name", ["task.seed", "panel.activation", "__class__", "", None, 3, ["seed"], {}])
def test_a_field_that_is_none_is_refused_with_those_there_are(name: object) -> None:
    """Whatever a page sends as a field, the teacher reads what can be chosen."""
    with pytest.raises(TeslaError, match="Choose one of: seed"):
        find(SURFACE, 0, name)


@pytest.mark.parametrize("panel", [-1, 2, 10**9, "0", None, 0.5])
def test_a_panel_that_is_not_there_is_refused(panel: object) -> None:
    """A message about the twentieth of two panels breaks nothing."""
    with pytest.raises(TeslaError, match="panel of an experiment"):
        differing(SURFACE, panel)  # pyright: ignore[reportArgumentType]
