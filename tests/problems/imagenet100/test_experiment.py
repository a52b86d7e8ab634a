"""ImageNet-100 as an experiment: the paper's settings by backbone, and what a run says of itself."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from safetensors.torch import load

from tesla_core.errors import TeslaError
from tesla_core.experiments.folder import RunFolder
from tesla_core.experiments.registry import spec_from_dict
from tesla_core.experiments.run import run
from tesla_core.jobs.launch.access import Person
from tesla_core.jobs.launch.control import JobControl
from tesla_core.jobs.launch.estimate import seconds_of
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.job import Request
from tesla_core.jobs.store.store import Store
from tesla_core.problems.imagenet100.backbones import OF_PAPER
from tesla_core.problems.imagenet100.experiment import ImageNet100Spec
from tesla_core.problems.imagenet100.pictures.folder import FolderTask
from tesla_core.problems.imagenet100.pictures.generated import GeneratedTask
from tesla_core.problems.imagenet100.pictures.hugging_face import HubTask

TINY: dict[str, Any] = {
    "backbone": "mobilenetv3-s",
    "image_size": 32,
    "classes": 2,
    "per_class": 6,
    "epochs": 2,
    "batch": 6,
}


def test_the_papers_settings_are_the_defaults_of_each_backbone() -> None:
    specs = {name: ImageNet100Spec(backbone=name) for name in OF_PAPER}
    assert {name: (s.harmonics, s.budget_weight) for name, s in specs.items()} == {
        "vit-t16": (2, 1e-3),
        "mixer-b16": (6, 0.1),
        "resnet18": (2, 1e-3),
        "mobilenetv3-s": (2, 1e-3),
    }
    for spec in specs.values():
        settings = spec.settings()
        assert (settings.epochs, settings.batch, settings.lr, settings.schedule) == (50, 128, 1e-3, "cosine")
        assert (settings.warmup_epochs, settings.warmup_ratio) == (5.0, 0.85)
    assert ImageNet100Spec(backbone="mixer-b16", harmonics=3, budget_weight=0.0).model().harmonics == 3
    assert specs["mixer-b16"].model().label == "TESLA K=6"


def test_a_spec_keeps_what_was_chosen_for_it() -> None:
    """A later change of a default can't change what a finished run was."""
    spec = ImageNet100Spec(backbone="mixer-b16")
    kept = json.loads(json.dumps(spec.to_dict()))
    assert (kept["harmonics"], kept["budget_weight"], kept["place"], kept["classes"]) == (6, 0.1, "dense", 8)
    assert spec_from_dict(kept) == spec


def test_data_comes_from_where_it_is_named() -> None:
    assert isinstance(ImageNet100Spec().task(), GeneratedTask)
    folder, hub = (ImageNet100Spec(data=data).task() for data in ("some/folder", "hf:somebody/pets"))
    assert folder == FolderTask("some/folder", classes=100)
    assert hub == HubTask("somebody/pets", classes=100)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"backbone": "vit-b16"}, "Did you mean 'vit-t16'"),
        ({"activation": "kan"}, "KAN is not pointwise"),
        ({"place": "front"}, "dense, head, last-stage, all"),
        ({"image_size": 100}, "patches of 16 pixels; 100 is no multiple"),
        ({"classes": 1}, "Classes must be from 2"),
        ({"workers": 100}, "Workers must be from 0 to 64"),
        ({"width": 64, "init": "own"}, "has its own shape and start: leave out width, init"),
        ({"harmonics": 0}, "Harmonics must be"),
    ],
)
def test_what_can_not_be_is_refused_when_the_spec_is_made(options: dict[str, Any], message: str) -> None:
    with pytest.raises(TeslaError, match=message):
        ImageNet100Spec(**options)


def test_nothing_replaced_is_said() -> None:
    """A result of stock ResNet-18 must not look like one of TESLA's."""
    said = ImageNet100Spec(backbone="resnet18", activation="tesla").dry_run()
    assert said["replaced"] == []
    assert said["replaced_in_words"].startswith("nothing replaced: stock ResNet-18")
    chosen = ImageNet100Spec(backbone="resnet18", place="last-stage", image_size=64).dry_run()
    assert chosen["replaced"] == ["layer4.0.act1", "layer4.0.act2", "layer4.1.act1", "layer4.1.act2"]


def test_a_run_leaves_its_result_the_best_weights_and_predictions(tmp_path: Path) -> None:
    spec = ImageNet100Spec(**TINY)
    folder = RunFolder.create(tmp_path / "run", spec)
    result = run(spec, folder, lambda _training, _step: None)
    metrics = result["metrics"]
    assert metrics["top1"] == metrics["history"][-1]["validation_accuracy"]
    assert metrics["best_top1"] == max(record["validation_accuracy"] for record in metrics["history"])
    assert metrics["top1"] <= metrics["top5"] <= 1
    assert metrics["generated_data"] is True
    assert metrics["replaced"] == ["act2"]
    assert metrics["flops"] == spec.dry_run()["flops"] > 0
    assert metrics["unreadable"]["count"] == 0
    reached = spec.reached(metrics)
    listed = reached.split(", ")[0]  # what the list of jobs shows
    assert listed == f"top-1 {metrics['top1']:.2%} with MobileNetV3-S on pictures drawn by this program"
    assert f"top-5 {metrics['top5']:.2%} after the last epoch" in reached
    assert "1 activation replaced by TESLA K=2 (place: head)" in reached
    assert {path.name for path in folder.path.iterdir()} >= {"best.safetensors", "predictions.npz", "result.json"}
    assert load((folder.path / "best.safetensors").read_bytes())["classifier.weight"].shape[0] == 2
    with np.load(io.BytesIO((folder.path / "predictions.npz").read_bytes()), allow_pickle=False) as kept:
        assert kept["pictures"].shape[0] == kept["labels"].shape[0] == 8
        assert list(kept["classes"]) == ["red disc, plain", "red cross, plain"]
    again = run(spec, folder, lambda _training, _step: None)  # finished: says the same again
    assert again["metrics"] == metrics


def test_data_are_looked_at_before_a_job_is_queued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for split in ("train", "val"):
        for name in ("a", "b"):
            (tmp_path / "set" / split / name).mkdir(parents=True)
            Image.new("RGB", (8, 8)).save(tmp_path / "set" / split / name / "0.png")
    ImageNet100Spec().check_data()
    with pytest.raises(TeslaError, match="TESLA_LAB_IMAGES names, and it is not set"):
        ImageNet100Spec(data=str(tmp_path / "set"), classes=2).check_data()
    monkeypatch.setenv("TESLA_LAB_IMAGES", str(tmp_path))
    ImageNet100Spec(data="set", classes=2).check_data()
    with pytest.raises(TeslaError, match="has 2 classes in train/; 100 were asked for"):
        ImageNet100Spec(data="set").check_data()
    with pytest.raises(TeslaError, match="outside of the folder for pictures"):
        ImageNet100Spec(data="/etc")


def test_the_desk_refuses_a_run_whose_data_are_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wrong folder is told to the person who asks, not found out by a job an hour later."""
    monkeypatch.setenv("TESLA_LAB_IMAGES", str(tmp_path))
    with Store(Home(tmp_path / "lab")) as store:
        control = JobControl(store, Person("ada", may_launch=True))
        with pytest.raises(TeslaError, match=r"There is no folder .*nowhere"):
            control.submit([Request(ImageNet100Spec()), Request(ImageNet100Spec(data="nowhere"))])
        assert store.count() == 0
        assert len(control.submit([Request(ImageNet100Spec())])) == 1


def test_a_long_run_is_announced_as_one() -> None:
    """Whoever queues the Mixer on photographs should not read "less than a minute"."""
    short, long = (
        seconds_of(spec) for spec in (ImageNet100Spec(**TINY), ImageNet100Spec(backbone="mixer-b16", data="folder"))
    )
    assert short < 60
    assert long > 100 * 3600
