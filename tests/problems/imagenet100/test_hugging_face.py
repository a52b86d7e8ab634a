"""Pictures of the hub, with a stand-in for its library: it is an extra that need not be there."""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from PIL import Image

from tesla_core.problems.imagenet100.pictures.folder import DataError
from tesla_core.problems.imagenet100.pictures.hugging_face import HubTask
from tesla_core.tasks.pictures import PictureError


class Image_:  # noqa: N801 (renamed below to what the library calls it)
    pass


Image_.__name__ = "Image"


class FakeSplit:
    features: dict[str, Any] = {"picture": Image_(), "label": SimpleNamespace(names=["cat", "dog"])}  # noqa: RUF012

    def __init__(self, labels: tuple[int, ...] = (0, 1, 1)) -> None:
        self._labels = labels

    def __getitem__(self, key: Any) -> Any:
        if key == "label":
            return self._labels
        return {"picture": None if key == 2 else Image.new("L", (6, 4), 10 * key)}


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> dict[str, FakeSplit]:
    splits = {"train": FakeSplit(), "validation": FakeSplit()}
    library = ModuleType("datasets")
    library.__spec__ = ModuleSpec("datasets", None)

    def load_dataset(name: str, trust_remote_code: bool) -> dict[str, FakeSplit]:
        assert not trust_remote_code, "a dataset's own code is never run"
        if name == "nobody/nothing":
            raise ConnectionError("no such dataset")
        return splits

    vars(library)["load_dataset"] = load_dataset
    monkeypatch.setitem(sys.modules, "datasets", library)
    return splits


def test_pictures_and_labels_come_from_the_columns_that_hold_them(hub: dict[str, FakeSplit]) -> None:
    data = HubTask("somebody/pets", classes=2).sample()
    assert data.classes == ("cat", "dog")
    assert data.train.labels.tolist() == [0, 1, 1]
    assert data.train.picture(1)[0, 0].tolist() == [10, 10, 10]
    assert "somebody/pets" in data.origin
    with pytest.raises(PictureError, match="train/2"):
        data.train.picture(2)


def test_what_is_missing_is_said(hub: dict[str, FakeSplit]) -> None:
    with pytest.raises(DataError, match="has 2 classes; 100 were asked for"):
        HubTask("somebody/pets").sample()
    with pytest.raises(DataError, match="can't be loaded: no such dataset"):
        HubTask("nobody/nothing").sample()
    del hub["validation"]
    with pytest.raises(DataError, match="has the splits train; train and validation are needed"):
        HubTask("somebody/pets", classes=2).sample()


def test_pictures_without_a_class_are_told_before_the_loss_meets_them(hub: dict[str, FakeSplit]) -> None:
    """Test splits of the hub often hide their labels as -1."""
    hub["test"] = FakeSplit((0, -1, -1))
    del hub["validation"]
    with pytest.raises(DataError, match=r"has 2 pictures in test without a class: their labels, such as -1"):
        HubTask("somebody/pets", classes=2).sample()


@pytest.mark.parametrize("name", ["/etc", "../x", "a/..", ".", "", "a/b/c", "~x", "a\\b", "pets\n", "https://x/y", "é"])
def test_only_names_of_the_hub_are_taken(name: str) -> None:
    """Whoever may launch jobs may not read the whole disk by way of the library."""
    with pytest.raises(DataError, match="is no dataset of the hub"):
        HubTask(name)


def test_a_folder_of_that_name_is_not_read_for_it(
    hub: dict[str, FakeSplit], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    HubTask("pets", classes=2).check()
    (tmp_path / "pets").mkdir()
    for act in (HubTask.check, HubTask.sample):
        with pytest.raises(DataError, match="hf:pets would mean the file or folder pets here"):
            act(HubTask("pets", classes=2))


def test_without_the_library_a_person_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "datasets", None)
    with pytest.raises(DataError, match=r"pip install datasets.*give a folder with train/ and val/"):
        HubTask("somebody/pets").check()
