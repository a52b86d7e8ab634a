"""The folders of the jobs know only those below them: whoever changes one sees what may break."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

COMMON = {"class_first", "processes", "lock"}
MAY_IMPORT = {
    "store": {"backends"},
    "worker": {"store"},
    "backends": {"store", "worker"},
    "supervisor": {"store", "worker", "backends"},
    "launch": {"store"},
    "report": {"store", "worker", "launch"},
}


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_a_folder_imports_only_what_it_may(root: Path, part: str) -> None:
    folder = root / "tesla_core" / "jobs" / part
    texts = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.py")}
    imported = {
        (name, found)
        for name, text in texts.items()
        for found in re.findall(r"^\s*(?:from|import) tesla_core\.jobs\.([a-z_]+)", text, re.MULTILINE)
    }
    assert {pair for pair in imported if pair[1] not in {part, *COMMON, *MAY_IMPORT[part]}} == set()


def test_the_store_knows_of_backends_their_names_alone(root: Path) -> None:
    found = [
        path.name for path in (root / "tesla_core/jobs/store").glob("*.py") if "jobs.backends." in path.read_text()
    ]
    assert found == []


def test_every_folder_is_known(root: Path) -> None:
    """A new one says above what it may import."""
    folders = {path.name for path in (root / "tesla_core" / "jobs").iterdir() if (path / "__init__.py").is_file()}
    assert folders == set(MAY_IMPORT)
