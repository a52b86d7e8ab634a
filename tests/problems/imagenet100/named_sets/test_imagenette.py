"""Imagenette's archive becomes a folder to train on, by names that people know."""

from __future__ import annotations

import ast
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from tesla_core.problems.imagenet100.pictures.folder import DataError, FolderTask
from tesla_core.problems.imagenet100.pictures.named_sets.imagenette import CLASSES, PUBLISHED, SETS
from tests.picture_archives import imagenette_files
from tests.problems.imagenet100.named_sets.conftest import Pack

(IMAGENETTE,) = SETS


def test_each_photograph_is_in_the_folder_of_its_class_byte_for_byte(imagenette: Path, tmp_path: Path) -> None:
    IMAGENETTE.make(imagenette.parent, tmp_path / "out")
    data = FolderTask(str(tmp_path / "out"), 10).sample()
    assert list(data.classes) == sorted(CLASSES.values())
    assert np.bincount(data.train.labels).tolist() == [3] * 10
    assert np.bincount(data.validation.labels).tolist() == [2] * 10
    for path, content in imagenette_files().items():
        if path.endswith(".JPEG"):
            _, split, number, name = path.split("/")
            assert (tmp_path / "out" / split / CLASSES[number] / name).read_bytes() == content
    assert not list((tmp_path / "out").rglob(".*"))


def test_the_same_archives_as_torchvision_knows_them() -> None:
    """An address or a sum with a slip would refuse everybody's download. Its file is read and not imported, which would
    take seconds."""
    spec = find_spec("torchvision")
    assert spec is not None
    assert spec.origin is not None
    tree = ast.parse((Path(spec.origin).parent / "datasets" / "imagenette.py").read_text(encoding="utf-8"))
    theirs = {
        ast.unparse(node.targets[0]): ast.literal_eval(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict)
    }
    archives, words = theirs["_ARCHIVES"], theirs["_WNID_TO_CLASS"]
    assert [(one.address, one.md5) for one in PUBLISHED] == [archives[size] for size in ("320px", "160px", "full")]
    assert {number: names[0].lower().replace(" ", "-") for number, names in words.items()} == CLASSES


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("imagenette2-320/train/n00000001/a.JPEG", "of no class of Imagenette"),
        ("imagenette2-320/test/n01440764/a.JPEG", "of no class of Imagenette"),
    ],
)
def test_pictures_of_something_else_are_named(path: str, said: str, pack: Pack, tmp_path: Path) -> None:
    archive = pack("imagenette2-320.tgz", {**imagenette_files(), path: b"x"})
    with pytest.raises(DataError, match=said):
        IMAGENETTE.make(archive, tmp_path / "out")
    assert list(tmp_path.iterdir()) == [archive]


def test_a_class_without_pictures_is_named(pack: Pack, tmp_path: Path) -> None:
    files = {path: content for path, content in imagenette_files().items() if "val/n03888257" not in path}
    with pytest.raises(DataError, match="imagenette has no pictures of val/parachute"):
        IMAGENETTE.make(pack("imagenette2.tgz", files), tmp_path / "out")
