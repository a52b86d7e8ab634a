"""Specialists: a run by one is a run like any other, and all that was stored before reads as it did."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tesla_core.errors import TeslaError
from tesla_core.experiments.beside_paper import beside_paper
from tesla_core.experiments.cells import accuracy_grid
from tesla_core.experiments.folder import RunFolder
from tesla_core.experiments.registry import EXPERIMENTS, spec_from_dict
from tesla_core.experiments.results import Result, ResultsFile
from tesla_core.experiments.run import run
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.experiments.specialist import NOT_ITS_OWN, SPECIALIST
from tesla_core.experiments.table import Table
from tesla_core.experiments.view import ACCURACY
from tesla_core.jobs.launch.sweep import Sweep
from tesla_core.jobs.report.words import settings_text
from tesla_core.problems.parity.experiment import ParitySpec

each_experiment = pytest.mark.parametrize("spec_class", EXPERIMENTS.values(), ids=EXPERIMENTS)
SMALL = ParitySpec(bits=12, train_size=40, width=4, epochs=2)
BY_SPECIALIST = replace(SMALL, method=SPECIALIST)


@each_experiment
def test_a_networks_spec_is_written_as_before_there_were_specialists(spec_class: type[ExperimentSpec]) -> None:
    """Links, job stores, checkpoints and result files of before stay what they are."""
    written = spec_class().to_dict()
    assert "method" not in written
    assert spec_from_dict(written).method == "network"


def test_a_specialists_spec_comes_back_and_forgets_the_network() -> None:
    """Two runs of one task by the specialist are one run, whatever network stood there."""
    assert BY_SPECIALIST.to_dict()["method"] == SPECIALIST
    assert spec_from_dict(BY_SPECIALIST.to_dict()) == BY_SPECIALIST
    assert replace(SMALL, width=64, activation="siren", lr=0.1, method=SPECIALIST) == BY_SPECIALIST
    assert BY_SPECIALIST.task() == SMALL.task()


def test_an_unknown_method_is_refused_with_the_choices() -> None:
    with pytest.raises(TeslaError, match=r"method 'oracle'.*network, specialist"):
        replace(SMALL, method="oracle")


def test_an_experiment_without_a_specialist_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody's own problem need not have one."""
    monkeypatch.setattr("tesla_core.experiments.registry.specialist_of", lambda _experiment: None)
    with pytest.raises(TeslaError, match=r"parity has no specialist; its only method is 'network'"):
        replace(SMALL, method=SPECIALIST)


def test_a_run_by_a_specialist_leaves_what_every_run_leaves(tmp_path: Path) -> None:
    shares: list[float] = []
    folder = RunFolder.create(tmp_path / "run", BY_SPECIALIST)
    result = run(BY_SPECIALIST, folder, lambda _training, step: shares.append(step.batch / step.batches))
    assert result["metrics"]["test_accuracy"] == 1.0
    assert result["metrics"]["samples"] < 40
    assert shares[-1] == 1.0
    assert folder.result_file.exists()
    assert folder.spec() == BY_SPECIALIST


def test_a_specialist_that_is_stopped_begins_again(tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path / "run", BY_SPECIALIST)

    def stop(_training: object, _step: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(BY_SPECIALIST, folder, stop)
    assert not folder.result_file.exists()
    assert run(BY_SPECIALIST, folder, lambda *_: None)["metrics"]["test_accuracy"] == 1.0


def test_the_paper_has_no_number_for_a_specialist() -> None:
    """Its numbers are those of networks."""
    network = ParitySpec(bits=16)
    assert network.reported()
    by_specialist = Result(replace(network, method=SPECIALIST), {"test_accuracy": 1.0})
    assert ACCURACY.reported(by_specialist) is None
    assert beside_paper(by_specialist.spec, by_specialist.numbers) == ""


def test_a_table_has_each_task_once_by_its_specialist() -> None:
    units = [(SMALL, replace(SMALL, activation="relu")), (replace(SMALL, seed=1),)]
    table = Table("tiny", "Tiny", lambda: units, ("init", "model"), "bits")
    assert list(table.all_units()) == [*units, (BY_SPECIALIST,), (replace(BY_SPECIALIST, seed=1),)]
    assert list(replace(table, specialists=False).all_units()) == units


def test_a_specialists_row_stands_in_every_column_and_has_no_options_of_a_network() -> None:
    results = [
        Result(replace(SMALL, width=4), {"test_accuracy": 0.5}),
        Result(replace(SMALL, width=8), {"test_accuracy": 0.75}),
        Result(BY_SPECIALIST, {"test_accuracy": 1.0}),
    ]
    grid = accuracy_grid(results, ("init", "model"), "width")
    assert grid.columns == ("init", "model", "width 4", "width 8")
    assert grid.rows[1] == (NOT_ITS_OWN, "Specialist: elimination over GF(2)", "100.00 (1/1)", "100.00 (1/1)")


def test_results_of_a_specialist_are_read_again(tmp_path: Path) -> None:
    file = ResultsFile(tmp_path / "results.jsonl")
    file.append([Result(BY_SPECIALIST, {"test_accuracy": 1.0, "samples": 13, "seconds": 0.01})])
    assert file.read() == [Result(BY_SPECIALIST, {"test_accuracy": 1.0, "samples": 13, "seconds": 0.01})]


def test_a_sweep_of_jobs_has_the_specialist_once() -> None:
    """Beside every activation it would be the same run again and again."""
    texts = {"method": "network, specialist", "activation": "tesla, relu", "bits": "12", "train_size": "40"}
    specs = Sweep("parity", texts).specs()
    assert [spec.run_label for spec in specs if spec.by_specialist] == ["Specialist: elimination over GF(2)"]
    assert len(specs) == 3
    assert all(settings_text(spec) for spec in specs)
