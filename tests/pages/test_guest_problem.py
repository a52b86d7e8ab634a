"""A problem of an installed package on the Continuous page: the lab is not changed for it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

GUEST = """
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from tesla_core.lab.presets import Preset
from tesla_core.lab.surroundings import Fold, Formula
from tesla_core.problems.base import Problem
from tesla_core.problems.pde.experiment import PdeSpec
from tesla_core.problems.pde.live import Field
from tesla_core.problems.pde.page import SHAPE, equation_page, points_of
from tesla_core.problems.pde.task import Domain, Given, PdeTask, edge_values


@dataclass(frozen=True)
class HeatTask(PdeTask):
    axes: ClassVar[tuple[str, str]] = ("t", "x")
    domain: ClassVar[Domain] = (0.0, 1.0, -1.0, 1.0)
    conditions: ClassVar[tuple[str, ...]] = ("initial",)
    second: ClassVar[tuple[int, ...]] = (1,)
    residual: ClassVar[str] = "guest_torch"

    def exact(self, points):
        return np.exp(-np.pi**2 * points[:, 0]) * np.sin(np.pi * points[:, 1])

    def given(self, generator):
        x = self.drawn(1, self.boundary, generator)
        return Given({"initial": edge_values(np.stack((np.zeros_like(x), x), axis=1), np.sin(np.pi * x))})


@dataclass(frozen=True, kw_only=True)
class HeatSpec(PdeSpec):
    experiment: ClassVar[str] = "heat"
    label: ClassVar[str] = "Heat PINN"

    def task(self):
        return HeatTask(**self._subset(HeatTask))


PAGE = equation_page(
    HeatTask,
    label="Heat PINN",
    intro="Warmth spreads.",
    prefix="gh_",
    presets=(Preset("A rod", "It cools.", SHAPE), Preset("Few points", "It cools anyhow.", {**SHAPE, "inside": 50})),
    task_of=lambda values: HeatTask(**points_of(values)),
    name="the heat equation",
    crux="the fast decay",
    file="guest-heat",
    why=Fold("Why?", ("By", Formula("u_t = u_{xx}"))),
)
PROBLEM = Problem(
    "heat", "Heat equation", experiments=(HeatSpec,), kinds={HeatTask: Field(HeatTask, HeatSpec)}, page=PAGE
)
TAKEN = Problem("other", "Other", page=replace(PAGE, label="Other", prefix="ch_"))
"""

GUEST_TORCH = """
def residual(_task, jet, _points):
    return jet.first[0] - jet.second[1]
"""

VISIT = """
import json
from pathlib import Path
from urllib.parse import parse_qs

from pages._ui.jobs.promote import full_size_of
from tests.pages.script_page import canvas, opener, spec
from tesla_core.problems.registry import left_out

open_ = opener(Path.cwd(), "lab/continuous.py")
app = open_(c_what="Heat PINN")
assert not app.exception, app.exception
opened = spec(app)
app.selectbox(key="gh_preset").set_value("Few points").run()
app.number_input(key="gh_seed").set_value(3).run()
assert not app.exception, app.exception
shown, link = spec(app), canvas(app)["link"]
linked = open_(**parse_qs(link))

import torch
from tesla_core.live.engine.cursor import Cursor
from tesla_core.problems.scene import Scene

torch.set_num_threads(1)
cursor = Cursor(shown, Scene(shown), torch.device("cpu"))
while (end := cursor.advance()) is None:
    pass
print(json.dumps({
    "tabs": [group.options for group in app.button_group if group.key == "c_what"],
    "intro": app.caption[0].value,
    "task": type(opened.task).__name__,
    "points": [opened.task.samples, shown.task.samples],
    "seed": shown.seed,
    "same": spec(linked) == shown,
    "said": [each.value for each in app.warning],
    "fold": [each.label for each in app.expander if each.label == "Why?"],
    "jobs": sorted({job.experiment for job in full_size_of(shown).specs}),
    "finite": bool(torch.as_tensor(end.metrics).isfinite().all()),
    "left_out": dict(left_out()),
}))
"""


@pytest.fixture
def guest(tmp_path: Path) -> Path:
    """A folder on the path as pip leaves a package in one."""
    package = tmp_path / "guest-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: guest\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text("[tesla_lab.problems]\nheat = guest:PROBLEM\nother = guest:TAKEN\n")
    (tmp_path / "guest.py").write_text(GUEST)
    (tmp_path / "guest_torch.py").write_text(GUEST_TORCH)
    return tmp_path


def test_an_equation_of_a_package_is_watched_like_the_labs_own(root: Path, guest: Path) -> None:
    """Its tab stands last, its presets and its link open its runs, the engine trains them, jobs take them; one whose
    parameters are another page's is named and left out."""
    environment = {**os.environ, "PYTHONPATH": f"{guest}{os.pathsep}{root}", "TESLA_LAB_HOME": str(guest / "lab")}
    done = subprocess.run(
        [sys.executable, "-c", VISIT], env=environment, cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout.splitlines()[-1])
    assert "the page ch_ is taken" in said.pop("left_out")["other"]
    assert said == {
        "tabs": [["Burgers PINN", "Allen–Cahn PINN", "Helmholtz PINN", "Image", "Mixed frequencies", "Heat PINN"]],
        "intro": "Warmth spreads.",
        "task": "HeatTask",
        "points": [500, 50],
        "seed": 3,
        "same": True,
        "said": [],
        "fold": ["Why?"],
        "jobs": ["heat"],
        "finite": True,
    }
