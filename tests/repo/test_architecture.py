"""ARCHITECTURE.md is true: every folder has its line, every path it names is there, and no folder is a heap."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SOURCE = ("tesla_core", "pages", "assets", "benchmarks")
MOST_FILES = 20
CODE = {".py", ".js", ".css"}


@pytest.fixture(scope="module")
def text(root: Path) -> str:
    return (root / "ARCHITECTURE.md").read_text(encoding="utf-8")


def folders(root: Path) -> list[Path]:
    """Every folder that holds code of ours."""
    found = {path.parent for top in SOURCE for path in (root / top).rglob("*") if path.suffix in CODE}
    return sorted(path for path in found if "__pycache__" not in path.parts)


def test_every_folder_has_its_line(root: Path, text: str) -> None:
    """A newcomer finds out what a folder is for without opening it."""
    named = {name.rstrip("/") for name in re.findall(r"`([\w./-]+)`", text)}
    names = {str(folder.relative_to(root)) for folder in folders(root)}
    missing = [name for name in names if name not in named and Path(name).name not in named and name not in SOURCE]
    assert [name for name in missing if Path(name).parts[-1] not in ("jobs", "_ui", "pictures", "live")] == []


def test_every_path_it_names_exists(root: Path, text: str) -> None:
    """No journey leads through a file that was moved."""
    paths = [name for name in re.findall(r"`([\w./-]+)`", text) if "/" in name and "NAME" not in name]
    rooted = [name for name in paths if name.split("/")[0] in (*SOURCE, "tests")]
    assert rooted
    assert [name for name in rooted if not (root / name).exists()] == []


def test_no_folder_is_a_heap(root: Path) -> None:
    """Past some twenty files a folder holds two things."""
    counts = {
        str(folder.relative_to(root)): sum(path.suffix in CODE for path in folder.iterdir()) for folder in folders(root)
    }
    assert {name: count for name, count in counts.items() if count > MOST_FILES} == {}
