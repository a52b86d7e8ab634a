"""If these fail, a live PINN, image or signal shows other pictures tomorrow, or its numbers mean something else."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from tesla_core.errors import TeslaError
from tesla_core.live.engine.cursor import Cursor
from tesla_core.live.engine.darkroom import Darkroom
from tesla_core.live.protocol import Frame, decode_frame, decode_truth, encode_backdrop, encode_frame
from tesla_core.live.spec import LiveSpec
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.burgers.exact import burgers_exact
from tesla_core.problems.burgers.task import BurgersTask
from tesla_core.problems.image.pixels import LARGEST, PixelsTask
from tesla_core.problems.image.quality import psnr
from tesla_core.problems.image.task import ImageTask
from tesla_core.problems.live import from_bytes, to_bytes
from tesla_core.problems.picture import COLOURS, FIELD, LINE, Truth
from tesla_core.problems.scene import Scene
from tesla_core.problems.signal.live import SPAN, line_times
from tesla_core.problems.signal.task import RegressionTask
from tesla_core.training.settings import Stop

CPU = torch.device("cpu")
SpecMaker = Callable[..., LiveSpec]


def checker(side: int = 8) -> NDArray[np.uint8]:
    """A small picture: coloured squares."""
    rows, columns = np.indices((side, side)) // 2
    return np.stack((rows * 60, columns * 60, (rows + columns) % 2 * 200), axis=-1).astype(np.uint8)


TASKS = {
    "field": BurgersTask(samples=20, initial=6, boundary=6),
    "image": PixelsTask.from_pixels(checker()),
    "withheld image": PixelsTask.from_pixels(checker(), withheld=0.5, pattern="chessboard"),
    "signal": RegressionTask(components=6, train_size=170, test_size=20),
}
PIXELS = {"field": FIELD, "image": COLOURS, "withheld image": COLOURS, "signal": LINE}


class Bench:
    """A cursor with its darkroom."""

    def __init__(self, spec: LiveSpec) -> None:
        self.scene = Scene(spec)
        self.cursor, self.darkroom = Cursor(spec, self.scene, CPU), Darkroom(spec, self.scene, CPU)

    def to(self, step: int) -> bytes:
        while self.cursor.step < step:
            self.cursor.advance()
        return encode_frame(self.darkroom.develop(self.cursor.negative()))

    def frame(self, step: int) -> Frame:
        return decode_frame(self.to(step))


@pytest.fixture(params=TASKS)
def kind(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def spec(kind: str, make_spec: SpecMaker) -> LiveSpec:
    return make_spec(task=TASKS[kind], batch=10)


def test_the_same_spec_gives_the_same_bytes_from_the_start_or_from_a_key_state(spec: LiveSpec) -> None:
    """A link shows what it showed, and scrubbing back shows what was there."""
    bench, again = Bench(spec), Bench(spec)
    batches = bench.cursor.timeline.batches(0)
    assert [bench.to(step) for step in range(batches + 1)] == [again.to(step) for step in range(batches + 1)]
    state, later = bench.cursor.state(), bench.to(3 * batches)
    again.cursor.load(state)
    assert again.to(3 * batches) == later


def test_a_frame_says_what_its_pixels_are_and_they_move(kind: str, spec: LiveSpec) -> None:
    bench = Bench(spec)
    first, later = bench.frame(0), bench.frame(5)
    assert first.pixels == later.pixels == PIXELS[kind] == spec.kind.pixels
    assert first.grid.shape[2:] == (bench.scene.rows, bench.scene.columns)
    assert (first.grid != later.grid).any(axis=(1, 2, 3)).all()


def test_the_truth_comes_as_a_picture_of_the_same_shape(spec: LiveSpec) -> None:
    bench = Bench(spec)
    truth = decode_truth(encode_backdrop(bench.scene.backdrop))
    assert isinstance(bench.scene.backdrop, Truth)
    assert truth.pixels == spec.kind.pixels
    assert np.array_equal(truth.grid, bench.scene.backdrop.grid)
    shown = bench.frame(0).grid.shape[1:]
    assert truth.grid[: shown[0]].shape == shown  # a fourth plane of an image says which pixels are seen


def test_an_epochs_numbers_are_those_of_the_frame_at_its_end(spec: LiveSpec) -> None:
    """The curve and the title agree on what ranks the panels."""
    bench, end = Bench(spec), None
    while end is None:
        end = bench.cursor.advance()
    ranked = spec.kind.titled[1]
    assert np.isfinite(end.metrics).all()
    np.testing.assert_allclose(end.metrics[:, ranked], bench.frame(0).metrics[:, ranked], rtol=2e-4)


def test_the_link_holds_the_whole_run(spec: LiveSpec) -> None:
    again = LiveSpec.from_link(spec.link)
    assert again == spec
    assert again.address == spec.address


def test_training_brings_each_closer_to_the_truth(kind: str, make_spec: SpecMaker) -> None:
    spec = make_spec(task=TASKS[kind], batch=1000, epochs=100)
    bench = Bench(spec)
    before, after = (bench.frame(step).metrics[0, spec.kind.titled[1]] for step in (0, 100))
    assert (after > before) == spec.kind.ranking.rises


def test_a_branch_shares_its_parents_past(spec: LiveSpec) -> None:
    parent, branch = Bench(spec), Bench(spec.branch(1, lr=0.1))
    batches = parent.cursor.timeline.batches(0)
    assert branch.to(batches) == parent.to(batches)
    assert branch.to(batches + 1) != parent.to(batches + 1)


def test_the_error_of_a_field_is_its_distance_from_the_exact_solution(make_spec: SpecMaker) -> None:
    spec = make_spec(task=TASKS["field"])
    frame = Bench(spec).frame(0)
    centres = (np.arange(16) + 0.5) / 16
    exact = burgers_exact(centres, (1 - 2 * centres)[:, None])
    shown = from_bytes(frame.grid[:, 0], 1.0)
    expected = np.linalg.norm(shown - exact, axis=(1, 2)) / np.linalg.norm(exact)
    np.testing.assert_allclose(frame.metrics[:, 3], expected, atol=0.01)


def test_the_psnr_of_an_image_is_that_of_what_is_seen(make_spec: SpecMaker) -> None:
    frame = Bench(make_spec(task=TASKS["image"])).frame(40)
    for grid, number in zip(frame.grid, frame.metrics[:, 3], strict=True):
        assert psnr(np.moveaxis(grid, 0, -1) / 255, checker() / 255) == pytest.approx(number, abs=0.05)


def test_withheld_pixels_are_told_apart_and_nothing_of_them_is_learned(make_spec: SpecMaker) -> None:
    """The title's two numbers are of what is seen, each of its own pixels; and what a network never saw, however it is
    coloured, does not change what it learns."""
    spec = make_spec(task=TASKS["withheld image"])
    bench = Bench(spec)
    frame = bench.frame(40)
    truth = bench.scene.backdrop
    assert isinstance(truth, Truth)
    seen = truth.grid[3] > 0
    assert seen.sum() == seen.size // 2
    for grid, numbers in zip(frame.grid, frame.metrics, strict=True):
        errors = np.square(np.moveaxis(grid, 0, -1) / 255 - checker() / 255).mean(axis=-1)
        told = [-10 * np.log10(errors[where].mean()) for where in (seen, ~seen)]
        np.testing.assert_allclose(told, numbers[[1, 3]], atol=0.05)
    other = checker()
    other[~seen] = 255 - other[~seen]
    changed = Bench(make_spec(task=PixelsTask.from_pixels(other, withheld=0.5, pattern="chessboard"))).frame(40)
    np.testing.assert_array_equal(changed.grid, frame.grid)
    assert [measure.label for measure in (spec.kind.measures[place] for place in spec.kind.titled)] == [
        "seen",
        "unseen",
    ]


def test_a_picture_of_which_all_is_seen_has_the_text_and_the_numbers_of_before(make_spec: SpecMaker) -> None:
    """Old links lead to the very runs they led to, recordings of which may be on disk."""
    task = ImageTask("china", 16, withheld=0.0, pattern="chessboard")
    assert task == ImageTask("china", 16)
    assert "withheld" not in make_spec(task=task).text
    assert make_spec(task=task).kind.measures[3].name == "psnr"


def test_a_line_is_the_fit_over_the_second(make_spec: SpecMaker) -> None:
    task = RegressionTask(components=5, train_size=170, test_size=20)
    backdrop = Scene(make_spec(task=task)).backdrop
    assert isinstance(backdrop, Truth)
    np.testing.assert_allclose(from_bytes(backdrop.grid[0, 0], SPAN), task.signal(line_times()), atol=SPAN / 255)


def test_what_is_not_a_number_is_drawn_in_the_middle_and_what_is_beyond_at_the_edge() -> None:
    assert to_bytes([np.nan, np.inf, -np.inf, 5.0, 0.0], 1.0).tolist() == [128, 255, 0, 255, 128]


class TestLimits:
    def test_a_pinn_of_splines_is_refused_by_name(self, make_spec: SpecMaker) -> None:
        with pytest.raises(TeslaError, match="KAN"):
            make_spec(task=TASKS["field"], panels=(ModelSpec("kan"),))

    def test_a_fit_has_no_accuracy_to_stop_at(self, make_spec: SpecMaker) -> None:
        with pytest.raises(TeslaError, match="no accuracy"):
            make_spec(task=TASKS["signal"], stop=Stop())

    def test_a_picture_as_large_as_its_file_is_no_live_run(self, make_spec: SpecMaker) -> None:
        with pytest.raises(TeslaError, match="Samples"):
            make_spec(task=ImageTask(size=0))

    @pytest.mark.parametrize("png", ["", "!!!", "AAAA", "é", "A" * 70_000])
    def test_a_torn_picture_in_a_link_is_told(self, png: str) -> None:
        with pytest.raises(TeslaError, match=r"[Pp]icture"):
            PixelsTask(png)

    @pytest.mark.parametrize("shape", [(4, 4, 3), (8, 12, 3), (LARGEST + 4, LARGEST + 4, 3)])
    def test_a_picture_of_another_shape_is_told_its_limits(self, shape: tuple[int, int, int]) -> None:
        with pytest.raises(TeslaError, match=r"square of 8 to 100|at most 100 pixels a side"):
            PixelsTask.from_pixels(np.zeros(shape, np.uint8))
