"""Fashion-MNIST: its files become a folder to train on, and the table that compares activations on it."""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tesla_core.errors import TeslaError
from tesla_core.experiments.results import ResultsFile
from tesla_core.experiments.specialist import SPECIALIST
from tesla_core.experiments.table import SEEDS
from tesla_core.experiments.unit import train_unit
from tesla_core.problems.imagenet100.experiment import ImageNet100Spec
from tesla_core.problems.imagenet100.pictures.folder import DataError, FolderTask
from tesla_core.problems.imagenet100.pictures.named_sets.fashion_mnist import CLASSES, NAME, SETS, read_idx
from tesla_core.problems.imagenet100.table import FASHION, FASHION_BUDGET
from tesla_core.tasks.data_folder import VARIABLE


def idx(values: NDArray[np.uint8]) -> bytes:
    header = bytes((0, 0, 8, values.ndim)) + np.array(values.shape, ">u4").tobytes()
    return header + values.tobytes()


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Four files as the data set has them: four pictures a class to train on and two to validate on. What a picture
    shows is its class, in bright rows."""
    source = tmp_path / "files"
    source.mkdir()
    for part, each in (("train", 4), ("t10k", 2)):
        labels = np.tile(np.arange(10, dtype=np.uint8), each)
        pictures = np.zeros((len(labels), 28, 28), np.uint8)
        for picture, label in zip(pictures, labels, strict=True):
            picture[2 * label : 2 * label + 6] = 200
        (source / f"{part}-images-idx3-ubyte.gz").write_bytes(gzip.compress(idx(pictures)))
        (source / f"{part}-labels-idx1-ubyte").write_bytes(idx(labels))
    return source


@pytest.fixture
def made(files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of pictures, where the table looks for it."""
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    SETS[0].make(files, tmp_path / NAME)
    return tmp_path / NAME


def test_the_folder_has_each_picture_in_its_class(made: Path) -> None:
    data = FolderTask(NAME, len(CLASSES)).sample()
    assert set(data.classes) == set(CLASSES)
    for index, label in enumerate(data.train.labels):
        row = 2 * CLASSES.index(data.classes[label])
        assert data.train.picture(index)[row : row + 6].min() == 200


def test_a_part_of_each_class_can_be_asked_for(made: Path) -> None:
    """So that a run takes minutes, and says so in its spec."""
    data = FolderTask(NAME, len(CLASSES), most_per_class=2).sample()
    assert np.bincount(data.train.labels).tolist() == [2] * 10
    assert np.bincount(data.validation.labels).tolist() == [1] * 10
    with pytest.raises(TeslaError, match="most_per_class is for folders"):
        ImageNet100Spec(most_per_class=2)


def test_a_unit_of_the_table_trains_on_it_and_keeps_its_history(made: Path, tmp_path: Path) -> None:
    """One of the smallest networks, on all there is, and a specialist beside it."""
    units = list(FASHION.all_units())
    spec = next(
        unit[0] for unit in units if unit[0].value("backbone") == "mobilenetv3-s" and unit[0].activation == "tesla"
    )
    by_hand = next(unit[0] for unit in units if unit[0].method == SPECIALIST)
    file = ResultsFile(tmp_path / "fashion_mnist.jsonl")
    file.append([*train_unit((spec,), tmp_path / "unfinished"), *train_unit((by_hand,))])
    network, specialist = file.read()
    assert network.spec == spec
    assert len(network.history) == spec.epochs
    assert all((network.seconds, network.machine, network.versions))
    assert (network.numbers["budget"] or 0) > 0
    assert specialist.numbers.get("budget") is None
    # Rows at ten heights are told apart by edges in cells, from four examples each.
    assert (specialist.numbers["top1"] or 0) > 0.5
    grid = FASHION.grid([network, specialist])
    assert grid.columns[:3] == ("backbone", "model", "top1")
    assert [row[0] for row in grid.rows] == ["mobilenetv3-s", "–"]


def test_the_table_compares_five_activations_in_three_networks_one_seed_after_another() -> None:
    units = list(FASHION.units())
    assert len(units) == 45
    first = [unit[0] for unit in units[:15]]
    assert {spec.seed for spec in first} == {0}
    assert {spec.activation for spec in first} == {"relu", "gelu", "silu", "tesla", "siren"}
    assert {spec.value("backbone") for spec in first} == {"resnet18", "mobilenetv3-s", "vit-mini4"}
    assert not any(spec.is_stock for spec in first)


def test_the_penalty_is_the_only_thing_that_differs_between_its_runs() -> None:
    """And those with the paper's weight are the very runs that compare activations: nobody trains them twice."""
    specs = [spec for unit in FASHION_BUDGET.all_units() for spec in unit if isinstance(spec, ImageNet100Spec)]
    assert [spec.budget_weight for spec in specs[:5]] == [0.0, 1e-1, 1e-2, 1e-4, 1e-3]
    assert [spec.seed for spec in specs] == [0] * 5 + [1] * 5 + [2] * 5
    assert len({replace(spec, budget_weight=1e-3) for spec in specs}) == len(SEEDS)
    assert not any(spec.is_stock for spec in specs)
    shared = {spec for spec in specs if spec.budget_weight == 1e-3}
    assert shared <= {unit[0] for unit in FASHION.units()}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "no file of bytes"),
        (b"\0\0\x08\x01\0\0\0\x05abc", "torn"),
        (b"\0\0\x0d\x01\0\0\0\x01\0\0\0\0", "no file of bytes"),
    ],
)
def test_a_file_that_is_something_else_is_named(content: bytes, said: str, tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(content)
    with pytest.raises(DataError, match=said):
        read_idx(tmp_path, "x", 1)


def test_nothing_is_written_where_something_lacks(files: Path, made: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="is not empty"):
        SETS[0].make(files, made)
    (files / "t10k-labels-idx1-ubyte").unlink()
    with pytest.raises(DataError, match="t10k-labels-idx1-ubyte"):
        SETS[0].make(files, tmp_path / "out")
    assert not (tmp_path / "out").exists()
