"""Results of runs, and a file of them that survives a crash."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_core.errors import TeslaError
from tesla_core.experiments.folder import RunFolder
from tesla_core.experiments.results import Result, ResultsFile
from tesla_core.experiments.run import run
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.experiments.unit import train_unit
from tesla_core.problems.forrelation.experiment import ForrelationSpec
from tesla_core.problems.image.experiment import InrSpec
from tesla_core.problems.parity.experiment import ParitySpec

BASE = ParitySpec(bits=8, train_size=40, harmonics=4)


def result(accuracy: float, final: float = 0.5, **options: object) -> Result:
    return scored(replace(BASE, **options), accuracy, final, 3)  # pyright: ignore[reportArgumentType]


def scored(spec: ExperimentSpec, accuracy: float, final: float, epoch: int) -> Result:
    return Result(spec, {"test_accuracy": accuracy, "final_accuracy": final, "chosen_epoch": epoch})


RESULTS = [
    result(1.0, seed=0, noise=0.0),
    result(0.6, seed=1, noise=0.0),
    result(0.86, seed=0, noise=0.1),
    result(0.5, seed=0, noise=0.0, activation="relu"),
]


def test_results_come_back_as_they_were_in_order(tmp_path: Path) -> None:
    file = ResultsFile(tmp_path / "deep" / "results.jsonl")
    assert file.read() == []
    file.append(RESULTS[:1])
    file.append(RESULTS[1:])
    assert file.read() == RESULTS
    assert len(file.path.read_text().splitlines()) == len(RESULTS)


def test_a_line_cut_anywhere_costs_that_run_alone(tmp_path: Path) -> None:
    """The machine went down while a result was written; hours of others must not be lost with it."""
    file = ResultsFile(tmp_path / "results.jsonl")
    file.append(RESULTS)
    whole = file.path.read_bytes()
    last = len(whole) - len(RESULTS[-1].to_json()) - 1

    @settings(deadline=None, max_examples=40)
    @given(st.integers(last, len(whole) - 1))
    def cut(length: int) -> None:
        file.path.write_bytes(whole[:length])
        complete = length == len(whole) - 1  # only the line's end is missing
        assert file.read() == (RESULTS if complete else RESULTS[:-1])
        file.append(RESULTS[-1:])
        assert file.read() == (RESULTS if complete else RESULTS[:-1]) + RESULTS[-1:]

    cut()


@pytest.mark.parametrize(
    ("noise", "accuracy", "learned"), [(0.0, 0.74, False), (0.0, 0.76, True), (0.3, 0.61, True), (0.3, 0.59, False)]
)
def test_learned_means_more_than_half_the_way_to_what_the_noise_allows(
    noise: float, accuracy: float, learned: bool
) -> None:
    assert result(accuracy, noise=noise).learned is learned


def test_a_task_without_label_noise_can_be_learned_fully() -> None:
    assert scored(ForrelationSpec(n=4, train_size=10), 0.76, 0.5, 1).learned


PICTURES = [
    Result(InrSpec(size=16, seed=seed), {"psnr": psnr, "ssim": 0.5, "epochs_to_25db": reached})
    for seed, psnr, reached in ((0, 26.0, 100), (1, 27.0, 200), (2, 24.0, None))
]


def test_other_numbers_than_accuracies_are_kept(tmp_path: Path) -> None:
    file = ResultsFile(tmp_path / "results.jsonl")
    file.append([*PICTURES, RESULTS[0]])
    assert file.read() == [*PICTURES, RESULTS[0]]


def test_only_numbers_go_into_the_file_and_a_diverged_one_is_none(tmp_path: Path) -> None:
    metrics = {"psnr": float("nan"), "ssim": 0.5, "history": [{"epoch": 1}], "chosen_by": "last epoch"}
    file = ResultsFile(tmp_path / "results.jsonl")
    file.append([Result.of(InrSpec(size=16), metrics)])
    (read,) = file.read()
    assert read.numbers == {"psnr": None, "ssim": 0.5}
    assert read.history == ({"epoch": 1},)


def test_a_line_of_before_is_read_as_it_was(tmp_path: Path) -> None:
    """Files that were measured before results had histories are still shown."""
    file = ResultsFile(tmp_path / "results.jsonl")
    flat = {"spec": BASE.to_dict(), "test_accuracy": 0.75, "final_accuracy": 0.5, "chosen_epoch": 2}
    file.path.write_text(json.dumps(flat) + "\n")
    assert file.read() == [scored(BASE, 0.75, 0.5, 2)]


def test_a_finished_runs_own_file_is_a_result_like_a_line_of_a_table(tmp_path: Path) -> None:
    """What a person ran stands beside what ships here, in one form."""
    spec = replace(BASE, epochs=2, width=4)
    kept = run(spec, RunFolder.create(tmp_path / "run", spec), lambda _training, _step: None)
    own = Result.from_dict(json.loads((tmp_path / "run" / "result.json").read_text()))
    (measured,) = train_unit((spec,))
    assert own == measured == Result.from_dict(json.loads(measured.to_json()))
    assert own.seconds == kept["seconds"]
    assert own.machine == measured.machine
    assert own.versions == measured.versions
    assert [record["epoch"] for record in own.history] == [1, 2]


def test_a_long_history_is_thinned_and_keeps_its_end() -> None:
    history = [{"epoch": epoch, "total_loss": 1 / 3} for epoch in range(1, 1002)]
    kept = Result.of(BASE, {"history": history}).history
    assert len(kept) <= 200
    assert kept[-1] == {"epoch": 1001, "total_loss": 0.333333}


def test_an_accuracy_that_a_run_has_not_is_named() -> None:
    with pytest.raises(TeslaError, match="A run of inr has no test_accuracy; it has: psnr"):
        _ = PICTURES[0].test_accuracy
