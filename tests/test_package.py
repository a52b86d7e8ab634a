"""The package's front door: light to open, and everything it promises is there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import tesla_core
from tesla_core import activations

LIGHT = """
import sys
import tesla_core
import tesla_core.activations, tesla_core.activations.registry, tesla_core.experiments.registry
import tesla_core.experiments.registry, tesla_core.training.settings, tesla_core.models.spec
assert "torch" not in sys.modules, "torch"
"""
LIGHTEST = """
import sys
import tesla_core, tesla_core.errors
assert tesla_core.__version__ and tesla_core.TeslaError
heavy = {"torch", "numpy", "sklearn", "llvmlite", "plotly"} & set(sys.modules)
assert not heavy, heavy
"""
# The function and the file share a name; whichever is imported first, `activations.tesla` is the function.
SAME_NAME = """
import tesla_core.activations.tesla
from tesla_core.activations import tesla
import tesla_core
assert callable(tesla) and tesla is tesla_core.tesla is tesla_core.activations.tesla
from tesla_core.activations.tesla import TESLA
assert TESLA is tesla_core.TESLA
"""


@pytest.mark.parametrize("code", [LIGHTEST, LIGHT, SAME_NAME], ids=["import", "registries", "same name"])
def test_in_a_fresh_process(root: Path, code: str) -> None:
    """`import tesla_core` costs a page nothing; registries and specs need no torch; names mean what they say."""
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("package", [tesla_core, activations], ids=lambda package: package.__name__)
def test_every_promised_name_loads(package: object) -> None:
    names = package.__all__  # pyright: ignore[reportAttributeAccessIssue]
    assert list(names) == sorted(names, key=lambda name: (not name.isupper(), not name[0].isupper(), name))
    assert all(getattr(package, name) is not None for name in names)


@pytest.mark.parametrize("package", [tesla_core, activations], ids=lambda package: package.__name__)
def test_a_name_that_is_not_there_is_an_attribute_error(package: object) -> None:
    with pytest.raises(AttributeError, match="no attribute 'telsa'"):
        package.telsa  # noqa: B018  # pyright: ignore[reportAttributeAccessIssue]
