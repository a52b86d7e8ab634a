"""The Jobs page's parts without a page: who a visitor is, a job in words, a live run as jobs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pages._ui.jobs import roles
from pages._ui.markdown import plain
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.jobs.launch.promotion import promotion_of
from tesla_core.jobs.report.words import duration, full_result_text, result_text, settings_text, title_of, words_of
from tesla_core.jobs.store.job import Job, Progress, Request
from tesla_core.jobs.store.states import State
from tesla_core.live.edits import Edit
from tesla_core.live.spec import LiveSpec, default_panels
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.burgers.experiment import BurgersSpec
from tesla_core.problems.image.experiment import InrSpec
from tesla_core.problems.imagenet100.experiment import ImageNet100Spec
from tesla_core.problems.parity.experiment import ParitySpec
from tesla_core.problems.parity.surface import SurfaceTask
from tesla_core.problems.parity.surface_experiment import SurfaceSpec
from tesla_core.problems.signal.experiment import RegressionSpec
from tesla_core.problems.toys.experiment import ToysSpec
from tesla_core.problems.toys.points import PointsTask
from tesla_core.problems.toys.task import ToyTask
from tesla_core.training.settings import Settings, Stop


@pytest.mark.parametrize(
    ("address", "headers", "owner"),
    [
        (None, {"Host": "localhost:8501"}, True),
        (None, {"Host": "127.0.0.1:8501"}, True),
        (None, {"Host": "[::1]:8501"}, True),
        ("192.168.1.20", {"Host": "lab.example:8501"}, False),
        (None, {"Host": "localhost", "X-Forwarded-For": "203.0.113.9"}, False),
        (None, {"Host": "localhost", "Forwarded": "for=203.0.113.9"}, False),
        (None, {"Host": "somewhere.example:8501"}, False),
    ],
)
def test_only_the_machine_itself_is_the_owner(
    monkeypatch: pytest.MonkeyPatch, address: str | None, headers: dict[str, str], owner: bool
) -> None:
    """A proxy makes everybody look local, and a foreign site can borrow the owner's browser: neither may launch."""
    monkeypatch.delenv("TESLA_LAB_PASSCODE", raising=False)
    monkeypatch.setattr(roles.st, "context", SimpleNamespace(ip_address=address, headers=headers))
    assert roles.visitor().may_launch is owner


def job(state: State, **changes) -> Job:
    return Job("7", state, Request(ParitySpec(bits=16)), created=0.0, folder=Path("nowhere"), **changes)


def test_a_job_says_how_it_stands() -> None:
    """Place in the queue, epoch and time left, result, reason: one sentence each."""
    assert words_of(job(State.QUEUED, position=1)) == "Next in the queue"
    assert words_of(job(State.QUEUED, position=4)) == "Number 4 in the queue"
    assert "paused" in words_of(job(State.QUEUED, position=1), drained=True)
    again = job(State.QUEUED, position=1, waits=8.0, attempts=2, failures=2, error="It was killed.")
    assert words_of(again) == "Tries again in 8 s · It was killed; tried 2 times"
    running = job(State.RUNNING, progress=Progress(done=0.2, epoch=4, epochs=20, accuracy=0.75, seconds_left=200.0))
    assert words_of(running) == "Epoch 4 of 20 · held-out accuracy 75.0% · 3 min left"
    metrics = {"test_accuracy": 0.994, "final_accuracy": 0.99, "chosen_epoch": 3, "chosen_by": "validation accuracy"}
    assert words_of(job(State.SUCCEEDED, metrics=metrics, started=0.0, finished=90.0)) == (
        "Test accuracy 99.40% · took 2 min"
    )
    assert words_of(job(State.FAILED, error="The disk is full.")) == "The disk is full."


@pytest.mark.parametrize(
    ("spec", "title"),
    [
        (SurfaceSpec(bits=8, train_size=100), "8-bit parity"),
        (ParitySpec(), "Parity"),
        (ParitySpec(noise=0.1), "Noisy parity"),
        (ParitySpec(secret_weight=12), "LPN"),
        (ToysSpec(toy="moons"), "Moons"),
        (InrSpec(image="flower"), "Image flower"),
        (BurgersSpec(), "Burgers PINN"),
    ],
)
def test_a_run_is_called_by_what_it_learns(spec: ExperimentSpec, title: str) -> None:
    """A parity run launched from the lab was listed as "Surface"."""
    assert title_of(replace(job(State.QUEUED), request=Request(spec))) == f"7 · {title}"
    assert title_of(replace(job(State.QUEUED), request=Request(spec, name="mine"))) == "7 · mine"


def test_settings_are_told_in_a_line() -> None:
    """Model first, then what is not as usual, the seed last."""
    assert settings_text(ParitySpec(bits=16, noise=0.1, seed=3)) == "TESLA K=8 · bits 16 · noise 0.1 · seed\u00a03"
    assert settings_text(ToysSpec(activation="relu", toy="moons")) == "ReLU · toy moons · seed\u00a00"


def test_pictures_are_told_by_backbone_and_data() -> None:
    """What follows from the backbone is not repeated; that nothing is replaced is said."""
    assert settings_text(ImageNet100Spec()) == "TESLA K=2 · backbone vit-t16 · data generated · seed\u00a00"
    stock = ImageNet100Spec(backbone="resnet18", budget_weight=0.5, epochs=3)
    assert settings_text(stock) == (
        "TESLA K=2 (nothing replaced) · backbone resnet18 · data generated · epochs 3 · budget weight 0.5 · seed\u00a00"
    )
    chosen = ImageNet100Spec(backbone="resnet18", place="all", classes=4)
    assert "classes 4 · place all" in settings_text(chosen)
    assert settings_text(InrSpec(size=64)) == "TESLA K=8 · image china · size 64 · seed\u00a00"


RESULTS: dict[ExperimentSpec, tuple[dict[str, Any], str]] = {
    BurgersSpec(): (
        dict.fromkeys(("total_loss", "pde_loss", "initial_loss", "boundary_loss", "relative_error"), 0.25),
        "Total loss 0.25",
    ),
    InrSpec(): (
        {"seen_psnr": 111.0, "unseen_psnr": 7.04, "ssim": 0.1, "epochs_to_25db": None},
        "PSNR 7.04 dB on unseen pixels",
    ),
    InrSpec(withheld=0.0): (
        {"psnr": 27.5, "ssim": 0.9, "epochs_to_25db": None},
        "PSNR 27.50 dB on the pixels it saw",
    ),
    RegressionSpec(): ({"train_loss": 0.01, "test_loss": 0.02}, "Mean squared error 0.02 on test"),
    ImageNet100Spec(): (
        {"top1": 0.5, "top5": 0.75, "best_top1": 0.5, "best_epoch": 2, "data": "drawn", "replaced_in_words": ""},
        "Top-1 50.00% with ViT-T/16 on drawn",
    ),
    ToysSpec(): (
        {"test_accuracy": 0.9, "final_accuracy": 0.8, "chosen_epoch": 3, "chosen_by": "validation accuracy"},
        "Test accuracy 90.00%",
    ),
}


@pytest.mark.parametrize("spec", RESULTS, ids=lambda spec: spec.experiment)
def test_a_result_is_one_number_that_matters(spec: ExperimentSpec) -> None:
    """A row of the list has room for one."""
    metrics, text = RESULTS[spec]
    done = replace(job(State.SUCCEEDED, metrics=metrics), request=Request(spec))
    assert result_text(done) == text
    assert full_result_text(done).startswith(text)
    assert len(full_result_text(done)) > len(text)
    assert result_text(replace(done, metrics={"another": "version"})) == "Done"
    diverged = {name: None if isinstance(value, float) else value for name, value in metrics.items()}
    assert result_text(replace(done, metrics=diverged)) in (
        "Diverged: it has no number to tell",
        "ViT-T/16: nothing trained yet",
    )


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.2, "1 s"), (59, "59 s"), (300, "5 min"), (7200, "2 h"), (4e5, "5 days")]
)
def test_durations_are_rough(seconds: float, text: str) -> None:
    """Nobody reads 4,193 seconds."""
    assert duration(seconds) == text


def test_typed_text_is_shown_letter_by_letter() -> None:
    """A job's name can't draw pictures or links on the page."""
    assert plain("![x](http://a)") == r"\!\[x\]\(http\:\/\/a\)".replace(r"\/", "/")


PANELS = (ModelSpec("tesla", harmonics=4), ModelSpec("relu", width=64), ModelSpec("siren", omega=5.0))


def test_a_toy_becomes_a_job_for_each_panel() -> None:
    """Same points, same settings, same seed; what a job does otherwise is said."""
    task = ToyTask("checkerboard", samples=800, noise=0.01, cells=8, seed=5)
    live = LiveSpec(task, PANELS, Settings(epochs=30, batch=50, lr=2e-3), seed=5)
    promotion = promotion_of(live)
    assert promotion.specs[1] == ToysSpec(
        toy="checkerboard",
        samples=800,
        noise=0.01,
        cells=8,
        seed=5,
        activation="relu",
        width=64,
        epochs=30,
        batch=50,
        lr=2e-3,
    )
    assert [spec.model() for spec in promotion.specs] == list(PANELS)
    assert "tenth" in promotion.notes[0]
    wide = promotion_of(replace(live, task=replace(task, train_share=0.5)))
    assert any("50%" in note for note in wide.notes)


def test_a_surface_becomes_jobs_as_it_is() -> None:
    """The parity page's opening run has a job that is the same experiment, with nothing to explain."""
    live = LiveSpec(SurfaceTask(8, 100, 2), PANELS, Settings(epochs=5, batch=32), seed=2)
    promotion = promotion_of(live)
    assert promotion.notes == ()
    assert promotion.specs[0] == SurfaceSpec(bits=8, train_size=100, seed=2, harmonics=4, epochs=5, init="default")


def test_what_a_job_leaves_out_is_said() -> None:
    """A branch's changes and a stop rule belong to the lab."""
    task = ToyTask("moons")
    live = LiveSpec(task, default_panels(), edits=(Edit(3, lr=0.01),), stop=Stop())
    notes = " ".join(promotion_of(live).notes)
    assert "Changes made during the run are left out" in notes
    assert "does not stop" in notes


def test_drawn_points_can_not_be_jobs() -> None:
    """It is said plainly instead of launching something else."""
    points = tuple((x / 10, y / 10, (x + y) % 2) for x in range(6) for y in range(6))
    promotion = promotion_of(LiveSpec(PointsTask(points), PANELS))
    assert promotion.specs == ()
    assert "no experiment takes them" in promotion.notes[0]
