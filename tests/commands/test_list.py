"""`list`: every name there is, at once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tesla_core.activations import ACTIVATIONS
from tesla_core.experiments.registry import EXPERIMENTS
from tesla_core.models.init import RULES

WITHOUT_TORCH = """
import sys
from tesla_core.commands import main
assert main(["list"]) == 0
assert main(["run", "parity", "--noise", "0.7"]) == 2
assert "torch" not in sys.modules
"""


def test_list_names_tasks_activations_and_inits(command: Callable[..., Any]) -> None:
    outcome = command("list")
    assert outcome.code == 0
    for names in (EXPERIMENTS, ACTIVATIONS, RULES):
        assert all(f"  {name}" in outcome.stdout for name in names)


def test_list_is_also_one_json_object(command: Callable[..., Any]) -> None:
    listed = json.loads(command("list", "--json").stdout)
    assert {name: set(entries) for name, entries in listed.items()} == {
        "tasks": set(EXPERIMENTS),
        "activations": set(ACTIVATIONS),
        "inits": set(RULES),
    }


def test_names_and_mistakes_do_not_wait_for_torch(root: Path) -> None:
    """A typo is told in half a second."""
    done = subprocess.run([sys.executable, "-c", WITHOUT_TORCH], cwd=root, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("arguments", [(), ("run",), ("run", "parity"), ("list",), ("table",)])
def test_every_command_has_help(command: Callable[..., Any], arguments: tuple[str, ...]) -> None:
    outcome = command(*arguments, "--help")
    assert outcome.code == 0
    assert "usage: python -m tesla_core" in outcome.stdout


def test_parity_takes_the_documented_options(command: Callable[..., Any]) -> None:
    text = command("run", "parity", "--help").stdout
    options = "bits noise secret-weight activation harmonics width epochs batch lr train-size seed init out resume json"
    assert all(f"--{option} " in text or f"--{option}\n" in text for option in options.split())


def test_a_reader_that_has_seen_enough_is_no_error(root: Path) -> None:
    """`python -m tesla_core list | head -1`"""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "tesla_core", "list"], cwd=root, stdout=writing, stderr=subprocess.PIPE, check=False
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")
