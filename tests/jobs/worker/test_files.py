"""Reading along while a job writes: new lines only, over rewrites, damage and rotation."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_core.experiments.folder import RunFolder
from tesla_core.jobs.worker import files as runner_files
from tesla_core.jobs.worker.files import (
    LogTail,
    MetricsTail,
    read_checkpoint_place,
    read_exit,
    read_heartbeat,
    read_result,
)
from tesla_core.training.checkpoint import save_checkpoint


def records(*epochs: int) -> list[dict[str, int]]:
    return [{"epoch": epoch} for epoch in epochs]


def test_metrics_are_read_on_from_where_the_last_look_ended(tmp_path: Path) -> None:
    folder, tail = RunFolder(tmp_path), MetricsTail(tmp_path)
    assert tail.read() == []
    folder.append_history(records(1, 2))
    assert tail.read() == records(1, 2)
    assert tail.read() == []
    folder.append_history(records(3))
    assert tail.read() == records(3)
    assert tail.records == records(1, 2, 3)
    assert (tail.corrupt, tail.restarts) == (0, 0)


def test_a_line_that_is_being_written_waits_for_its_end(tmp_path: Path) -> None:
    tail, path = MetricsTail(tmp_path), tmp_path / "metrics.jsonl"
    path.write_bytes(b'{"epoch": 1}\n{"epo')
    assert tail.read() == records(1)
    with path.open("ab") as file:
        file.write(b'ch": 2}\n')
    assert tail.read() == records(2)
    assert tail.corrupt == 0


@pytest.mark.parametrize("damage", [b"{torn\n", b"\x00\xff\n", b"[1]\n", b"\n", b"7\n"])
def test_a_corrupt_line_is_passed_over_and_counted(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "metrics.jsonl").write_bytes(b'{"epoch": 1}\n' + damage + b'{"epoch": 2}\n')
    tail = MetricsTail(tmp_path)
    assert tail.read() == records(1, 2)
    assert tail.corrupt == 1


def test_a_file_cut_back_by_a_resume_is_read_again(tmp_path: Path) -> None:
    """A curve must not show an epoch twice, nor go on from one that was never saved."""
    folder, tail = RunFolder(tmp_path), MetricsTail(tmp_path)
    folder.append_history(records(1, 2, 3))
    tail.read()
    folder.cut_history(records(1))
    assert tail.read() == records(1)
    assert (tail.records, tail.restarts) == (records(1), 1)
    folder.append_history(records(2, 3))
    assert tail.read() == records(2, 3)
    folder.metrics_file.write_text('{"epoch": 8}\n{"epoch": 9}\n{"epoch": 10}\n{"epoch": 11}\n')  # longer, and another
    assert tail.read() == records(8, 9, 10, 11)
    folder.metrics_file.unlink()
    assert tail.read() == []
    assert tail.records == []


@settings(deadline=None, max_examples=30)
@given(st.lists(st.integers(0, 40), max_size=8))
def test_however_the_bytes_arrive_all_records_come_once(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[int]
) -> None:
    path = tmp_path_factory.mktemp("tail") / "metrics.jsonl"
    content = b"".join(json.dumps(record).encode() + b"\n" for record in records(*range(10)))
    tail, read = MetricsTail(path.parent), []
    for size in [*pieces, len(content)]:
        with path.open("ab") as file:
            file.write(content[:size])
        content = content[size:]
        read += tail.read()
    assert read == tail.records == records(*range(10))


def test_the_last_lines_of_a_log_reach_over_its_rotation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner_files, "TAIL_BLOCK", 7)
    tail = LogTail(tmp_path)
    assert tail.last(5) == []
    (tmp_path / "log.1.txt").write_text("one\ntwo\nthree\n")
    (tmp_path / "log.txt").write_bytes("four φ\nfive \xff\nsix".encode("utf-8", "surrogateescape"))
    assert tail.last(2) == ["five ÿ", "six"]
    assert tail.last(4) == ["three", "four φ", "five ÿ", "six"]
    assert tail.last(100) == ["one", "two", "three", "four φ", "five ÿ", "six"]
    assert tail.search("T") == ["two", "three"]
    assert tail.search("o", limit=1) == ["four φ"]


def test_small_files_are_read_or_nothing_is(tmp_path: Path) -> None:
    """A page that looks while a folder is being made or deleted shows nothing, not an error."""
    for read in (read_heartbeat, read_exit, read_result, read_checkpoint_place):
        assert read(tmp_path / "absent") is None
    (tmp_path / "heartbeat.json").write_text('{"beat": 3}')
    (tmp_path / "exit.json").write_text("{")
    (tmp_path / "result.json").write_text("[]")
    (tmp_path / "checkpoint.safetensors").write_bytes(b"\xff" * 20)
    assert read_heartbeat(tmp_path) == {"beat": 3}
    assert read_exit(tmp_path) is None
    assert read_result(tmp_path) is None
    assert read_checkpoint_place(tmp_path) is None


def test_a_checkpoint_says_how_far_it_is_without_torch(tmp_path: Path) -> None:
    data = {"epoch": 7, "batch": 3, "history": [], "seconds": 1.0}
    save_checkpoint(tmp_path / "checkpoint.safetensors", {"w": torch.zeros(3)}, data, {"experiment": "parity"})
    assert read_checkpoint_place(tmp_path) == (7, 3)
