"""One run from start or checkpoint to its result, interrupted wherever it may be."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from tesla_core.experiments.folder import RunFolder
from tesla_core.experiments.run import run
from tesla_core.problems.parity.experiment import ParitySpec
from tesla_core.training.checkpoint import load_checkpoint
from tesla_core.training.loop import Training
from tesla_core.training.trainable import Step, Trainable

SPEC = ParitySpec(bits=8, train_size=40, width=6, epochs=3, batch=16, seed=2, schedule="cosine")
STEPS = 9


def quiet(_training: Trainable, _step: Step) -> None:
    """Reports nothing."""


def interrupted_after(steps: int) -> Callable[[Trainable, Step], None]:
    """A person's Ctrl-C after that many batches."""
    left = [steps]

    def report(_training: Trainable, _step: Step) -> None:
        left[0] -= 1
        if not left[0]:
            raise KeyboardInterrupt

    return report


def weights_in(folder: RunFolder) -> dict[str, Tensor]:
    return load_checkpoint(folder.checkpoint_file, SPEC.to_dict())[0]


def without_time(result: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in result.items() if key != "seconds"}


def test_a_run_says_what_it_was_what_it_reached_and_how_long_it_took(tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path / "run", SPEC)
    result = run(SPEC, folder, quiet)
    assert result.keys() == {"spec", "metrics", "seconds", "revision", "machine", "versions"}
    assert result["spec"] == SPEC.to_dict()
    assert [record["epoch"] for record in result["metrics"]["history"]] == [1, 2, 3]
    assert result["seconds"] > 0
    assert json.loads(folder.result_file.read_text()) == result
    assert [json.loads(line) for line in folder.metrics_file.read_text().splitlines()] == result["metrics"]["history"]


def test_a_run_without_a_folder_is_the_same_run(tmp_path: Path) -> None:
    with_folder = run(SPEC, RunFolder.create(tmp_path / "run", SPEC), quiet, checkpoint_seconds=0.0)
    assert without_time(run(SPEC, None, quiet)) == without_time(with_folder)


def test_interrupted_at_any_batch_and_resumed_it_ends_with_the_same_bits(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    whole = RunFolder.create(tmp_path_factory.mktemp("whole"), SPEC)
    expected = run(SPEC, whole, quiet)

    @settings(deadline=None, max_examples=10)
    @given(st.lists(st.integers(1, STEPS), min_size=1, max_size=3))
    def interrupted(pauses: list[int]) -> None:
        folder = RunFolder.create(tmp_path_factory.mktemp("interrupted"), SPEC)
        done = 0
        for pause in pauses:
            if done + pause <= STEPS:
                done += pause
                with pytest.raises(KeyboardInterrupt):
                    run(SPEC, folder, interrupted_after(pause))
        result = run(SPEC, folder, quiet)
        assert without_time(result) == without_time(expected)
        assert weights_in(folder).keys() == weights_in(whole).keys()
        assert all(torch.equal(weights_in(folder)[name], tensor) for name, tensor in weights_in(whole).items())

    interrupted()


def test_an_interruption_within_a_batch_leaves_the_checkpoint_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Weights that are half a step ahead of their counters would train a batch twice."""
    folder = RunFolder.create(tmp_path / "run", SPEC)
    with pytest.raises(KeyboardInterrupt):
        run(SPEC, folder, interrupted_after(4))
    before = folder.checkpoint_file.read_bytes()

    def interrupt(_training: Training) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Training, "_finish_epoch", interrupt)  # after the optimizer's step, before the counters'
        with pytest.raises(KeyboardInterrupt):
            run(SPEC, folder, quiet)
    assert folder.checkpoint_file.read_bytes() == before
    assert without_time(run(SPEC, folder, quiet)) == without_time(run(SPEC, None, quiet))


def test_a_finished_run_resumed_says_the_same_again(tmp_path: Path) -> None:
    folder = RunFolder.create(tmp_path / "run", SPEC)
    first = run(SPEC, folder, quiet)
    again = run(SPEC, folder, quiet)
    assert without_time(again) == without_time(first)
    assert again["seconds"] == pytest.approx(first["seconds"], abs=1.0)  # time goes on where it was


def test_half_a_checkpoint_of_a_killed_run_is_gone_after_a_resume(tmp_path: Path) -> None:
    """Those of large models would fill the disk, kill by kill."""
    folder = RunFolder.create(tmp_path / "run", SPEC)
    torn = folder.path / f".{folder.checkpoint_file.name}.4711.tmp"
    torn.write_bytes(b"half")
    run(SPEC, folder, quiet)
    assert not torn.exists()
    assert folder.checkpoint_file.exists()


def test_checkpoints_also_come_by_epoch(tmp_path: Path) -> None:
    """A slow disk or a long pause between checkpoints does not decide where a killed run goes on."""
    folder = RunFolder.create(tmp_path / "run", SPEC)
    places = set()

    def look(_training: Trainable, _step: Step) -> None:
        if folder.checkpoint_file.exists():
            data = load_checkpoint(folder.checkpoint_file, SPEC.to_dict())[1]
            places.add((data["epoch"], data["batch"]))

    run(SPEC, folder, look, checkpoint_seconds=86_400.0, checkpoint_epochs=2)
    assert places == {(2, 0)}


def test_nothing_is_written_by_a_run_that_may_not_write_any_more(tmp_path: Path) -> None:
    """A newer attempt has taken over: checkpoint, metrics and result are its own now."""
    folder = RunFolder.create(tmp_path / "run", SPEC)

    class TakenOverError(Exception):
        pass

    def refuse() -> None:
        raise TakenOverError

    with pytest.raises(TakenOverError):
        run(SPEC, folder, quiet, checkpoint_seconds=0.0, before_write=refuse)
    assert [path.name for path in folder.path.iterdir()] == ["spec.json"]


@pytest.mark.parametrize(("seconds", "saved"), [(0.0, True), (86_400.0, False)])
def test_checkpoints_come_as_often_as_they_were_asked_for(tmp_path: Path, seconds: float, saved: bool) -> None:
    folder = RunFolder.create(tmp_path / "run", SPEC)
    seen = []

    def look(_training: Trainable, _step: Step) -> None:
        seen.append(folder.checkpoint_file.exists())

    run(SPEC, folder, look, checkpoint_seconds=seconds)
    assert any(seen) is saved
    assert folder.checkpoint_file.exists()
