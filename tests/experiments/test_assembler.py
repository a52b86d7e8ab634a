"""An experiment that is no classifier runs, stops and resumes like the others: it only names its assembler."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar

import pytest
import torch
from torch import Tensor

from tesla_core.errors import TeslaError
from tesla_core.experiments.assemble import Assembly
from tesla_core.experiments.assembler import assemble_by_spec
from tesla_core.experiments.folder import RunFolder
from tesla_core.experiments.run import run
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.problems.parity.experiment import ParitySpec
from tesla_core.training.trainable import Record, Step, Trainable


@dataclass(frozen=True, kw_only=True)
class HalvingSpec(ParitySpec):
    """An error that halves every epoch; it knows no accuracy."""

    assembler: ClassVar[str] = "halving_experiment"


class Halving:
    """Two batches an epoch; the state is one number."""

    def __init__(self, epochs: int) -> None:
        self.history: list[Record] = []
        self.epochs = epochs
        self._error, self._batch = torch.tensor(1.0), 0

    @property
    def finished(self) -> bool:
        return len(self.history) >= self.epochs

    def metrics(self, _place: int) -> dict[str, Any]:
        return {"mean_squared_error": self._error.item(), "history": self.history}

    @property
    def training(self) -> Trainable:
        return self

    def steps(self) -> Iterator[Step]:
        while not self.finished:
            epoch, self._batch = len(self.history), self._batch + 1
            self._error = self._error * 0.5**0.5
            batch, record = self._batch, {"test_loss": [self._error.item()]} if self._batch == 2 else None
            if record is not None:
                self.history.append(record)
                self._batch = 0
            yield Step(epoch, batch, 2, self._error[None], record)

    def state(self) -> tuple[dict[str, Tensor], dict[str, Any]]:
        return {"error": self._error}, {"epoch": len(self.history), "batch": self._batch, "history": self.history}

    def load_state(self, tensors: dict[str, Tensor], data: dict[str, Any]) -> None:
        self._error, self._batch, self.history = tensors["error"], data["batch"], data["history"]


@pytest.fixture
def halving(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("halving_experiment")

    def assemble(specs: Sequence[ExperimentSpec], _device: str) -> Halving:
        return Halving(specs[0].epochs)

    vars(module)["assemble"] = assemble
    monkeypatch.setitem(sys.modules, "halving_experiment", module)


def test_the_paper_tasks_are_assembled_as_classifiers() -> None:
    assembly = assemble_by_spec([ParitySpec(bits=8, train_size=40, width=6)])
    assert isinstance(assembly, Assembly)
    assert assembly.metrics(0)["history"] == []


@pytest.mark.usefixtures("halving")
def test_another_kind_of_training_has_its_own_metrics_and_resumes(tmp_path: Path) -> None:
    spec = HalvingSpec(bits=8, train_size=40, epochs=4)
    folder = RunFolder.create(tmp_path / "run", spec)

    def stop_in_epoch_2(_training: Trainable, step: Step) -> None:
        if (step.epoch, step.batch) == (1, 1):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(spec, folder, stop_in_epoch_2)
    result = run(spec, folder, lambda _training, _step: None)
    expected = run(spec, None, lambda _training, _step: None)
    assert result["metrics"] == expected["metrics"]
    assert result["metrics"]["mean_squared_error"] == pytest.approx(0.5**4)
    assert len(folder.metrics_file.read_text().splitlines()) == 4


@pytest.mark.usefixtures("halving")
def test_a_training_that_can_not_be_split_says_so() -> None:
    team: Any = SimpleNamespace(size=2)
    with pytest.raises(TeslaError, match="trains in one process; leave out --gpus 2"):
        assemble_by_spec([HalvingSpec(bits=8, train_size=40)], "cpu", team)
