"""What holds for every file of the repository."""

from __future__ import annotations

import re
import subprocess
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

NOT_OURS = {".git", ".venv", "__pycache__", "runs", "data", "build", "site", "node_modules"}
TEXT = {".py", ".md", ".toml", ".yaml", ".yml", ".txt", ".json", ".js", ".css", ".html", ".csv", ""}
HARD_LIMIT = 400


def files(root: Path) -> Iterator[Path]:
    for path in sorted(root.iterdir()):
        if path.name in NOT_OURS or path.name.endswith(("_cache", ".egg-info")) or path.name == ".hypothesis":
            continue
        if path.is_dir():
            yield from files(path)
        elif path.suffix in TEXT:
            yield path


def test_no_path_of_one_machine(root: Path) -> None:
    """A stranger's clone works: nothing points into somebody's home or workplace."""
    personal = re.compile(r"(?<![\w.])/(?:root|home|Users|work)/\w")
    found = [
        f"{path.relative_to(root)}: {line.strip()[:100]}"
        for path in files(root)
        for line in path.read_text(encoding="utf-8").splitlines()
        if personal.search(line)
    ]
    assert found == []


def test_no_source_file_grows_past_what_one_reads_at_once(root: Path) -> None:
    """Past the limit a file holds a second concept that deserves its own name."""
    sizes = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in files(root)}
    long = {
        str(path.relative_to(root)): lines
        for path, lines in sizes.items()
        if path.suffix in {".py", ".js", ".css"} and lines > HARD_LIMIT
    }
    assert long == {}


def test_the_dockerfile_follows_good_practice(root: Path) -> None:
    """hadolint finds what makes an image large, unrepeatable or run as root."""
    hadolint = Path(sysconfig.get_path("scripts")) / "hadolint"
    done = subprocess.run([hadolint, "--no-color", "Dockerfile"], cwd=root, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


def test_continuous_integration_is_the_developers_command(root: Path) -> None:
    """Green here means green there."""
    script = root / ".ci" / "run"
    assert "make test" in script.read_text(encoding="utf-8")
    assert "set -euo pipefail" in script.read_text(encoding="utf-8")
    assert script.stat().st_mode & 0o111, ".ci/run must be executable"


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_every_requirement_is_pinned(root: Path, name: str) -> None:
    """Next year's install gives this year's versions."""
    lines = [line.split("#")[0].strip() for line in (root / name).read_text(encoding="utf-8").splitlines()]
    loose = [line for line in lines if line and not line.startswith("-r ") and not re.match(r"[\w\[\]-]+==\d", line)]
    assert loose == []


def test_torch_stays_a_plain_pin(root: Path) -> None:
    """A local version or a marker on torch would keep pip from the CPU build, and pull in the CUDA stack."""
    lines = (root / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("torch==")] == ["torch==2.13.0"]
