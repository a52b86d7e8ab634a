"""The continuous page as Streamlit sees it: its three experiments, their runs, their links, their words."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import numpy as np
import pytest
from PIL import Image

from pages._ui.controls.brought import Kept, kept
from pages._ui.jobs.promote import EDITS_LEFT_OUT, full_size_of
from tesla_core.errors import TeslaError
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.store import Store
from tesla_core.live.edits import Edit
from tesla_core.live.spec import LiveSpec
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.burgers.experiment import BurgersSpec
from tesla_core.problems.burgers.task import BurgersTask
from tesla_core.problems.image.experiment import InrSpec
from tesla_core.problems.image.pixels import PICTURE_FILE, PixelsTask, read_upload
from tesla_core.problems.image.sources import keep_upload, load_picture, upload_name
from tesla_core.problems.image.task import ImageTask
from tesla_core.problems.signal.experiment import RegressionSpec
from tesla_core.problems.signal.task import RegressionTask
from tests.pages.script_page import Open, canvas, opener, spec

EXPERIMENTS = {
    "Burgers PINN": ("cb_", BurgersTask, BurgersSpec),
    "Image": ("ci_", ImageTask, InrSpec),
    "Mixed frequencies": ("cs_", RegressionTask, RegressionSpec),
}


@pytest.fixture
def open_continuous(root: Path) -> Open:
    return opener(root, "lab/continuous.py")


@pytest.mark.parametrize("what", EXPERIMENTS)
def test_each_opens_on_a_run_with_the_papers_activations(open_continuous: Open, what: str) -> None:
    """A paused first frame of TESLA against the others, and nothing to complain of; its link opens it again."""
    app = open_continuous(c_what=what)
    prefix, task, _ = EXPERIMENTS[what]
    assert not app.exception
    assert not app.warning
    assert isinstance(spec(app).task, task)
    assert {"tesla", "siren", "relu"} <= {panel.activation for panel in spec(app).panels}
    assert [title["label"] for title in canvas(app)["measures"]["titles"]]
    app.number_input(key=f"{prefix}seed").set_value(3).run()
    linked = open_continuous(**parse_qs(canvas(app)["link"]))
    assert spec(linked) == spec(app)
    assert spec(linked).seed == 3


@pytest.mark.parametrize("what", EXPERIMENTS)
def test_panels_can_be_chosen_and_the_page_drawn_again(open_continuous: Open, what: str) -> None:
    """A list without the opening panels stays a list."""
    prefix = EXPERIMENTS[what][0]
    app = open_continuous(c_what=what, **{f"{prefix}panels": ["TESLA K=2", "ReLU"]}).run()
    assert not app.exception
    assert [panel.label for panel in spec(app).panels] == ["TESLA K=2", "ReLU"]


@pytest.mark.parametrize("what", EXPERIMENTS)
def test_every_preset_is_a_run(open_continuous: Open, what: str) -> None:
    prefix = EXPERIMENTS[what][0]
    app = open_continuous(c_what=what)
    names = [name for name in app.selectbox(key=f"{prefix}preset").options if name != "Your own settings"]
    addresses = set()
    for name in names:
        app.selectbox(key=f"{prefix}preset").set_value(name).run()
        assert not app.exception
        assert not app.warning
        addresses.add(spec(app).address)
    assert len(addresses) == len(names) >= 2


@pytest.mark.parametrize("bad", ["99999", "drop table", ""])
def test_a_broken_link_still_opens(open_continuous: Open, bad: str) -> None:
    """Nonsense in every parameter: a run is shown."""
    names = [
        f"{prefix}{name}"
        for prefix in ("cb_", "ci_", "cs_")
        for name in ("inside", "train", "size", "panels", "lr", "nu", "points")
    ]
    app = open_continuous(c_what=bad, **dict.fromkeys(names, bad))
    assert not app.exception
    assert spec(app).panels


def test_a_network_without_known_derivatives_is_refused_in_words(open_continuous: Open) -> None:
    app = open_continuous(c_what="Burgers PINN", cb_panels=["KAN"])
    assert not app.exception
    assert "KAN can't be a PINN" in app.warning[0].value


def test_a_picture_that_the_server_forgot_is_asked_for_again(open_continuous: Open) -> None:
    app = open_continuous(c_what="Image", ci_image="A picture of your own", ci_points="0123456789abcdef")
    assert not app.exception
    assert "Upload it again" in app.error[0].value
    assert isinstance(spec(app).task, ImageTask)


@pytest.mark.parametrize("what", EXPERIMENTS)
def test_full_size_is_the_experiments_own(open_continuous: Open, what: str) -> None:
    """One press: the same activations and starts, at the size the command line runs; and what differs is said."""
    made = EXPERIMENTS[what][2]
    app = open_continuous(c_what=what)
    live = spec(app)
    jobs = full_size_of(live).specs
    assert [job.activation for job in jobs] == [panel.activation for panel in live.panels]
    assert {(type(job), job.width, job.epochs) for job in jobs} == {(made, made().width, made().epochs)}
    assert [job.init for job in jobs] == [panel.init for panel in live.panels]
    assert {job.init for job in jobs if job.activation == "siren"} == {"own"}
    changed = replace(live, edits=(Edit(3, lr=1e-4),))
    notes = [" ".join(full_size_of(each).notes) for each in (live, changed)]
    assert all(f"{made().epochs:,} epochs at the learning rate {made().lr:g}" in note for note in notes)
    assert [EDITS_LEFT_OUT in note for note in notes] == [False, True]
    assert any(button.label == "Run at full size as jobs" and not button.disabled for button in app.button)


def test_withheld_pixels_go_into_the_run_the_words_and_the_jobs(open_continuous: Open) -> None:
    """A person chooses what nobody is trained on; titles have both numbers, a yardstick stands below, and full-size
    jobs withhold the same."""
    opened = open_continuous(c_what="Image", v="2")
    assert spec(opened).task == ImageTask("china", 48, withheld=0.5, pattern="chessboard")
    assert not opened.warning
    app = open_continuous(c_what="Image", v="2", ci_withheld="None (the paper's way)")
    assert (spec(app).task, canvas(app)["story"]["seen"]) == (ImageTask("china", 48), 0)
    assert any("Every pixel is trained on and judged by" in caption.value for caption in app.caption)
    app.selectbox(key="ci_withheld").set_value("chessboard").run()
    assert not app.exception
    live = spec(app)
    assert live.task == ImageTask("china", 48, withheld=0.5, pattern="chessboard")
    assert [title["label"] for title in canvas(app)["measures"]["titles"]] == ["seen", "unseen"]
    assert canvas(app)["story"]["seen"] == 48 * 48 // 2
    assert canvas(app)["truthText"] == "48 × 48, 1,152 seen"
    assert any("Without any network, the mean of the seen pixels" in caption.value for caption in app.caption)
    linked = open_continuous(**parse_qs(canvas(app)["link"]))
    assert spec(linked) == live
    jobs = full_size_of(live)
    assert {(job.to_dict()["withheld"], job.to_dict()["pattern"]) for job in jobs.specs} == {(0.5, "chessboard")}
    assert "(50% of them withheld)" in jobs.notes[0]
    own_start = full_size_of(spec(opened))
    assert {job.init for job in own_start.specs if job.activation != "siren"} == {InrSpec().init}
    assert f"uniform(4) becomes {InrSpec().init}" in own_start.notes[0]


def png(mode: str = "RGB", size: tuple[int, int] = (40, 24), **saving: Any) -> bytes:
    output = io.BytesIO()
    pixels = np.random.default_rng(0).integers(0, 255, (*size[::-1], 3), np.uint8)
    Image.fromarray(pixels).convert(mode).save(output, **{"format": "PNG", **saving})
    return output.getvalue()


class TestUploads:
    def test_the_middle_square_is_learned_and_nothing_is_written(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What visitors only look at must not fill the disk."""
        monkeypatch.setenv("TESLA_LAB_IMAGES", str(tmp_path))
        picture = read_upload(png(), "holiday.png")
        assert picture.task(32, seed=1).picture().pixels.shape == (32, 32, 3)
        assert picture.task(32, seed=1) == picture.task(32, seed=1)
        assert picture.whole.shape == (24, 40, 3)
        assert read_upload(png(size=(1000, 500)), "large.png").whole.shape == (384, 768, 3)
        assert not list(tmp_path.iterdir())

    def test_it_can_be_a_job_where_there_is_a_folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("TESLA_LAB_IMAGES", str(tmp_path))
        picture = read_upload(png(), "holiday.png")
        live = LiveSpec(picture.task(16, 0), (ModelSpec(width=8),))
        assert not full_size_of(live).specs
        kept = keep_upload(picture.whole)
        (job,) = full_size_of(live, kept).specs
        assert job.task() == ImageTask(kept, 128)  # all pixels, as in the lab
        np.testing.assert_array_equal(load_picture(kept).pixels, picture.whole)

    @pytest.mark.parametrize("owner", [True, False], ids=["the owner", "a visitor"])
    def test_the_press_of_who_may_launch_keeps_it(
        self, open_continuous: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: bool
    ) -> None:
        """A visitor's press asks for the passcode; it writes nothing."""
        images = tmp_path / "images"
        images.mkdir()
        for variable, value in (
            ("HOME", tmp_path / "lab"),
            ("IMAGES", images),
            ("PASSCODE", "" if owner else "eight waves"),
        ):
            monkeypatch.setenv(f"TESLA_LAB_{variable}", str(value))
        monkeypatch.setattr("pages._ui.jobs.roles._address", lambda: "127.0.0.1")
        monkeypatch.setattr("tesla_core.jobs.supervisor.starting.ensure_supervisor", lambda home: None)
        picture = read_upload(png(), "holiday.png")
        kept("ci_", PICTURE_FILE).keep(picture)
        app = open_continuous(c_what="Image", ci_image="A picture of your own", ci_points=picture.address)
        assert isinstance(spec(app).task, PixelsTask)
        assert not list(images.iterdir())
        app.button(key="promote").click().run()
        assert not app.exception
        with Store(Home(tmp_path / "lab")) as store:
            jobs = store.list()
        assert {job.spec.to_dict()["image"] for job in jobs} == ({upload_name(picture.whole)} if owner else set())
        assert [path.name for path in images.iterdir()] == (["uploads"] if owner else [])
        assert ("queued" in app.success[0].value) if owner else app.text_input(key="promote_passcode")

    def test_a_full_folder_is_told_and_nothing_is_queued(
        self, open_continuous: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("TESLA_LAB_HOME", str(tmp_path / "lab"))
        monkeypatch.setenv("TESLA_LAB_IMAGES", str(tmp_path))
        monkeypatch.setattr("pages._ui.jobs.roles._address", lambda: "127.0.0.1")
        monkeypatch.setattr("tesla_core.problems.image.sources.MOST_UPLOADS", 0)
        picture = read_upload(png(), "holiday.png")
        kept("ci_", PICTURE_FILE).keep(picture)
        app = open_continuous(c_what="Image", ci_image="A picture of your own", ci_points=picture.address)
        app.button(key="promote").click().run()
        assert not app.exception
        assert "holds 0 uploads, the most there may be" in app.error[0].value
        with Store(Home(tmp_path / "lab")) as store:
            assert store.count() == 0

    @pytest.mark.parametrize(
        ("data", "said"),
        [
            (png()[:200], "broken.png"),
            (b"%PDF-1.7 not a picture", "broken.png"),
            (b"PK\x03\x04" + bytes(100), "archive"),
            (b"", "broken.png"),
        ],
    )
    def test_a_broken_file_is_explained_by_name(self, data: bytes, said: str) -> None:
        with pytest.raises(TeslaError, match=said):
            read_upload(data, "broken.png")

    @pytest.mark.parametrize(("mode", "format_", "said"), [("CMYK", "JPEG", "CMYK"), ("L", "PNG", "grey")])
    def test_an_unusual_file_is_learned_with_a_note(self, mode: str, format_: str, said: str) -> None:
        picture = read_upload(png(mode, format=format_), "odd.file")
        assert any(said in note and "odd.file" in note for note in picture.notes)
        assert isinstance(picture.task(16, 0), PixelsTask)

    def test_the_server_forgets_the_oldest(self) -> None:
        store = Kept(most=1)
        first, second = read_upload(png(), "a.png"), read_upload(png(size=(24, 24)), "b.png")
        store.keep(first)
        store.keep(second)
        assert store.find(second.address) is second
        with pytest.raises(TeslaError, match="Upload it again"):
            PICTURE_FILE.from_word(first.word, store.find)
