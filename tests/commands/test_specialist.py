"""`run … --method specialist`: an answer in words, and mistakes named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Command = Callable[..., Any]


def test_the_command_line_asks_the_specialist(command: Command) -> None:
    done = command("run", "parity", "--bits", 12, "--train-size", 40, "--method", "specialist")
    assert done.code == 0
    assert "Specialist: elimination over GF(2)" in done.stdout
    assert "test accuracy 100.00%" in done.stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--method", "oracle"), "network, specialist"),
        (("--method", "specialist", "--harmonics", 4, "--lr", 0.1), "leave out --harmonics, --lr"),
    ],
)
def test_the_command_line_refuses_what_means_nothing(
    command: Command, options: tuple[object, ...], message: str
) -> None:
    done = command("run", "parity", "--bits", 12, "--train-size", 40, *options)
    assert done.code == 2
    assert message in done.stderr
