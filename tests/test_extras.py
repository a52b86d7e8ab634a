"""A command that lacks a package names the extra that brings it, and that extra does."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Callable
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tesla_core import commands
from tesla_core.extras import EXTRA_OF, absent, advice_for

# The library's front door and its command line in a process where no package of an extra can be imported.
FORBIDDEN = """
import sys
class Forbid:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {names!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Forbid())
from tesla_core import TESLA
import tesla_core.commands
assert tesla_core.commands.main(["list"]) == 0
sys.exit(tesla_core.commands.main(["run", "parity", "--bits", "8"]))
"""


def test_every_package_is_in_the_extra_that_is_named_for_it(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = {
        extra: {canonicalize_name(Requirement(line).name) for line in lines}
        for extra, lines in project["optional-dependencies"].items()
    }
    distributions = packages_distributions()
    for package, extra in EXTRA_OF.items():
        assert {canonicalize_name(name) for name in distributions[package]} & extras[extra], package
    assert set(extras) == set(EXTRA_OF.values())
    assert [Requirement(line).name for line in project["dependencies"]] == ["torch", "numpy", "llvmlite"]


def test_a_command_says_in_one_line_what_to_install(root: Path) -> None:
    code = FORBIDDEN.format(names={*EXTRA_OF, "streamlit"})
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, timeout=120)
    assert done.returncode == commands.USER_MISTAKE, done.stderr
    assert done.stderr == (
        "error: this command needs safetensors, which is not installed: pip install 'tesla-lab[lab]'\n"
    )


def test_a_module_of_nobody_s_is_no_matter_of_extras(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistake in our own code must not read as a user's missing package."""
    ours = ModuleNotFoundError("No module named 'tesla_core.telsa'", name="tesla_core.telsa")

    def fail(_: object) -> None:
        raise ours

    monkeypatch.setattr(commands.catalogue, "show", fail)
    assert advice_for(ours) == ""
    with pytest.raises(ModuleNotFoundError, match="telsa"):
        commands.main(["list"])


def test_what_is_installed_is_not_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    find: Callable[[str], object | None] = lambda name: None if name == "plotly" else object()  # noqa: E731
    assert absent("lab") == []
    monkeypatch.setattr("tesla_core.extras.find_spec", find)
    assert absent("lab") == ["plotly"]
