"""What people take along: code that runs, pictures that move, and the canvas' script itself."""

from __future__ import annotations

import io
import runpy
from pathlib import Path

import numpy as np
import pytest
import torch
from PIL import Image
from safetensors.torch import save_file
from streamlit.testing.v1 import AppTest

from pages._ui.share.animation import animate, diverging_pixels
from pages._ui.share.snippet import fit_snippet, snippet
from tesla_core.activations.registry import ACTIVATIONS
from tesla_core.canvas.data import panel_looks, short_name
from tesla_core.live.protocol import Frame
from tesla_core.models.build import build_model
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.burgers.experiment import BurgersSpec
from tesla_core.problems.burgers.task import BurgersTask
from tesla_core.problems.image.live import Image as Picture
from tesla_core.problems.live import Kind, Task
from tesla_core.problems.pde.live import Field
from tesla_core.problems.picture import Truth
from tesla_core.problems.registry import kind_of
from tesla_core.problems.signal.live import Signal
from tesla_core.problems.signal.task import RegressionTask
from tesla_core.problems.toys.live import Plane
from tesla_core.problems.toys.task import ToyTask


@pytest.mark.parametrize("activation", list(ACTIVATIONS))
@pytest.mark.parametrize(("inputs", "classes"), [(2, 2), (2, 4), (7, 2)])
def test_the_code_of_a_panel_runs_and_is_the_panels_model(
    activation: str, inputs: int, classes: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the saved weights beside it, the snippet says what the lab's model says, without the lab."""
    spec = ModelSpec(activation, width=8, harmonics=3, kan_width=4, depth=2)
    model = build_model(spec, inputs, 1 if classes == 2 else classes, seed=1)
    save_file({name: tensor.contiguous() for name, tensor in model.state_dict().items()}, tmp_path / "w.safetensors")
    (tmp_path / "panel.py").write_text(snippet(spec, inputs, classes, "w.safetensors"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    names = runpy.run_path("panel.py")
    torch.testing.assert_close(names["model"](names["x"]), model(names["x"]), rtol=1e-4, atol=1e-5)


def frame(epoch: int, planes: int) -> Frame:
    generator = np.random.default_rng(epoch)
    grid = generator.integers(0, 3 if planes == 2 else 256, (2, planes, 8, 8)).astype(np.uint8)
    metrics = np.full((2, 4), 0.5, np.float32)
    return Frame(epoch, epoch, 0, 1, grid, metrics, np.full(2, -1), np.zeros(2, np.bool_))


@pytest.mark.parametrize("file", ["GIF", "WebP"])
@pytest.mark.parametrize("planes", [1, 2])
def test_a_run_becomes_a_moving_picture(file: str, planes: int) -> None:
    """One image a frame, two classes or more."""
    frames = [frame(epoch, planes) for epoch in range(3)]
    picture = Image.open(io.BytesIO(animate(frames, ["A", "B"], of=Plane(), file=file)))
    assert getattr(picture, "n_frames", 1) == 3
    assert picture.format == file.upper()


FITS = {
    "field": (Field(BurgersTask, BurgersSpec), 1, (8, 8)),
    "image": (Picture(), 3, (8, 8)),
    "signal": (Signal(), 1, (1, 1024)),
}


@pytest.mark.parametrize(("kind", "planes", "shape"), FITS.values(), ids=FITS)
def test_a_run_that_fits_a_function_becomes_a_moving_picture(kind: Kind, planes: int, shape: tuple[int, int]) -> None:
    """Fields, colours and lines, with the numbers of their kind; a line over the signal it follows."""
    grid = np.random.default_rng(0).integers(0, 256, (2, 2, planes, *shape)).astype(np.uint8)
    metrics, fine, none = np.full((2, 4), 0.5, np.float32), np.full(2, -1), np.zeros(2, np.bool_)
    frames = [Frame(at, at, 0, 1, pictures, metrics, fine, none, kind.pixels) for at, pictures in enumerate(grid)]
    made = animate(frames, ["A", "B"], of=kind, truth=Truth(kind.pixels, grid[0, 0]))
    assert getattr(Image.open(io.BytesIO(made)), "n_frames", 1) == 2


def test_the_code_of_a_fit_says_the_functions_value(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No sigmoid: what the network says is the answer."""
    spec = ModelSpec("tesla", width=8, harmonics=3, depth=2)
    model = build_model(spec, 1, 1, seed=1)
    save_file({name: tensor.contiguous() for name, tensor in model.state_dict().items()}, tmp_path / "w.safetensors")
    code = fit_snippet(spec, 1, 1, Signal.meaning, "w.safetensors")
    assert Signal.meaning in code
    assert "sigmoid" not in code
    (tmp_path / "panel.py").write_text(code, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    names = runpy.run_path("panel.py")
    torch.testing.assert_close(names["model"](names["x"]), model(names["x"]), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(
    ("task", "head"),
    [
        (ToyTask("moons", samples=40), ("x", "y", "label", "split")),
        (RegressionTask(train_size=170, test_size=5), ("x1", "y1", "split")),
        (BurgersTask(samples=4, initial=2, boundary=2), ("t", "x", "u", "part")),
    ],
)
def test_every_sample_is_a_row_of_the_table(task: Task, head: tuple[str, ...]) -> None:
    """What a run learned from can be read without the lab."""
    found, rows = kind_of(task).rows(task.sample(), ("class 0", "class 1"))
    lines = list(rows)
    assert found == head
    assert len(lines) == kind_of(task).samples(task)
    assert {len(line) for line in lines} == {len(head)}


def test_the_scale_is_blue_white_orange() -> None:
    """Class 0 is blue, one half near white, class 1 orange, in saved pictures as on the canvas."""
    blue, white, orange = diverging_pixels(np.array([0, 128, 255], np.uint8)).astype(int)
    assert blue[2] > blue[0]
    assert white.min() > 240
    assert orange[0] > orange[2]


def test_a_panel_looks_the_same_whatever_stands_beside_it() -> None:
    """K = 4 keeps its colour, its dash and its symbol when K = 1 goes."""
    panels = [ModelSpec("tesla", harmonics=harmonics) for harmonics in (1, 2, 4)] + [ModelSpec("relu")]
    every = panel_looks(panels, [panel.label for panel in panels])
    assert panel_looks(panels[2:], [panel.label for panel in panels[2:]]) == every[2:]
    for part in ("light", "dark", "symbol"):
        assert len({look[part] for look in every}) == 4
    assert len({tuple(look["dash"]) for look in every[:3]}) == 3


def test_panels_that_differ_by_what_no_look_shows_differ_by_their_dash() -> None:
    panels = [ModelSpec("tesla", coefficient_scale=scale) for scale in (0.1, 1.0)]
    first, second = panel_looks(panels, ["TESLA K=8", "TESLA K=8 scale=1"])
    assert first["light"] == second["light"]
    assert first["dash"] != second["dash"]


@pytest.mark.parametrize(
    ("panel", "expected"),
    [
        (ModelSpec("tesla", harmonics=16), "K=16"),
        (ModelSpec("tesla", harmonics=1, coefficient_start="even"), "K=1 even"),
        (ModelSpec("siren", omega=5.0), "SIREN 5"),
        (ModelSpec("fourier"), "Fourier"),
        (ModelSpec("relu"), "ReLU"),
    ],
)
def test_what_stands_at_a_lines_end(panel: ModelSpec, expected: str) -> None:
    assert short_name(panel) == expected


def branching_script() -> None:
    """A page with one branching setting: an answer of the canvas is a button here."""
    import streamlit as st

    from pages._ui.controls.board import Board
    from pages._ui.controls.branching import Branching
    from tesla_core.lab.presets import Preset
    from tesla_core.lab.training import training_controls

    controls = training_controls(panels=["ReLU"], lr=1e-3, batch=100, epochs=100)
    branching = Branching(Board("t_", controls, (Preset("one", "", {}),)))
    branching.board.admit()
    branching.admit()
    values = {name: branching.board.value(name) for name in ("lr", "batch")}
    for name in values:
        branching.draw(name)
    branching.settle(values)
    start = branching.initial(values)
    st.session_state["seen"] = (branching.text, start["lr"], start["batch"], branching.question)
    for epoch in (0, 20, 40, 100):
        st.button(f"at {epoch}", on_click=branching.answer, args=(epoch, 100))


def test_changes_of_settings_become_edits_in_time() -> None:
    """At epoch 40 a branch; earlier, later edits fall away; at the start or the end, the setting itself."""
    app = AppTest.from_function(branching_script).run()

    def change(name: str, value: float, epoch: int) -> tuple[str, float, float, int]:
        app.select_slider(key=f"t_{name}").set_value(value).run()
        assert app.session_state["seen"][3] > 0
        next(button for button in app.button if button.label == f"at {epoch}").click().run()
        assert not app.exception
        return app.session_state["seen"]

    assert change("lr", 0.01, 40) == ("0:lr=0.001;40:lr=0.01", 1e-3, 100, 0)
    assert change("batch", 32, 20) == ("0:lr=0.001;0:batch=100;20:batch=32", 1e-3, 100, 0)
    assert app.select_slider(key="t_lr").value == 1e-3
    assert change("lr", 0.1, 100) == ("0:batch=100;20:batch=32", 0.1, 100, 0)
    assert change("batch", 50, 0) == ("", 0.1, 50, 0)
