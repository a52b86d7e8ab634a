"""README says only what is so: its commands parse, its files exist, its names can be imported."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tesla_core.commands import parser

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", README, flags=re.DOTALL)
SHELL_LINES = [
    line.split(" #")[0].strip()
    for language, block in BLOCKS
    if language == "bash"
    for line in block.splitlines()
    if line
]
PROSE = re.sub(r"```.*?```", "", README, flags=re.DOTALL)
PICTURE_LIMIT = 300_000


def commands(prefix: str) -> list[str]:
    return [line for line in SHELL_LINES if line.startswith(prefix)]


def make_targets() -> set[str]:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z-]+):.*##", makefile, flags=re.MULTILINE))


def test_the_first_screen_has_the_two_commands_and_a_picture() -> None:
    """Somebody who opens the repository sees at once what it is and how to start it."""
    first_screen = "\n".join(README.splitlines()[:30])
    assert "make app" in first_screen
    assert "make test" in first_screen
    assert "![" in first_screen


def test_every_make_target_it_names_exists() -> None:
    """A command copied from README doesn't end in "No rule to make target"."""
    named = {line.split()[1] for line in commands("make ")} | set(re.findall(r"`make ([a-z-]+)[^`]*`", PROSE))
    assert {"app", "test"} <= named
    assert named <= make_targets()


def test_make_help_lists_every_target_it_names() -> None:
    """`make` alone tells a newcomer what there is."""
    done = subprocess.run(["make", "--no-print-directory"], cwd=ROOT, capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stderr
    assert set(re.findall(r"^  make ([a-z-]+) ", done.stdout, flags=re.MULTILINE)) == make_targets()


def test_every_file_it_names_exists() -> None:
    """No link or picture leads nowhere."""
    targets = re.findall(r"\]\((?!https?://|#)([^)]+)\)", README)
    named = [name for code in re.findall(r"`([^`\n]+)`", PROSE) for name in code.split(", ") if is_a_path(name)]
    missing = [name for name in [*targets, *named] if not (ROOT / name).exists()]
    assert named
    assert missing == []


def is_a_path(name: str) -> bool:
    return re.fullmatch(r"[\w./-]+(?:/|\.(?:py|md|txt|toml|yaml|json|png))", name) is not None


def test_its_pictures_load_quickly() -> None:
    """README opens on a phone, too."""
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)
    assert pictures
    sizes = {name: (ROOT / name).stat().st_size for name in pictures}
    assert {name: size for name, size in sizes.items() if size > PICTURE_LIMIT} == {}


@pytest.mark.parametrize("command", commands("python -m tesla_core"))
def test_every_command_line_it_shows_parses(command: str) -> None:
    """A command copied from README is understood, down to its last option."""
    chosen = parser().parse_args(shlex.split(command)[3:])
    assert callable(chosen.function)


@pytest.mark.parametrize("snippet", [block for language, block in BLOCKS if language == "python"])
def test_every_snippet_it_shows_runs(snippet: str) -> None:
    """The lines for one's own model work as they stand, without a warning."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", snippet], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr


def test_the_changelog_has_a_place_for_what_comes_next() -> None:
    """People who use the app find what changed."""
    assert "## Unreleased" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
