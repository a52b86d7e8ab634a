"""If these fail, a link shows other pictures tomorrow, a branch changes its past, or a lost panel goes unnamed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch

from tesla_core.live.edits import HarmonicScale
from tesla_core.live.engine.cursor import Cursor
from tesla_core.live.engine.darkroom import Darkroom
from tesla_core.live.protocol import decode_frame, encode_frame
from tesla_core.live.spec import LiveSpec, default_panels
from tesla_core.models.spec import ModelSpec
from tesla_core.models.stacked_mlp import StackedMLP
from tesla_core.problems.parity.surface import SurfaceTask
from tesla_core.problems.scene import Scene
from tesla_core.problems.toys.points import PointsTask
from tesla_core.problems.toys.task import ToyTask
from tesla_core.training.settings import Stop

CPU = torch.device("cpu")
SpecMaker = Callable[..., LiveSpec]


class Bench:
    """A cursor with its darkroom."""

    def __init__(self, spec: LiveSpec) -> None:
        scene = Scene(spec)
        self.cursor, self.darkroom = Cursor(spec, scene, CPU), Darkroom(spec, scene, CPU)

    def to(self, step: int) -> bytes:
        while self.cursor.step < step:
            self.cursor.advance()
        return encode_frame(self.darkroom.develop(self.cursor.negative()))

    def frames(self, steps: range) -> list[bytes]:
        return [self.to(step) for step in steps]


SPECS = {
    "plane": {},
    "all activations": {"panels": default_panels(width=6, depth=2)},
    "surface": {"task": SurfaceTask(bits=5, train_size=20)},
    "three classes": {"task": PointsTask(tuple((i % 5 / 5, i / 40, i % 3) for i in range(30)))},
}


@pytest.mark.parametrize("fields", SPECS.values(), ids=SPECS)
def test_the_same_spec_gives_the_same_bytes(make_spec: SpecMaker, fields: dict) -> None:
    spec = make_spec(**fields)
    assert Bench(spec).frames(range(0, 13, 3)) == Bench(spec).frames(range(0, 13, 3))


def test_other_runs_in_between_change_nothing(make_spec: SpecMaker) -> None:
    alone = Bench(make_spec()).frames(range(12))
    bench, others = Bench(make_spec()), [Bench(make_spec(seed=seed)) for seed in (1, 2)]
    between = []
    for step in range(12):
        between.append(bench.to(step))
        for other in others:
            other.to(step)
    assert between == alone


def test_how_many_frames_are_looked_at_changes_nothing(make_spec: SpecMaker) -> None:
    assert Bench(make_spec()).to(12) == Bench(make_spec()).frames(range(13))[-1]


def test_from_a_key_state_it_goes_on_bit_for_bit(make_spec: SpecMaker) -> None:
    bench = Bench(make_spec())
    bench.to(8)
    state, later = bench.cursor.state(), bench.to(20)
    again = Bench(make_spec())
    again.cursor.load(state)
    assert again.to(20) == later


class TestBranch:
    def test_shares_the_past_and_parts_at_the_edit(self, make_spec: SpecMaker) -> None:
        spec = make_spec()
        parent, branch = Bench(spec), Bench(spec.branch(3, lr=0.1))
        assert branch.frames(range(13)) == parent.frames(range(13))  # 3 epochs of 4 batches, the end included
        assert branch.to(13) != parent.to(13)

    def test_can_start_from_its_parents_key_state(self, make_spec: SpecMaker) -> None:
        spec = make_spec()
        parent = Bench(spec)
        parent.to(8)
        branch = Bench(spec.branch(3, batch=14))
        branch.cursor.load(parent.cursor.state())
        assert branch.to(16) == Bench(spec.branch(3, batch=14)).to(16)

    def test_leaves_the_parent_as_it_is(self, make_spec: SpecMaker) -> None:
        spec = make_spec()
        parent = Bench(spec)
        parent.to(12)
        branch = Bench(spec.branch(3, lr=0.1))
        branch.cursor.load(parent.cursor.state())
        branch.to(20)
        assert parent.to(20) == Bench(spec).to(20)

    def test_a_muted_harmonic_stays_silent(self, make_spec: SpecMaker) -> None:
        bench = Bench(make_spec().branch(2, harmonics=(HarmonicScale(0, 1, 3, 0.0),)))
        bench.to(8)
        a, b = bench.cursor.coefficients[0][1]
        assert a[2] != 0
        bench.to(15)
        assert (a[2], b[2]) == (0, 0)
        assert a[0] != 0


def weights_of(bench: Bench, panel: int) -> list[torch.Tensor]:
    """One panel's rows of its group's weights and biases."""
    stack = bench.cursor.training.stack
    for places, group in zip(stack.places, stack.groups, strict=True):
        if panel in places and isinstance(group, StackedMLP):
            return [stacked[places.index(panel)] for stacked in (*group.weights, *group.biases)]
    raise AssertionError(panel)


def lose(bench: Bench, panel: int) -> None:
    with torch.no_grad():
        weights_of(bench, panel)[0].fill_(float("nan"))


def test_a_spike_is_called_one_and_the_panel_that_comes_back_goes_on(make_spec: SpecMaker) -> None:
    """At rate 1 this ReLU's loss passes 100 in its first epoch and is below 1 some epochs later."""
    panels = (ModelSpec("tanh", width=8), ModelSpec("relu", width=64))
    wild = Bench(make_spec(task=ToyTask("moons", samples=40), panels=panels, lr=1.0, epochs=20))
    frames = [decode_frame(message) for message in wild.frames(range(1, 81))]
    assert any(frame.spiked[1] for frame in frames[:8])
    assert not any(frame.spiked[0] for frame in frames)
    assert all(frame.diverged.tolist() == [-1, -1] for frame in frames)
    assert not frames[-1].spiked[1]
    assert frames[-1].train_loss[1] < 1
    pictures = {frame.grid[1].tobytes() for frame in frames[:20]}
    assert len(pictures) > 15  # it paints what it has, spike or not


class TestDivergence:
    @pytest.fixture
    def lost(self, make_spec: SpecMaker) -> Bench:
        """Two panels of one group; the second's numbers end in the third epoch."""
        bench = Bench(make_spec(epochs=6, panels=(ModelSpec(width=8), ModelSpec("relu", width=8))))
        bench.to(9)
        return bench

    def test_is_named_with_its_epoch_and_keeps_the_last_good_picture(self, lost: Bench) -> None:
        good = decode_frame(Bench(lost.cursor.spec).to(8))
        lose(lost, 1)
        for step in (9, 10, 12, 20):
            frame = decode_frame(lost.to(step))
            assert frame.diverged.tolist() == [-1, 3]
            assert not frame.spiked.any()
            np.testing.assert_array_equal(frame.grid[1], good.grid[1])
            np.testing.assert_array_equal(frame.metrics[1], good.metrics[1])

    def test_leaves_its_neighbours_in_the_stack_alone_to_the_last_bit(self, lost: Bench) -> None:
        lose(lost, 1)
        lost.to(20)
        alone = Bench(lost.cursor.spec)
        alone.to(20)
        for mine, theirs in zip(weights_of(lost, 0), weights_of(alone, 0), strict=True):
            assert torch.equal(mine, theirs)
        assert torch.isnan(weights_of(lost, 1)[0]).all()

    def test_of_everyone_ends_the_run(self, lost: Bench) -> None:
        lose(lost, 0)
        lose(lost, 1)
        ends = [end for _ in range(3) if (end := lost.cursor.advance()) is not None]
        assert [end.over for end in ends] == [True]

    def test_is_over_when_the_numbers_come_back(self, lost: Bench) -> None:
        """Should they: a panel is called what it is, not what it was."""
        kept = [weight.clone() for weight in weights_of(lost, 1)]
        lose(lost, 1)
        lost.to(12)
        assert decode_frame(lost.to(12)).diverged[1] == 3
        for state in lost.cursor.training.optimizer.state.values():
            for moment in ("exp_avg", "exp_avg_sq"):
                state[moment].nan_to_num_(0.0)
        with torch.no_grad():
            for weight, good in zip(weights_of(lost, 1), kept, strict=True):
                weight.copy_(good)
        frame = decode_frame(lost.to(16))
        assert frame.diverged[1] == -1
        assert np.isfinite(frame.metrics).all()

    def test_that_is_not_a_number_is_a_half_and_no_error(self, make_spec: SpecMaker) -> None:
        bench = Bench(make_spec())
        with torch.no_grad():
            next(bench.cursor.training.stack.parameters())[:1] = float("nan")
        frame = bench.darkroom.develop(bench.cursor.negative())
        assert np.isfinite(frame.metrics).all()


def test_a_run_ends_when_accuracy_has_held(make_spec: SpecMaker) -> None:
    bench = Bench(make_spec(stop=Stop(accuracy=0.0, epochs=3)))
    ends = [end for _ in range(16) if (end := bench.cursor.advance()) is not None]
    assert [end.over for end in ends] == [False, False, True, True]


def test_accuracies_of_a_frame_are_those_of_its_weights(make_spec: SpecMaker) -> None:
    """The surface's picture holds every string, so its accuracies can be counted by hand."""
    spec = make_spec(task=SurfaceTask(bits=5, train_size=20))
    bench = Bench(spec)
    bench.to(9)
    frame = bench.darkroom.develop(bench.cursor.negative())
    points = bench.cursor.scene.points
    right = (frame.grid[:, 0].reshape(2, -1) > 127) == points.labels
    for split, column in ((0, 1), (2, 3)):
        np.testing.assert_allclose(frame.metrics[:, column], right[:, points.splits == split].mean(1), atol=0.06)
