"""`record`: the run of a link as a file that plays it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., Any]
SMALL = "/boundaries?v=2&b_panels=TESLA+K%3D2&b_width=4&b_epochs=4&b_samples=100"


@pytest.mark.slow
def test_the_front_door_s_race_can_be_made_again(command: Command, tmp_path: Path) -> None:
    """By an engine of its own, trained to its end: the same command as the file that ships was made with."""
    done = command("record", SMALL, tmp_path / "race.json", "--pace", "50")
    assert done.code == 0, done.stderr
    recording = json.loads((tmp_path / "race.json").read_text())
    assert set(recording) == {"link", "run", "head", "packed"}
    assert (recording["link"], recording["head"]) == (SMALL, 4)


@pytest.mark.parametrize(
    ("link", "file", "said"),
    [
        ("/boundaries", "race.mp4", "must end in .html or .json"),
        ("/nowhere", "race.html", "There is no live page at “/nowhere”"),
    ],
)
def test_a_mistake_is_said_before_any_training(
    command: Command, tmp_path: Path, link: str, file: str, said: str
) -> None:
    done = command("record", link, tmp_path / file)
    assert done.code == 2
    assert said in done.stderr
    assert not (tmp_path / file).exists()


def test_a_language_that_is_none_is_named(command: Command, tmp_path: Path) -> None:
    done = command("record", "/parity", tmp_path / "a.html", "--language", "tlh")
    assert done.code == 2
    assert "'tlh' was given" in done.stderr
