"""What the Jobs page says of this machine is what was found on it, and nothing where nothing was looked at."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, replace

import pytest
import torch

from tesla_core.doctor.first_use import note_first_use, note_use_by_job
from tesla_core.doctor.record import NEVER, Record, keep, last, line_for
from tesla_core.jobs.store.home import Home
from tesla_core.training.recorded import VARIABLE

FULL = Record("cpu", "native", examined=True, ratio=1.23)


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        (FULL, "Checked on this machine: native kernel, 1.2 × GELU. No GPU."),
        (Record("cpu", "native"), "Tried at its first use: native kernel. No GPU."),
        (
            Record("cuda:0", "triton", gpus=2, examined=True, ratio=0.97),
            "Checked on this machine: triton kernel, 1.0 × GELU. 2 GPUs.",
        ),
        (
            Record("cpu", "eager", "it is wrong by 1e-3", 0, True, 8.2, ("kernel on cpu",)),
            "Checked on this machine: the recurrence in plain PyTorch, 8.2 × GELU. The faster kernel gave way to it. "
            "No GPU. :orange[1 check failed: `python -m tesla_core doctor`.]",
        ),
    ],
)
def test_a_result_in_a_sentence(home: Home, record: Record, sentence: str) -> None:
    keep(record, home)
    assert line_for(home) == sentence
    assert last(home) == record


def test_what_was_never_looked_at_is_not_called_checked(home: Home) -> None:
    assert line_for(home) == NEVER


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"device": "cpu"}', "null", '{"machine": 3'])
def test_a_file_that_is_torn_or_another_s_is_no_result(home: Home, content: str) -> None:
    home.doctor.write_text(content)
    assert line_for(home) == NEVER


@pytest.mark.parametrize("changed", [{"host": "another"}, {"torch": "1.0"}, {"tesla_core": "0.0.1"}])
def test_a_result_of_another_machine_or_torch_does_not_hold_here(home: Home, changed: dict[str, str]) -> None:
    """A data folder that was copied, or an update, does not vouch for kernels that nobody has tried."""
    keep(replace(FULL, machine={**FULL.machine, **changed}), home)
    assert line_for(home) == NEVER


def test_an_engine_leaves_word_and_lets_a_doctor_s_stand(home: Home) -> None:
    note_first_use(torch.device("cpu"))
    assert line_for(home).startswith("Tried at its first use: native kernel.")
    keep(FULL, home)
    note_first_use(torch.device("cpu"))
    assert last(home) == FULL


def test_an_engine_uses_graphs_where_the_doctor_saw_them_work(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")  # so that what the engine sets goes with the test
    monkeypatch.delenv(VARIABLE)
    keep(FULL, home)
    note_first_use(torch.device("cpu"))
    assert VARIABLE not in os.environ
    keep(replace(FULL, graphs=True), home)
    note_first_use(torch.device("cpu"))
    assert os.environ[VARIABLE] == "1"
    monkeypatch.setenv(VARIABLE, "0")
    note_first_use(torch.device("cpu"))
    assert os.environ[VARIABLE] == "0"


@pytest.mark.usefixtures("broken_kernel")
def test_a_kernel_that_no_longer_runs_takes_the_doctor_s_word_back(home: Home) -> None:
    keep(FULL, home)
    note_first_use(torch.device("cpu"))
    assert "The faster kernel gave way" in line_for(home)


@pytest.mark.usefixtures("broken_kernel")
def test_a_job_whose_kernel_gave_way_leaves_word(home: Home) -> None:
    """Also where the engine trains on another device, about which the doctor had nothing to say."""
    keep(Record("cuda:0", "triton", gpus=1, examined=True), home)
    note_use_by_job(torch.device("cpu"))
    assert "The faster kernel gave way" in line_for(home)


def test_a_job_on_another_device_takes_nothing_back(home: Home) -> None:
    note_use_by_job(torch.device("cpu"))
    assert line_for(home) == "Tried at its first use: native kernel. No GPU."
    examined = Record("cuda:0", "triton", gpus=1, examined=True)
    keep(examined, home)
    note_use_by_job(torch.device("cpu"))
    assert last(home) == examined


def test_fields_of_a_later_version_do_no_harm(home: Home) -> None:
    home.doctor.write_text(json.dumps({**asdict(FULL), "later": 1}))
    assert last(home) == FULL
