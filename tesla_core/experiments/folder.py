"""A run's folder: the only place that knows its file names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tesla_core.errors import TeslaError
from tesla_core.experiments.registry import spec_from_dict
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.files import to_json, write_atomically


class RunFolder:
    """spec.json, checkpoint.safetensors, metrics.jsonl (a line an epoch) and result.json."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self.spec_file = self.path / "spec.json"
        self.checkpoint_file = self.path / "checkpoint.safetensors"
        self.metrics_file = self.path / "metrics.jsonl"
        self.result_file = self.path / "result.json"

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

    def write_history(self, history: list[dict[str, Any]]) -> None:
        """All epochs so far, a JSON line each. Rewritten whole: a resumed run then has no line twice."""
        write_atomically(self.metrics_file, "".join(to_json(record) + "\n" for record in history).encode())

    def write_result(self, result: dict[str, Any]) -> None:
        write_atomically(self.result_file, _pretty(result))


def _pretty(data: dict[str, Any]) -> bytes:
    return (to_json(data, indent=2) + "\n").encode()
