"""A person's mistakes: exit code 2, a message that says what to do, and nothing overwritten."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--activation", "relo"), "Choose one of: tesla, relu, gelu, silu, tanh, siren, snake, fourier, kan"),
        (("--init", "xavier"), "Choose one of: default, uniform(c), rademacher, own"),
        (("--noise", "0.7"), "from 0 to 0.5; 0.7 was given"),
        (("--noise", "nan"), "from 0 to 0.5"),
        (("--bits", "8", "--secret-weight", "9"), "1 to 8; 9 was given"),
        (
            ("--bits", "8", "--train-size", "100000"),
            "8 bits have 256 strings, of which the train split holds 92 distinct ones; 100,000 were",
        ),
        (("--bits", "2"), "from 4 to"),
        (("--harmonics", "0"), "from 1 to 64"),
        (("--lr", "-1"), "Learning rate must be from"),
        (("--checkpoint-seconds", "-1"), "Checkpoint seconds must be from 0"),
        (("--device", "warp"), "Device 'warp' can't be used here"),
        (("--bits", "many"), "argument --bits: invalid int value: 'many'"),
        (("--colour", "blue"), "unrecognized arguments: --colour"),
    ],
)
def test_a_wrong_option_is_named_with_its_choices_or_limits_and_no_folder_is_made(
    command: Command, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    outcome = command("run", "parity", *arguments, "--out", tmp_path / "run")
    assert outcome.code == 2
    assert message in outcome.stderr
    assert "Traceback" not in outcome.stderr
    assert outcome.stdout == ""
    assert not (tmp_path / "run").exists()


def test_unknown_commands_and_tables_list_what_there_is(command: Command) -> None:
    for arguments in (("rum",), ("run", "parities"), ("table", "parities", "--out", "nowhere")):
        outcome = command(*arguments)
        assert outcome.code == 2
        assert "parity" in outcome.stderr or "table" in outcome.stderr


def test_workers_out_of_range_are_refused(command: Command, tmp_path: Path) -> None:
    outcome = command("table", "surface", "--out", tmp_path / "results.jsonl", "--workers", "0")
    assert outcome.code == 2
    assert "Workers must be from 1 to 256" in outcome.stderr


@pytest.fixture
def finished(command: Command, small: tuple[str, ...], tmp_path: Path) -> Path:
    """The folder of a run."""
    folder = tmp_path / "run"
    assert command("run", "parity", *small, "--out", folder).code == 0
    return folder


def assert_refused(command: Command, folder: Path, message: str, *arguments: str | Path) -> None:
    before = contents(folder)
    outcome = command("run", "parity", *arguments)
    assert outcome.code == 2
    assert message in outcome.stderr
    assert "Traceback" not in outcome.stderr
    assert contents(folder) == before


def test_an_existing_folder_is_not_overwritten(command: Command, small: tuple[str, ...], finished: Path) -> None:
    assert_refused(command, finished, "go on with it by --resume", *small, "--out", finished)


def test_a_checkpoint_of_another_spec_is_refused(command: Command, finished: Path) -> None:
    spec = json.loads((finished / "spec.json").read_text())
    (finished / "spec.json").write_text(json.dumps({**spec, "seed": 9, "lr": 0.5}))
    message = "belongs to another spec: lr 0.001 (now 0.5), seed 0 (now 9)"
    assert_refused(command, finished, message, "--resume", finished)


@pytest.mark.parametrize("share", [0.0, 0.3, 0.99])
def test_a_torn_checkpoint_is_refused(command: Command, finished: Path, share: float) -> None:
    checkpoint = finished / "checkpoint.safetensors"
    whole = checkpoint.read_bytes()
    checkpoint.write_bytes(whole[: int(share * len(whole))])
    assert_refused(command, finished, "is torn or not a checkpoint", "--resume", finished)


def test_a_damaged_checkpoint_is_refused(command: Command, finished: Path) -> None:
    checkpoint = finished / "checkpoint.safetensors"
    damaged = bytearray(checkpoint.read_bytes())
    damaged[-100] ^= 1
    checkpoint.write_bytes(damaged)
    assert_refused(command, finished, "is damaged", "--resume", finished)


def test_a_folder_without_a_run_can_not_be_resumed(command: Command, tmp_path: Path) -> None:
    assert_refused(command, tmp_path, "holds no run", "--resume", tmp_path)
