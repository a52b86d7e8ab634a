"""A problem of another package on the Continuous page: the lab is not changed for it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

CLASHING = """
from dataclasses import replace

from tesla_core.problems.base import Problem
from tesla_lab_heat.page import PAGE

PROBLEM = Problem("other", "Other", page=replace(PAGE, label="Other", prefix="ch_"))
"""

VISIT = """
import json
from pathlib import Path
from urllib.parse import parse_qs

from pages._ui.jobs.promote import full_size_of
from tesla_core.problems.registry import left_out
from tests.pages.script_page import canvas, opener, spec

open_ = opener(Path.cwd(), "lab/continuous.py")
app = open_(c_what="Heat PINN")
app.selectbox(key="heat_preset").set_value("A rod that hardly conducts").run()
app.number_input(key="heat_seed").set_value(3).run()
assert not app.exception, app.exception
shown = spec(app)
linked = open_(**parse_qs(canvas(app)["link"]))

import torch
from tesla_core.live.engine.cursor import Cursor
from tesla_core.problems.scene import Scene

torch.set_num_threads(1)
cursor = Cursor(shown, Scene(shown), torch.device("cpu"))
while (end := cursor.advance()) is None:
    pass
print(json.dumps({
    "last": next(group.options for group in app.button_group if group.key == "c_what")[-1],
    "intro": app.caption[0].value[:26],
    "fold": [each.label for each in app.expander if each.label.startswith("What")],
    "run": [type(shown.task).__name__, shown.task.diffusivity, shown.seed],
    "same": spec(linked) == shown,
    "jobs": sorted({job.experiment for job in full_size_of(shown).specs}),
    "finite": bool(torch.as_tensor(end.metrics).isfinite().all()),
    "left_out": dict(left_out()),
}))
"""


def test_an_equation_of_a_package_is_watched_like_the_labs_own(root: Path, tmp_path: Path) -> None:
    """Its tab stands last, its presets and its link open its runs, the engine trains them, jobs take them; one whose
    parameters are another page's is named and left out."""
    package = tmp_path / "guest-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: guest\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text(
        "[tesla_lab.problems]\nheat = tesla_lab_heat.problem:PROBLEM\nother = clashing:PROBLEM\n"
    )
    (tmp_path / "clashing.py").write_text(CLASHING)
    path = os.pathsep.join(map(str, (tmp_path, root / "examples" / "tesla-lab-heat", root)))
    environment = {**os.environ, "PYTHONPATH": path, "TESLA_LAB_HOME": str(tmp_path / "lab")}
    done = subprocess.run(
        [sys.executable, "-c", VISIT], env=environment, cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout.splitlines()[-1])
    assert "the page ch_ is taken" in said.pop("left_out")["other"]
    assert said == {
        "last": "Heat PINN",
        "intro": "Each panel is a network th",
        "fold": ["What is solved here?"],
        "run": ["HeatTask", 0.01, 3],
        "same": True,
        "jobs": ["heat"],
        "finite": True,
    }
