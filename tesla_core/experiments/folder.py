"""A run's folder: the only place that knows its file names."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from tesla_core.errors import TeslaError
from tesla_core.experiments.registry import spec_from_dict
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.files import to_json, write_atomically


class RunFolder:
    """spec.json, checkpoint.safetensors, metrics.jsonl (a line an epoch) and result.json.

    A job's folder has more: token (of the newest attempt), run.lock, attempts.jsonl (who held the lock, and when),
    heartbeat.json, exit.json and log.txt.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self.spec_file = self.path / "spec.json"
        self.checkpoint_file = self.path / "checkpoint.safetensors"
        self.metrics_file = self.path / "metrics.jsonl"
        self.result_file = self.path / "result.json"
        self.token_file = self.path / "token"
        self.lock_file = self.path / "run.lock"
        self.attempts_file = self.path / "attempts.jsonl"
        self.heartbeat_file = self.path / "heartbeat.json"
        self.exit_file = self.path / "exit.json"
        self.log_file = self.path / "log.txt"
        self.old_log_file = self.path / "log.1.txt"

    @classmethod
    def create(cls, path: Path | str, spec: ExperimentSpec) -> RunFolder:
        """A new folder for `spec`. One that holds anything already is left as it is, and refused."""
        folder = cls(path)
        if folder.path.exists() and (not folder.path.is_dir() or any(folder.path.iterdir())):
            raise TeslaError(f"{folder.path} is not empty; choose another folder, or go on with it by --resume.")
        try:
            folder.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise TeslaError(f"The folder {folder.path} can't be made: {error.strerror}.") from error
        write_atomically(folder.spec_file, _pretty(spec.to_dict()))
        return folder

    @classmethod
    def open(cls, path: Path | str) -> RunFolder:
        """The folder of a run that was started."""
        folder = cls(path)
        if not folder.spec_file.is_file():
            raise TeslaError(f"{folder.path} holds no run: there is no {folder.spec_file.name} in it.")
        return folder

    def spec(self) -> ExperimentSpec:
        try:
            return spec_from_dict(json.loads(self.spec_file.read_text()))
        except (json.JSONDecodeError, UnicodeDecodeError) as error:
            raise TeslaError(f"{self.spec_file} is not readable as JSON: {error}.") from error

    def append_history(self, records: list[dict[str, Any]]) -> None:
        """Further epochs, a JSON line each."""
        append_lines(self.metrics_file, records)

    def cut_history(self, records: list[dict[str, Any]]) -> list[int]:
        """Leave just `records`: what a killed run wrote after its last checkpoint is trained, and written, again.

        Returns the numbers of the lines that could not be read.
        """
        wanted = _lines(records)
        present = self.metrics_file.read_bytes() if self.metrics_file.exists() else b""
        if present != wanted and present.startswith(wanted):
            os.truncate(self.metrics_file, len(wanted))  # in place: whoever follows the file keeps its place in it
        elif present != wanted:
            write_atomically(self.metrics_file, wanted)
        return [number for number, line in enumerate(present.splitlines(), start=1) if not _readable(line)]

    def write_file(self, name: str, content: bytes) -> None:
        """A file of the experiment's own beside the result."""
        write_atomically(self.path / name, content)

    def own_files(self) -> list[Path]:
        """What the experiment left beside the result: arrays to look at, then weights."""
        return [
            path
            for kind in ("npz", "safetensors")
            for path in sorted(self.path.glob(f"[!.]*.{kind}"))
            if path != self.checkpoint_file
        ]

    def write_result(self, result: dict[str, Any]) -> None:
        write_atomically(self.result_file, _pretty(result))


def append_lines(path: Path, records: list[dict[str, Any]]) -> None:
    """Append JSON lines in one write, so that two writers can't mix theirs."""
    file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    try:
        os.write(file, _lines(records))
    finally:
        os.close(file)


def _lines(records: list[dict[str, Any]]) -> bytes:
    return "".join(to_json(record) + "\n" for record in records).encode()


def _readable(line: bytes) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False


def _pretty(data: dict[str, Any]) -> bytes:
    return (to_json(data, indent=2) + "\n").encode()
