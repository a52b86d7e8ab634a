"""Long strings on the parity page. If these fail, a picture shows strings that were learned from, or a start that was
drawn twice looks like luck."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from tesla_core.errors import TeslaError
from tesla_core.live.engine.cursor import Cursor
from tesla_core.live.spec import LiveSpec
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.parity.experiment import ParitySpec
from tesla_core.problems.parity.live import LOOKED_AT
from tesla_core.problems.parity.long.task import ASKED, SIDE, LongStringsTask
from tesla_core.problems.parity.tickets import prospect
from tesla_core.problems.scene import Scene
from tesla_core.training.settings import Settings

SMALL = ModelSpec("tesla", width=16, depth=1, harmonics=2)


def run_of(
    task: LongStringsTask, panels: tuple[ModelSpec, ...] = (SMALL,), seed: int = 0, starts: tuple[int, ...] = ()
) -> LiveSpec:
    return LiveSpec(task, panels, Settings(epochs=2, batch=500), seed, starts=starts)


def test_the_picture_shows_unseen_strings_in_two_halves_by_their_true_parity() -> None:
    """With a fifth of the labels flipped, too: a network that has found the rule shows two halves."""
    task = LongStringsTask(16, 2_000, noise=0.2)
    scene = Scene(run_of(task))
    cells = scene.grid.reshape(SIDE, SIDE, 16)
    odd = (np.prod(cells, axis=2) < 0).astype(int)  # a 1 is encoded as -1
    assert (odd[:, : SIDE // 2] == 0).all()
    assert (odd[:, SIDE // 2 :] == 1).all()
    assert (scene.points.labels.reshape(SIDE, SIDE) == odd).all()
    seen = {row.tobytes() for row in scene.data.train.x}
    assert not any(row.tobytes() in seen for row in scene.grid.astype(np.int8))


def test_numbers_at_an_epochs_end_are_of_all_strings_that_are_asked_about() -> None:
    """And a frame in between looks at so few seen ones that it costs little, at 100,000 of them too."""
    spec = run_of(LongStringsTask(20, 5_000))
    cursor = Cursor(spec, Scene(spec), torch.device("cpu"))
    assert len(cursor.camera.inputs) == SIDE * SIDE + LOOKED_AT + ASKED
    end = None
    while end is None:
        end = cursor.advance()
    shot = cursor.camera.take(cursor.training.stack)
    assert shot.metrics[0, 3] == pytest.approx(end.metrics[0, 3])
    assert shot.grid.shape == (1, 1, SIDE, SIDE)


def test_every_start_draws_weights_of_its_own() -> None:
    """The lottery: equal panels that differ by their seed alone; the first is what a run of that seed starts from."""
    task = LongStringsTask(16, 1_000)
    several = run_of(task, panels=(SMALL,) * 3, starts=(4, 5, 6))
    cursor = Cursor(several, Scene(several), torch.device("cpu"))
    alone = run_of(task, seed=4)
    single = Cursor(alone, Scene(alone), torch.device("cpu"))
    x = cursor.camera.inputs[:50]
    first, second, third = cursor.training.stack(x)
    assert torch.allclose(first, single.training.stack(x)[0], atol=1e-6)
    assert not torch.allclose(first, second)
    assert not torch.allclose(second, third)
    assert LiveSpec.from_link(several.link) == several


def test_starts_are_one_a_panel() -> None:
    with pytest.raises(TeslaError, match="1 panels have 2 starts"):
        run_of(LongStringsTask(), starts=(1, 2))


def test_a_hundred_thousand_strings_fit_and_no_more() -> None:
    """Two networks of the paper's size at the paper's number of strings are a live run."""
    wide = ModelSpec("tesla", harmonics=8)
    assert run_of(LongStringsTask(32, 100_000), panels=(wide, wide), starts=(0, 1)).samples == 100_000 + ASKED
    with pytest.raises(TeslaError, match=r"100,?001"):
        LongStringsTask(32, 100_001)
    with pytest.raises(TeslaError, match="33"):
        LongStringsTask(33)
    with pytest.raises(TeslaError, match=r"16 bits have 65,536 strings"):
        LongStringsTask(16, 50_000)


def test_as_a_job_it_is_the_experiment_with_the_same_strings() -> None:
    task = LongStringsTask(24, 3_000, 0.1, seed=7)
    job = run_of(task).kind.as_job(task)
    spec = job.spec(**job.data, seed=7)
    assert isinstance(spec, ParitySpec)
    assert (spec.task().sample().train.x == task.sample().train.x).all()


def test_tickets_are_counted_on_waves_and_not_invented_for_others() -> None:
    """30 bits have too many strings to ask a ReLU neuron about them all."""
    weight, bias = np.full((4, 30), np.pi / 2), np.zeros(4)
    weight[1:] = 0.1
    waves = prospect(ModelSpec("tesla", harmonics=1), weight, bias, 1_000)
    assert waves.won(0.03) == 1
    other = prospect(ModelSpec("relu"), weight, bias, 1_000)
    assert other.verdict is None
    assert other.won(0.03) is None
    assert "short strings" in other.words
