"""Data are looked at before a job is queued: what is wrong is told to who asks, not found out an hour later."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from PIL import Image

from tesla_core.errors import TeslaError
from tesla_core.experiments.spec import DataLook, ExperimentSpec, option
from tesla_core.jobs.launch.access import Person
from tesla_core.jobs.launch.control import JobControl, look_at_data
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.job import Request
from tesla_core.jobs.store.store import Store
from tesla_core.problems.image.experiment import InrSpec
from tesla_core.problems.imagenet100.experiment import ImageNet100Spec
from tesla_core.problems.toys.experiment import ToysSpec


@dataclass(frozen=True, kw_only=True)
class CountedSpec(ToysSpec):
    """Says how often its data were looked at."""

    looks: ClassVar[list[str]] = []
    place: str = option("", "a name of data")

    @property
    def data_key(self) -> tuple[object, ...]:
        return (self.place,)

    def check_data(self) -> DataLook:
        self.looks.append(self.place)
        return DataLook(warnings=(f"{self.place} is odd.",))


@pytest.fixture
def control(tmp_path: Path) -> Iterator[JobControl]:
    with Store(Home(tmp_path / "lab")) as store:
        yield JobControl(store, Person("ada", may_launch=True))


@pytest.fixture
def kodak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three pictures in a folder, one of them torn."""
    folder = tmp_path / "images" / "kodak"
    folder.mkdir(parents=True)
    for number in range(3):
        Image.fromarray(np.full((9, 12, 3), 50 * number, dtype=np.uint8)).save(folder / f"{number}.png")
    (folder / "1.png").write_bytes((folder / "1.png").read_bytes()[:50])
    monkeypatch.setenv("TESLA_LAB_IMAGES", str(tmp_path / "images"))
    return folder


def test_each_place_is_looked_at_once() -> None:
    """A sweep of a thousand runs over one folder must not scan it a thousand times while a page waits."""
    CountedSpec.looks.clear()
    requests = [Request(CountedSpec(place=place, seed=seed)) for place in ("a", "b") for seed in range(5)]
    wanted, warnings = look_at_data(requests)
    assert wanted == requests
    assert CountedSpec.looks == ["a", "b"]
    assert warnings == ("a is odd.", "b is odd.")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (InrSpec(image="kodak/kodim99.png"), "TESLA_LAB_IMAGES names no folder"),
        (ImageNet100Spec(data="hf:somebody/pets"), "needs the library `datasets`"),
    ],
)
def test_a_run_whose_data_can_not_be_had_is_refused(
    control: JobControl, monkeypatch: pytest.MonkeyPatch, spec: ExperimentSpec, message: str
) -> None:
    monkeypatch.delenv("TESLA_LAB_IMAGES", raising=False)
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(TeslaError, match=message):
        control.submit([Request(ToysSpec()), Request(spec)])
    assert control.store.count() == 0


def test_a_missing_a_torn_and_a_too_large_picture_are_refused(
    control: JobControl, kodak: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, message in (("kodak/9.png", "there is no such file"), ("kodak/1.png", "truncated")):
        with pytest.raises(TeslaError, match=message):
            control.submit([Request(InrSpec(image=name))])
    monkeypatch.setattr("tesla_core.problems.image.task.MOST_TRAINED_PIXELS", 100)
    with pytest.raises(TeslaError, match="12 × 9 pixels, too many to learn"):
        control.submit([Request(InrSpec(image="kodak/0.png", size=0))])
    assert control.store.count() == 0


def test_a_folder_is_a_run_a_picture_and_the_torn_one_is_named(control: JobControl, kodak: Path) -> None:
    """All of Kodak in one submission; one bad file does not cost the others."""
    jobs = control.submit([Request(InrSpec(image="kodak/", seed=seed)) for seed in (0, 1)])
    assert [job.spec.to_dict()["image"] for job in jobs] == ["kodak/0.png", "kodak/2.png"] * 2
    assert [job.spec.seed for job in jobs] == [0, 0, 1, 1]
    assert {job.request.group for job in jobs} == {"inr kodak/"}
    (warning,) = control.warnings
    assert warning.startswith("kodak/1.png can't be used: ")
    named = control.submit([Request(InrSpec(image="kodak/"), group="mine"), Request(InrSpec())])
    assert [job.request.group for job in named] == ["mine", "mine", ""]


def test_a_folder_without_a_picture_is_refused(control: JobControl, kodak: Path) -> None:
    for file in kodak.iterdir():
        file.write_bytes(b"")
    with pytest.raises(
        TeslaError, match=r"kodak/ holds no picture that can be used\.\nkodak/0\.png can't be used: it is"
    ):
        control.submit([Request(InrSpec(image="kodak/"))])
    with pytest.raises(TeslaError, match="nowhere/ can't be used"):
        control.submit([Request(InrSpec(image="nowhere/"))])


def test_broken_files_of_a_set_are_a_warning(control: JobControl, kodak: Path) -> None:
    for split in ("train", "val"):
        for name in ("a", "b"):
            (kodak / "set" / split / name).mkdir(parents=True)
            for number in range(2):
                Image.new("RGB", (8, 8)).save(kodak / "set" / split / name / f"{number}.png")
    (kodak / "set" / "train" / "b" / "1.png").write_bytes(b"")
    jobs = control.submit([Request(ImageNet100Spec(data="kodak/set", classes=2, seed=seed)) for seed in range(3)])
    assert len(jobs) == 3
    assert control.warnings == ("1 file can't be read and will be left out: train/b/1.png (it is empty).",)
    (kodak / "set" / "train" / "b" / "0.png").write_bytes(b"")
    with pytest.raises(TeslaError, match=r"No picture of train/b can be read"):
        control.submit([Request(ImageNet100Spec(data="kodak/set", classes=2))])
