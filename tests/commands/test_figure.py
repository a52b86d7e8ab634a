"""`figure`: one of the paper's figures as a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

Command = Callable[..., Any]


def test_a_figure_becomes_a_page(command: Command, tmp_path: Path) -> None:
    done = command("figure", "3", "--out", tmp_path / "f.html", "--theme", "dark")
    assert (done.code, done.stdout.strip()) == (0, str(tmp_path / "f.html"))
    assert "Bayes limit" in (tmp_path / "f.html").read_text()


def test_the_list_says_what_each_shows_and_how_long_training_takes(command: Command) -> None:
    done = command("figure", "--list")
    assert "supp-3" in done.stdout
    assert "(trained; about 5 s)" in done.stdout


def test_a_name_that_is_none_lists_the_near_ones(command: Command, tmp_path: Path) -> None:
    done = command("figure", "supp-33", "--out", tmp_path / "f.html")
    assert done.code == 2
    assert "Did you mean 'supp-3'?" in done.stderr


def test_an_ending_that_is_none_is_said_before_any_training(command: Command, tmp_path: Path) -> None:
    done = command("figure", "supp-1", "--train", "--out", tmp_path / "f.jpg")
    assert done.code == 2
    assert "html, svg, png" in done.stderr
    assert "Training" not in done.stderr


def test_what_is_missing_is_asked_for(command: Command, tmp_path: Path) -> None:
    assert "Which figure?" in command("figure").stderr
    assert "Where to?" in command("figure", "2").stderr
    kept = command("figure", "1", "--out", tmp_path / "f.html", "--keep", tmp_path / "k.npz")
    assert "--train" in kept.stderr
