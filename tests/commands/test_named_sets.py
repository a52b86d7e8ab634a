"""Known sets of photographs by name: the command makes the folder, and runs and jobs find it by that name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from tesla_core.experiments.specialist import finished
from tesla_core.problems.imagenet100.experiment import ImageNet100Spec
from tesla_core.problems.imagenet100.pictures.named_sets.cifar import CIFAR_10, CIFAR_100
from tesla_core.problems.imagenet100.pictures.named_sets.registry import NAMED_SETS
from tesla_core.problems.imagenet100.specialist import SPECIALIST
from tests.picture_archives import cifar_files, imagenette_files, pack

Command = Callable[..., Any]
NAMES = [named.name for named in NAMED_SETS]


@pytest.fixture
def images(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of pictures that jobs may read, which is not there yet."""
    monkeypatch.setenv("TESLA_LAB_IMAGES", str(tmp_path / "images"))
    return tmp_path / "images"


@pytest.mark.parametrize(
    ("name", "archive", "files", "classes"),
    [
        ("cifar-10", "cifar-10-binary.tar.gz", cifar_files(CIFAR_10), 10),
        ("cifar-100", "cifar-100-binary.tar.gz", cifar_files(CIFAR_100), 100),
        ("imagenette", "imagenette2-320.tgz", imagenette_files(), 10),
    ],
)
def test_a_set_is_made_by_name_and_read_by_name(
    name: str,
    archive: str,
    files: Mapping[str, bytes],
    classes: int,
    command: Command,
    images: Path,
    tmp_path: Path,
) -> None:
    """A job's look at it finds nothing wrong."""
    pack(tmp_path / archive, files)
    made = command("data", name, "--from", tmp_path)
    assert made.code == 0, made.stderr
    assert f"{images / name}: {classes} classes" in made.stdout
    assert f"run imagenet100 --data {images / name} --classes {classes} --image-size" in made.stdout
    assert "is not the archive that was published" in made.stderr
    assert "pictures written" in made.stderr
    assert ImageNet100Spec(data=name, classes=classes).check_data().warnings == ()
    again = command("data", name, "--from", tmp_path)
    assert again.code == 2
    assert "is not empty" in again.stderr


def test_the_specialist_tells_their_classes_apart(command: Command, images: Path, tmp_path: Path) -> None:
    """Those of the pictures here by their colours."""
    for name, files in (("cifar-10", cifar_files(CIFAR_10)), ("imagenette", imagenette_files())):
        assert command("data", name, "--from", pack(tmp_path / name, files)).code == 0
        found = finished(SPECIALIST.solving(ImageNet100Spec(data=name, classes=10).task()))
        assert (found.numbers["top1"] or 0) > 0.9


def test_an_unknown_name_lists_the_choices(command: Command) -> None:
    told = command("data", "cifar")
    assert told.code == 2
    assert all(name in told.stderr for name in NAMES)


def test_the_help_names_the_sets_with_their_addresses(command: Command) -> None:
    told = command("data", "--help").stdout
    assert all(name in told for name in NAMES)
    assert CIFAR_100.published.address in "".join(command("data", "cifar-100", "--help").stdout.split())


def test_who_would_choose_data_for_a_run_or_a_job_reads_the_names() -> None:
    """The text is beside the form's field and in `run imagenet100 --help`."""
    told = ImageNet100Spec.__dataclass_fields__["data"].metadata["help"]
    assert all(name in told for name in NAMES)
