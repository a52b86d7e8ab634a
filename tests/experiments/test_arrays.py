"""What a run keeps can be read again, and a torn file is told and not trusted."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tesla_core.errors import TeslaError
from tesla_core.experiments.arrays import packed, unpacked
from tesla_core.experiments.folder import RunFolder
from tesla_core.problems.parity.experiment import ParitySpec

FIT, WEIGHTS = "fit.npz", "best.safetensors"


def test_arrays_come_back_as_they_were(tmp_path: Path) -> None:
    """Numbers, bytes and names alike."""
    arrays = {"u": np.linspace(0, 1, 5), "pixels": np.arange(6, dtype=np.uint8), "names": np.array(["a", "öß"])}
    (tmp_path / FIT).write_bytes(packed(**arrays))
    found = unpacked(tmp_path / FIT)
    assert list(found) == list(arrays)
    for name, array in arrays.items():
        assert found[name].dtype == array.dtype
        np.testing.assert_array_equal(found[name], array)


def test_python_objects_are_neither_written_nor_read(tmp_path: Path) -> None:
    """A file of a folder that others can write to must not run code."""
    objects = np.array([{"a": 1}], dtype=object)
    with pytest.raises(ValueError, match="allow_pickle=False"):
        packed(objects=objects)
    np.savez(tmp_path / FIT, objects=objects)
    with pytest.raises(TeslaError, match=r"fit\.npz can't be read"):
        unpacked(tmp_path / FIT)


@pytest.mark.parametrize("length", [0, 1, 40, -30])
def test_a_torn_file_is_told(tmp_path: Path, length: int) -> None:
    """A full disk leaves half a file: the page says so and shows the rest of the job."""
    (tmp_path / FIT).write_bytes(packed(t=np.arange(500), fit=np.random.default_rng(0).random(500))[:length])
    with pytest.raises(TeslaError, match=r"fit\.npz can't be read"):
        unpacked(tmp_path / FIT)
    with pytest.raises(TeslaError, match=r"gone\.npz can't be read"):
        unpacked(tmp_path / "gone.npz")


def test_a_folder_tells_what_the_experiment_left_from_what_every_run_has(tmp_path: Path) -> None:
    """Arrays first: they are small and the ones people look at."""
    folder = RunFolder.create(tmp_path / "run", ParitySpec())
    assert folder.own_files() == []
    for name in (WEIGHTS, FIT):
        folder.write_file(name, b"content")
    folder.checkpoint_file.write_bytes(b"weights")
    (folder.path / ".fit.npz.12.tmp").write_bytes(b"torn")
    assert [path.name for path in folder.own_files()] == [FIT, WEIGHTS]
    assert RunFolder(tmp_path / "nowhere").own_files() == []
