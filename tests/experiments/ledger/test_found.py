"""Finished runs are found; what can't be read is named and left as it is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tesla_core.experiments.ledger import found
from tesla_core.experiments.registry import TABLES
from tesla_core.experiments.results import Result, ResultsFile
from tesla_core.paper.ledger import ENTRIES

FIRST = next(iter(TABLES["surface"].units()))[0]
GOOD = Result(FIRST, {"test_accuracy": 1.0, "final_accuracy": 1.0, "chosen_epoch": 1})


def test_what_ships_here_is_read_whole() -> None:
    """No shipped file has a line that this version can't read; benchmarks are among it."""
    read = found.shipped()
    assert read.left == ()
    assert {run.spec.experiment for run in read.runs.all} >= {"parity", "burgers", found.BENCHMARK}


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ('{"spec": {"experiment": "sur', "line 2 is torn"),
        ('{"spec": {"experiment": "surface", "of_tomorrow": 1}, "metrics": {}}', "line 2 is of another version"),
        ('{"metrics": {}}', "line 2 is of another version"),
        ("[1]", "line 2 is of another version"),
        (Result(next(iter(TABLES["parity"].units()))[0], {}).to_json(), "line 2 is no run of that table"),
    ],
)
def test_a_bad_line_is_named_and_left_alone(tmp_path: Path, line: str, named: str) -> None:
    """A person's file is never changed, and its other runs count."""
    path = tmp_path / "surface.jsonl"
    path.write_text(f"{GOOD.to_json()}\n{line}\n")
    before = path.read_bytes()
    read = found.read_folder(tmp_path)
    assert [run.spec for run in read.runs.all] == [FIRST]
    assert len(read.left) == 1
    assert f"surface.jsonl, {named}" in read.left[0]
    assert path.read_bytes() == before


def test_a_file_of_no_table_is_named(tmp_path: Path) -> None:
    (tmp_path / "mine.jsonl").write_text("{}\n")
    (tmp_path / "lpn.jsonl").write_bytes(b"\xff\xfe")
    read = found.read_folder(tmp_path)
    assert any("mine.jsonl is of no table" in reason for reason in read.left)
    assert any("lpn.jsonl can't be read" in reason for reason in read.left)
    assert found.read_folder(tmp_path / "nowhere") == found.FoundRuns()


def test_only_what_is_missing_is_to_be_run(tmp_path: Path) -> None:
    entry = ENTRIES["supp-figure-3"]
    everything = [spec for unit in found.units_of(entry)["surface"] for spec in unit]
    ResultsFile(tmp_path / "surface.jsonl").append([GOOD])
    done = [run.spec for run in found.read_folder(tmp_path).runs.all]
    left = [spec for unit in found.units_of(entry, done)["surface"] for spec in unit]
    assert set(everything) - set(left) == {FIRST}


def test_a_changed_file_is_another_stamp(tmp_path: Path) -> None:
    """Pages compute verdicts again when results change, and only then."""
    before = found.stamp(tmp_path)
    assert found.stamp(tmp_path) == before
    ResultsFile(tmp_path / "surface.jsonl").append([GOOD])
    assert found.stamp(tmp_path) != before


def test_deviations_are_the_tables_and_the_claims_own() -> None:
    assert any("Tuning" in text for text in found.deviations_of(ENTRIES["table-5"]))
    assert any("GPU" in text for text in found.deviations_of(ENTRIES["s1-overhead"]))


def test_a_benchmark_of_its_own_stands_before_the_whole_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Speed measured on a quiet machine counts, and without a file nothing does."""

    def line(median: float, against: str) -> dict[str, object]:
        details = {"backbone": "vit-t16", "against": against, "batch": 8, "image_size": 224, "turns": 14}
        return {"benchmark": "vision step", "subject": f"ViT, {against}", "median": median, "details": details}

    def written(name: str, *lines: dict[str, object]) -> Path:
        path = tmp_path / name
        path.write_text(json.dumps({"measurements": lines}), encoding="utf-8")
        return path

    def medians() -> dict[str, float | None]:
        of_networks = found.shipped().runs.where(experiment="benchmark", backbone="vit-t16", image_size=224)
        return {run.spec.against: run.numbers["median"] for run in of_networks.all}

    monkeypatch.setattr(found, "SHIPPED", tmp_path / "no_results")
    monkeypatch.setattr(found, "RATIOS", tmp_path / "no.json")
    monkeypatch.setattr(found, "VISION", tmp_path / "none.json")
    assert medians() == {}
    monkeypatch.setattr(found, "RATIOS", written("whole.json", line(1.5, "GELU"), line(1.2, "ReLU")))
    monkeypatch.setattr(found, "VISION", written("vision.json", line(1.01, "GELU")))
    assert medians() == {"GELU": 1.01, "ReLU": 1.2}
