"""CIFAR's binary archives become folders to train on; what is no such archive is named."""

from __future__ import annotations

import io
import pickle
from pathlib import Path

import numpy as np
import pytest

from tesla_core.problems.imagenet100.pictures.folder import DataError, FolderTask
from tesla_core.problems.imagenet100.pictures.named_sets.cifar import CIFAR_10, SETS
from tests.picture_archives import CIFAR_10_NAMES, CIFAR_100_NAMES, cifar_files, colour
from tests.problems.imagenet100.named_sets.conftest import Pack

TEN, HUNDRED = SETS


def test_each_picture_of_cifar_10_is_in_its_class_in_its_colours(cifar_10: Path, tmp_path: Path) -> None:
    TEN.make(cifar_10, tmp_path / "out")
    data = FolderTask(str(tmp_path / "out"), 10).sample()
    assert set(data.classes) == set(CIFAR_10_NAMES)
    assert np.bincount(data.train.labels).tolist() == [10] * 10
    assert np.bincount(data.validation.labels).tolist() == [1] * 10
    for index, label in enumerate(data.train.labels):
        number = CIFAR_10_NAMES.index(data.classes[label])
        picture = data.train.picture(index)
        assert picture.shape == (32, 32, 3)
        assert set(picture[0, :, 0]) == set(picture[:, 0, 1]) == {number}
        assert (picture[1:, 1:] == colour(number)).all()


def test_the_second_label_of_cifar_100_is_the_class(cifar_100: Path, tmp_path: Path) -> None:
    """The first is one of twenty coarse ones."""
    HUNDRED.make(cifar_100.parent, tmp_path / "out")
    data = FolderTask(str(tmp_path / "out")).sample()
    assert sorted(CIFAR_100_NAMES) == list(data.classes)
    for index in range(0, len(data.train.labels), 7):
        name = data.classes[data.train.labels[index]]
        assert data.train.picture(index)[0, 5, 0] == CIFAR_100_NAMES.index(name)


def test_an_archive_of_ones_own_is_read_and_said_to_be_another(cifar_10: Path, tmp_path: Path) -> None:
    """A course's smaller CIFAR is welcome, but nobody takes it for the published one."""
    notice = TEN.make(cifar_10, tmp_path / "out")
    assert "not the archive that was published" in notice
    assert CIFAR_10.published.md5 in notice


class Trap:
    """Unpickled, it would leave a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, tuple[str, str]]:
        return open, (str(self.path), "w")


def test_the_python_version_is_refused_and_never_unpickled(pack: Pack, tmp_path: Path) -> None:
    buffer = io.BytesIO()
    pickle.dump({b"data": Trap(tmp_path / "sprung")}, buffer)
    top = "cifar-10-batches-py"
    names = [f"{top}/data_batch_{number}" for number in range(1, 6)] + [f"{top}/test_batch", f"{top}/batches.meta"]
    archive = pack("cifar-10-python.tar.gz", dict.fromkeys(names, buffer.getvalue()))
    with pytest.raises(DataError, match=r"has no batches\.meta\.txt.*binary version is needed.*pickles"):
        TEN.make(archive, tmp_path / "out")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cifar-10-python.tar.gz"]


@pytest.mark.parametrize(
    ("file", "content", "said"),
    [
        ("data_batch_2.bin", b"\0" * 3072, "data_batch_2.bin .* has 3,072 bytes, no multiple of the 3,073"),
        ("test_batch.bin", b"", "test_batch.bin .* has 0 bytes"),
        ("test_batch.bin", b"\x0b" + b"\0" * 3072, "has a label 11; there are 10 classes"),
        ("test_batch.bin", b"\0" * 3073, r"has no pictures of val/automobile, val/bird"),
        ("batches.meta.txt", b"cat\ndog\n", "no list of 10 names"),
        ("batches.meta.txt", b"..\n" + "\n".join(CIFAR_10_NAMES[1:]).encode(), "no list of 10 names"),
        ("batches.meta.txt", "\n".join(["cat"] * 10).encode(), "no list of 10 names"),
    ],
)
def test_what_is_wrong_in_an_archive_is_named_and_nothing_is_left(
    file: str, content: bytes, said: str, pack: Pack, tmp_path: Path
) -> None:
    archive = pack("mine.tar.gz", {**cifar_files(CIFAR_10), f"cifar-10-batches-bin/{file}": content})
    with pytest.raises(DataError, match=said):
        TEN.make(archive, tmp_path / "out")
    assert list(tmp_path.iterdir()) == [archive]


def test_a_place_without_the_archive_says_what_was_looked_for_and_where_it_is(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"has none of cifar-10-binary\.tar\.gz.*https://www\.cs\.toronto\.edu"):
        TEN.make(tmp_path, tmp_path / "out")
    with pytest.raises(DataError, match="There is no file or folder"):
        TEN.make(tmp_path / "nowhere", tmp_path / "out")
