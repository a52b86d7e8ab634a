"""The template package, installed by pip as somebody's own would be, and used."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

VISIT = """
import json
from pathlib import Path
from urllib.parse import parse_qs

from tesla_core.activations import registry as activations
from tesla_core.jobs.launch.options import options_of
from tesla_core.problems import registry as problems
from tests.pages.script_page import canvas, opener, spec

open_ = opener(Path.cwd(), "lab/continuous.py")
app = open_(c_what="Heat PINN", heat_panels=["Sinc ω=4", "TESLA K=3"], heat_diffusivity="0.5")
shown = spec(app)
linked = open_(**parse_qs(canvas(app)["link"]))
print(json.dumps({
    "exceptions": [each.value for each in app.exception],
    "said": [each.value for each in app.warning],
    "panels": [panel.label for panel in shown.panels],
    "diffusivity": shown.task.diffusivity,
    "same": spec(linked) == shown,
    "form": sorted({"diffusivity", "sinc_omega"} & {option.name for option in options_of("heat")}),
    "left_out": {**activations.left_out(), **problems.left_out()},
}))
"""


@pytest.fixture(scope="module")
def environment(root: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """That of a process which has the template among its packages."""
    folder = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    # From a copy: pip builds beside what it installs.
    copy = tmp_path_factory.mktemp("copy") / "tesla-lab-heat"
    shutil.copytree(root / "examples" / "tesla-lab-heat", copy)
    subprocess.run([*pip, "--target", str(folder), str(copy)], check=True, capture_output=True)
    return {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{root}", "TESLA_LAB_HOME": str(folder / "lab")}


def test_its_page_form_and_link_are_like_the_labs_own(root: Path, environment: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", VISIT], env=environment, cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == {
        "exceptions": [],
        "said": [],
        "panels": ["Sinc ω=4", "TESLA K=3"],
        "diffusivity": 0.5,
        "same": True,
        "form": ["diffusivity", "sinc_omega"],
        "left_out": {},
    }


def test_its_experiment_is_listed_and_runs(root: Path, environment: dict[str, str], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tesla_core"]
    listed = subprocess.run([*command, "list"], env=environment, cwd=root, capture_output=True, text=True, check=True)
    assert "Heat equation PINN" in listed.stdout
    assert "sin(ωz)/ωz" in listed.stdout
    options = ["--activation", "sinc", "--sinc-omega", "4", "--epochs", "20", "--samples", "100", "--width", "16"]
    run = [*command, "run", "heat", *options, "--out", str(tmp_path / "run")]
    done = subprocess.run(run, env=environment, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "true relative error" in done.stdout + done.stderr
    result = json.loads((tmp_path / "run" / "result.json").read_text())
    assert 0 < result["metrics"]["relative_error"] < 10
