"""constraints.txt: one version of every package, whoever installs it and when."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PIN = re.compile(r"([\w.-]+)(?:\[[\w,-]+\])?==([\w.]+)( ; .+)?$")
TORCH_BUILD = re.compile(r"(torch|triton|nvidia-|cuda-)\b(?!vision)")


def pins(path: Path) -> dict[str, set[str]]:
    """Versions by a package's plain name: two where Pythons differ."""
    found: dict[str, set[str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if match := PIN.match(line.split("#")[0].split(";")[0].strip()):
            found.setdefault(re.sub(r"[-_.]+", "-", match[1]).lower(), set()).add(match[2])
    return found


@pytest.fixture(scope="module")
def constraints(root: Path) -> dict[str, set[str]]:
    return pins(root / "constraints.txt")


def test_every_line_is_a_pin_and_names_no_machine_or_registry(root: Path) -> None:
    """`make constraints` gives the same file wherever it runs."""
    lines = (root / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert len(lines) > 100
    assert [line for line in lines if not PIN.match(line)] == []


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-ray.txt", "requirements-dev.txt"])
def test_a_requirement_and_its_constraint_agree(root: Path, constraints: dict[str, set[str]], name: str) -> None:
    """A version raised in one file alone would make every install fail: run `make constraints` after it."""
    asked = {package: versions for package, versions in pins(root / name).items() if not TORCH_BUILD.match(package)}
    assert asked
    assert {package: versions for package, versions in asked.items() if constraints.get(package) != versions} == {}


def test_torch_and_what_its_build_brings_stay_apart(constraints: dict[str, set[str]]) -> None:
    """A machine with a GPU and one without install different ones."""
    assert [package for package in constraints if TORCH_BUILD.match(package)] == []


def test_everything_that_is_installed_here_is_pinned(constraints: dict[str, set[str]]) -> None:
    """What the tests ran with is what others get. Only what made the environment itself is not a requirement."""
    from deploy.sbom import python_packages

    ours = {"pip", "tesla-lab", "tesla-lab-heat"}
    here = {one["name"]: one["version"] for one in python_packages() if one["name"] not in ours}
    loose = {name: version for name, version in here.items() if not TORCH_BUILD.match(name) and name not in constraints}
    assert loose == {}


@pytest.mark.parametrize("user", ["Makefile", "Dockerfile"])
def test_every_way_to_install_the_lab_uses_them(root: Path, user: str) -> None:
    assert "-c constraints.txt" in (root / user).read_text(encoding="utf-8")
