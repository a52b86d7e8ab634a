"""The wheel in an environment with torch alone, as somebody has it who takes TESLA into their own model.

Installing torch anew would take minutes and gigabytes. The environment is a venv of its own, without this one's
packages: it sees links to torch, NumPy and llvmlite with what they require, the same files that pip would have put
there, and nothing else; pip installs the wheel into it and has the last word on whether its requirements are met. So
a package that TESLA needs and does not declare is as absent here as on that person's machine.
"""

from __future__ import annotations

import json
import shutil
import statistics
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tesla_core.extras import EXTRA_OF

pytestmark = pytest.mark.slow

ALONE = ("torch", "numpy", "llvmlite")
PACKED = ("tesla_core", "pyproject.toml", "README.md", "LICENSE")
LARGEST_WHEEL = 1_200_000  # the sources are 1 MB zipped; results, pictures or words that slip in are more
IMPORT_SECONDS = 0.15

TRAIN = """
import json, sys
import torch
from torch import nn
from tesla_core import TESLA, replace_activations
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(1, 32), nn.ReLU(), nn.Linear(32, 1))
replace_activations(model, harmonics=3)
x = torch.linspace(-2, 2, 64)[:, None]
optimizer, losses = torch.optim.Adam(model.parameters(), 0.02), []
for _ in range(40):
    loss = (model(x) - torch.sin(3 * x)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
home = {name: getattr(module, "__file__", None) or "" for name, module in sys.modules.items() if "." not in name}
loaded = sorted(name for name, file in home.items() if "site-packages" in file)
print(json.dumps({"repr": repr(model[1]), "losses": [losses[0], losses[-1]], "loaded": loaded}))
"""
IMPORT = """
import time
import torch
start = time.process_time()
from tesla_core import TESLA
print(time.process_time() - start)
"""


def with_requirements(names: tuple[str, ...]) -> dict[str, Distribution]:
    """These packages and everything that they require in turn."""
    found: dict[str, Distribution] = {}
    waiting = list(names)
    while waiting:
        name = canonicalize_name(waiting.pop())
        if name not in found:
            found[name] = distribution(name)
            wanted = [Requirement(line) for line in found[name].requires or ()]
            waiting += [one.name for one in wanted if one.marker is None or one.marker.evaluate({"extra": ""})]
    return found


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*map(str, command)], cwd=cwd, capture_output=True, text=True, timeout=300, check=False)


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy, which leaves no build folder in the tree."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in PACKED:
        copy = shutil.copytree if (root / name).is_dir() else shutil.copy2
        copy(root / name, source / name)
    done = run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, cwd=source)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = out.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment with the wheel and torch alone."""
    folder = tmp_path_factory.mktemp("clean")
    done = run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder)
    assert done.returncode == 0, done.stderr
    (packages,) = folder.glob("lib/python*/site-packages")
    for found in with_requirements(ALONE).values():
        tops = {file.parts[0] for file in found.files or () if file.parts[0] not in ("..", "__pycache__")}
        for top in tops:
            (packages / top).symlink_to(Path(str(found.locate_file(top))))
    pip = (sys.executable, "-m", "pip", "--python", folder / "bin" / "python", "--disable-pip-version-check")
    for command in (("install", "--no-index", wheel), ("check",)):
        done = run(*pip, *command, cwd=folder)
        assert done.returncode == 0, done.stdout + done.stderr
    return folder / "bin" / "python"


@pytest.fixture
def without_llvmlite(python: Path) -> Iterator[None]:
    (link,) = python.parents[1].glob("lib/python*/site-packages/llvmlite")
    aside = link.with_name("aside")
    link.rename(aside)
    yield
    aside.rename(link)


def test_the_wheel_holds_the_library_its_data_and_its_types(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "tesla_core/py.typed" in names
    assert {name.split("/")[0] for name in names if ".dist-info" not in name} == {"tesla_core"}
    assert [name for name in names if name.startswith("tesla_core/") and "__pycache__" in name] == []
    assert wheel.stat().st_size < LARGEST_WHEEL


def test_the_environment_is_as_bare_as_it_says(python: Path, tmp_path: Path) -> None:
    """Else what follows would prove nothing. -I: neither a folder nor PYTHONPATH lends it a module."""
    code = (
        f"from importlib.util import find_spec; print([n for n in {[*EXTRA_OF, 'streamlit', 'pip']} if find_spec(n)])"
    )
    assert run(python, "-I", "-c", code, cwd=tmp_path).stdout.strip() == "[]"


def test_it_trains_with_torch_alone(python: Path, tmp_path: Path) -> None:
    done = run(python, "-I", "-W", "error", "-c", TRAIN, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert "kernel=native" in seen["repr"]
    assert seen["losses"][1] < 0.3 * seen["losses"][0]
    assert {"tesla_core", "numpy", "llvmlite"} <= set(seen["loaded"])
    assert done.stderr == ""


@pytest.mark.usefixtures("without_llvmlite")
def test_without_llvmlite_it_trains_and_says_once_what_it_lost(python: Path, tmp_path: Path) -> None:
    done = run(python, "-I", "-c", TRAIN, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert "kernel=eager" in seen["repr"]
    assert seen["losses"][1] < 0.3 * seen["losses"][0]
    (line,) = done.stderr.splitlines()
    assert "llvmlite" in line
    assert "using the slower recurrence" in line


def test_importing_it_takes_little_beside_torch(python: Path, tmp_path: Path) -> None:
    seconds = [float(run(python, "-I", "-c", IMPORT, cwd=tmp_path).stdout) for _ in range(3)]
    assert statistics.median(seconds) < IMPORT_SECONDS


def test_a_command_whose_extra_is_missing_names_it_in_one_line(python: Path, tmp_path: Path) -> None:
    done = run(python, "-I", "-m", "tesla_core", "run", "parity", "--bits", "8", cwd=tmp_path)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.endswith("which is not installed: pip install 'tesla-lab[lab]'")


def test_commands_that_need_no_extra_work(python: Path, tmp_path: Path) -> None:
    """The doctor above all: it says what is missing."""
    listed = run(python, "-I", "-m", "tesla_core", "list", cwd=tmp_path)
    assert (listed.returncode, listed.stderr) == (0, "")
    done = run(python, "-I", "-m", "tesla_core", "doctor", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    findings = {finding["about"]: finding for finding in json.loads(done.stdout)["findings"]}
    assert findings["kernel on cpu"]["verdict"] == findings["float32 on cpu"]["verdict"] == "ok"
    assert findings["jobs"]["advice"] == "pip install 'tesla-lab[lab]'"
    assert not list(python.parents[1].glob("lib/python*/site-packages/data")), "nothing is kept where no lab is"
