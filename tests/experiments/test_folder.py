"""A run's folder: never overwritten, readable again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tesla_core.errors import TeslaError
from tesla_core.experiments.folder import RunFolder
from tesla_core.problems.parity.experiment import ParitySpec

SPEC = ParitySpec(bits=8, train_size=40, seed=3)


def test_a_new_folder_keeps_its_spec(tmp_path: Path) -> None:
    RunFolder.create(tmp_path / "deep" / "run", SPEC)
    assert RunFolder.open(tmp_path / "deep" / "run").spec() == SPEC
    (tmp_path / "empty").mkdir()
    assert RunFolder.create(str(tmp_path / "empty"), SPEC).spec() == SPEC


@pytest.mark.parametrize("name", ["notes.txt", ".hidden", "spec.json"])
def test_a_folder_that_holds_anything_is_refused_and_left_as_it_is(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("precious")
    with pytest.raises(TeslaError, match=r"not empty; choose another folder, or go on with it by --resume"):
        RunFolder.create(tmp_path, SPEC)
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [(name, "precious")]


def test_a_file_in_the_way_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("precious")
    with pytest.raises(TeslaError, match="not empty"):
        RunFolder.create(tmp_path / "file", SPEC)
    with pytest.raises(TeslaError, match="can't be made: Not a directory"):
        RunFolder.create(tmp_path / "file" / "run", SPEC)
    assert (tmp_path / "file").read_text() == "precious"


def test_a_folder_without_a_run_is_named(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "absent"):
        with pytest.raises(TeslaError, match=f"{path} holds no run: there is no spec.json"):
            RunFolder.open(path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "not readable as JSON"),
        ("", "not readable as JSON"),
        ("[]", "must be a JSON object"),
        ('{"experiment": "parity", "bits": 2}', "Bits must be"),
    ],
)
def test_a_damaged_spec_is_told_in_plain_words(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "spec.json").write_text(content)
    with pytest.raises(TeslaError, match=message):
        RunFolder.open(tmp_path).spec()


def test_metrics_are_a_json_line_an_epoch_and_never_twice(tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path / "run", SPEC)
    records = [{"epoch": epoch, "train_loss": 0.5} for epoch in (1, 2, 3)]
    folder.append_history(records[:2])
    folder.append_history(records[2:])
    assert [json.loads(line) for line in folder.metrics_file.read_text().splitlines()] == records
    assert folder.cut_history(records[:2]) == []
    folder.append_history(records[2:])
    assert [json.loads(line) for line in folder.metrics_file.read_text().splitlines()] == records
    folder.write_result({"label": "φ_K"})
    assert json.loads(folder.result_file.read_text(encoding="utf-8")) == {"label": "φ_K"}


@pytest.mark.parametrize("damage", ['{"epoch": 2, "tra', "]]\n", "\x00\x00\n", '3\n{"epoch": 2, "train_loss": 0.5}\n'])
def test_a_torn_or_corrupt_metrics_line_is_named_and_gone_after_a_resume(tmp_path: Path, damage: str) -> None:
    folder = RunFolder.create(tmp_path / "run", SPEC)
    record = {"epoch": 1, "train_loss": 0.5}
    folder.append_history([record])
    with folder.metrics_file.open("a") as file:
        file.write(damage)
    assert folder.cut_history([record]) == [2]
    assert json.loads(folder.metrics_file.read_text()) == record
    assert folder.cut_history([]) == []
    assert folder.metrics_file.read_bytes() == b""
