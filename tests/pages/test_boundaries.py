"""The boundaries page as Streamlit sees it: its controls, its run, its link, its words."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, parse_qsl

import pytest
from streamlit.testing.v1 import AppTest

from tesla_core.link_words import pack
from tesla_core.live.edits import Edit
from tesla_core.live.spec import default_panels
from tesla_core.problems.toys.point_set import PointSet, starter_drawing
from tesla_core.problems.toys.points import PointsTask
from tesla_core.problems.toys.task import ToyTask
from tests.pages.script_page import Open, canvas, opener, spec


@pytest.fixture
def open_boundaries(root: Path) -> Open:
    return opener(root, "lab/boundaries.py")


def warnings(app: AppTest) -> str:
    return "\n".join(box.value for box in app.warning).replace("\\", "")


def test_it_opens_on_the_papers_figure(open_boundaries: Open) -> None:
    """2×128, 1,000 points, 200 epochs, TESLA at several K against KAN and the standard ones, and nothing to say."""
    app = open_boundaries()
    assert not app.exception
    assert not app.warning
    shown = spec(app)
    assert shown.task == ToyTask("spiral", samples=1000, noise=0.02, train_share=0.7, turns=2.0)
    assert shown.panels == default_panels()
    assert (shown.settings.epochs, shown.settings.lr) == (200, 1e-3)
    assert canvas(app)["link"] == "v=2"


def test_a_link_opens_the_run_it_was_copied_from(open_boundaries: Open) -> None:
    """The copied link leads to the same run, whatever was changed."""
    app = open_boundaries(
        b_data="Checkerboard", b_cells="8", b_panels=["TESLA K=12 scale=0.3", "SIREN ω₀=5"], b_lr="0.005", b_seed="7"
    )
    app.toggle(key="b_test_points").set_value(False).run()
    link = parse_qs(canvas(app)["link"])
    again = open_boundaries(**link)
    assert not again.warning
    assert spec(again).address == spec(app).address
    assert canvas(again)["showTest"] is False
    assert spec(again).panels[0].coefficient_scale == 0.3


def test_every_preset_is_a_run(open_boundaries: Open) -> None:
    """Choosing one sets every control, the list shows its name, and it plays at a pace one can watch."""
    app = open_boundaries(b_noise="0.3", b_width="32")
    names = [name for name in app.selectbox(key="b_preset").options if name != "Your own settings"]
    addresses = set()
    for name in names:
        app.selectbox(key="b_preset").set_value(name).run()
        assert not app.exception
        assert not app.warning
        assert app.selectbox(key="b_preset").value == name
        addresses.add(spec(app).address)
        assert 5 <= canvas(app)["pace"] <= 10
    assert len(addresses) == len(names) >= 3


@pytest.mark.parametrize("bad", ["99999", "-1", "nan", "drop table", "", "\u202e"])
def test_a_broken_link_still_opens(open_boundaries: Open, bad: str) -> None:
    """Nonsense in every parameter: a run is shown, and what was wrong is said."""
    names = ("data", "noise", "samples", "panels", "width", "lr", "epochs", "seed", "edits", "points", "init", "train")
    app = open_boundaries(**{f"b_{name}": bad for name in names})
    assert not app.exception
    assert spec(app).panels
    assert warnings(app)


def test_a_value_near_a_valid_one_is_taken_and_told(open_boundaries: Open) -> None:
    """A stale link opens on the nearest run."""
    app = open_boundaries(b_data="Moonz", b_lr="0.004", b_noise="0.9")
    assert spec(app).settings.lr == 0.005
    task = spec(app).task
    assert isinstance(task, ToyTask)
    assert task.noise == 0.5
    for said in ("Moonz", "0.004", "0.9"):
        assert said in warnings(app)


def test_a_panel_nobody_knows_is_left_out(open_boundaries: Open) -> None:
    """The others still race."""
    app = open_boundaries(b_panels=["ReLU", "Blah blah"])
    assert [panel.label for panel in spec(app).panels] == ["ReLU"]
    assert "Blah blah" in warnings(app)


def test_a_run_that_asks_too_much_shows_the_opening_one(open_boundaries: Open) -> None:
    """The limits of a live run are said in words."""
    panels = [f"TESLA K={harmonics}" for harmonics in range(1, 16)]
    app = open_boundaries(b_panels=panels, b_width="512", b_depth="6", b_samples="4000")
    assert not app.exception
    assert spec(app).panels == default_panels()
    assert "instead" in warnings(app)


def test_changing_the_learning_rate_at_an_epoch_makes_a_branch(open_boundaries: Open) -> None:
    """The canvas is asked where it stands; its answer is an edit with a link of its own, and there is a way back."""
    app = open_boundaries(b_epochs="100")
    parent = spec(app)
    app.select_slider(key="b_lr").set_value(0.01).run()
    assert canvas(app)["ask"] > 0
    assert spec(app) == parent
    answer_position(app, 40)
    assert not app.exception
    assert spec(app).edits == (Edit(40, lr=0.01),)
    assert canvas(app)["base"] == parent.address
    linked = open_boundaries(**dict(parse_qsl(canvas(app)["link"])))
    assert spec(linked).address == spec(app).address
    app.button(key="b_forget").click().run()
    assert spec(app) == parent
    assert app.select_slider(key="b_lr").value == 1e-3


def answer_position(app: AppTest, epoch: int) -> None:
    """What the canvas' answer does, without a browser."""
    from tesla_core.canvas.changes import Change

    app.session_state["b_edits"] = (Change(0, "lr", 1e-3), Change(epoch, "lr", 0.01))
    app.session_state["b_pending"] = {}
    app.run()


def test_a_new_seed_is_another_draw(open_boundaries: Open) -> None:
    """Data and start both change, and the link says so."""
    app = open_boundaries()
    app.button(key="b_new seed").click().run()
    assert (spec(app).seed, spec(app).task.seed) == (1, 1)
    assert "b_seed=1" in canvas(app)["link"]


def test_a_drawing_starts_from_something(open_boundaries: Open) -> None:
    """Never an empty panel, and the link carries the points."""
    app = open_boundaries(b_data="Drawn by hand")
    shown = spec(app)
    assert shown.task == PointsTask(starter_drawing().points)
    assert canvas(app)["drawing"]["points"]
    linked = open_boundaries(**dict(parse_qsl(canvas(app)["link"])))
    assert spec(linked).address == shown.address


@pytest.mark.parametrize("points", [[], [[0.5, 0.5, 1], [0.1, 0.2, 1]]])
def test_a_short_drawing_is_not_undone(open_boundaries: Open, points: list) -> None:
    """After Clear, or the first points, every rerun and the copied link give the canvas what was drawn, not what was
    there before; and a run is mounted, so that nothing breaks."""
    app = open_boundaries(b_data="Drawn by hand")
    app.session_state["b_points"] = PointSet.from_drawing(points, 4)
    app.run()
    app.toggle(key="b_test_points").set_value(False).run()
    linked = open_boundaries(**dict(parse_qsl(canvas(app)["link"])))
    for shown in (app, linked):
        assert not shown.exception
        assert not shown.warning
        assert canvas(shown)["drawing"]["points"] == points
        assert spec(shown).task.samples


def test_stopping_when_accuracy_holds_is_part_of_the_run(open_boundaries: Open) -> None:
    """The stop rule is set in the sidebar and kept in the link."""
    app = open_boundaries(b_holds="true", b_holds_at="95", b_holds_for="3")
    stop = spec(app).stop
    assert stop is not None
    assert (stop.accuracy, stop.epochs) == (0.95, 3)


def test_what_a_link_says_is_shown_letter_by_letter(open_boundaries: Open) -> None:
    """A link may not put another site's links, pictures or headlines into a warning of ours."""
    app = open_boundaries(b_noise="**a** [b](//evil.example) ![c](//evil.example)")
    assert r"\*\*a\*\* \[b\]\(//evil\.example\)" in app.warning[0].value


@pytest.mark.parametrize("points", ["1" * 400, "-" + "1" * 400, "1e999", "NaN", "[" * 5000])
def test_points_of_a_link_that_no_number_can_hold_are_torn(open_boundaries: Open, points: str) -> None:
    """Not an exception page."""
    word = pack(f'{{"names":["a","b"],"points":[[{points},0,0],[0,1,1],[1,1,1],[2,2,0]]}}')
    app = open_boundaries(b_data="From a file", b_points=word, b_seed="inf")
    assert not app.exception
    assert app.warning
