"""One row an activation: if these fail, somebody's activation is missing in a form, a link or a command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from tesla_core.activations.registry import ACTIVATIONS, OPTIONS, collect, left_out
from tesla_core.activations.row import Activation, Option
from tesla_core.errors import OutOfRangeError, TeslaError, UnknownNameError
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.models.spec import ModelSpec

GUEST_MODULE = """
from tesla_core.activations import Activation, Option

ROW = Activation(
    "swish2",
    "Swish-β",
    "z σ(βz)",
    "guest_torch:Swish",
    options=(Option("swish2_beta", "β", "Swish's β", 1.0, (0.1, 10.0), words=("β", "beta"), argument="beta"),),
    code="z * torch.sigmoid({swish2_beta:g} * z)",
)
"""
GUEST_TORCH = """
import torch
from tesla_core.activations.pointwise import Pointwise

class Swish(Pointwise):
    def __init__(self, beta):
        super().__init__()
        self.beta = beta

    def forward(self, z):
        return z * torch.sigmoid(self.beta * z)

    def extra_repr(self):
        return f"beta={self.beta:g}"
"""
VISIT = """
import json
import torch
from tesla_core.lab.panels import SUGGESTIONS, panel_text, read_panel
from pages._ui.share.snippet import snippet
from tesla_core.activations.registry import left_out
from tesla_core.commands import main, parser
from tesla_core.figures.palette import model_look
from tesla_core.jobs.launch.options import options_of
from tesla_core.jobs.launch.sweep import Sweep
from tesla_core.live.spec import LiveSpec
from tesla_core.models.build import build_model
from tesla_core.models.spec import ModelSpec
from tesla_core.experiments.registry import spec_from_dict
from tesla_core.problems.toys.task import ToyTask

panel = read_panel("swish-β β=2")
live = LiveSpec(ToyTask("moons"), (panel,))
given = parser().parse_args(["run", "toys", "--activation", "swish2", "--swish2-beta", "3"])
swept = Sweep("toys", {"activation": "relu, swish2", "swish2_beta": "1, 2"}).specs()
print(json.dumps({
    "suggested": "Swish-β β=1" in SUGGESTIONS,
    "text": panel_text(panel),
    "same_link": LiveSpec.from_link(live.link) == live,
    "flag": given.swish2_beta,
    "form": [option.name for option in options_of("toys") if option.name == "swish2_beta"],
    "swept": [spec.model().label for spec in swept],
    "round": [spec_from_dict(spec.to_dict()) == spec for spec in swept],
    "code": "torch.sigmoid(2 * z)" in snippet(panel, 2, 2, "w"),
    "colour": model_look(panel).light,
    "finite": bool(build_model(panel, 2, 1, 0)(torch.rand(4, 2)).isfinite().all()),
    "left_out": dict(left_out()),
}))
main(["list"])
"""


def test_a_package_brings_an_activation_with_an_option(root: Path, tmp_path: Path) -> None:
    """It is in forms, sweeps, links, commands, charts and exports; a package that breaks is named, and no more."""
    package = tmp_path / "guest-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: guest\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text("[tesla_lab.activations]\nswish2 = guest:ROW\nbroken = guest:NOTHING\n")
    (tmp_path / "guest.py").write_text(GUEST_MODULE)
    (tmp_path / "guest_torch.py").write_text(GUEST_TORCH)
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{root}"}
    done = subprocess.run(
        [sys.executable, "-c", VISIT], env=environment, cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout.splitlines()[0])
    assert "  broken       AttributeError" in done.stdout
    assert said["left_out"].keys() == {"broken"}
    assert "NOTHING" in said.pop("left_out")["broken"]
    assert said == {
        "suggested": True,
        "text": "Swish-β β=2",
        "same_link": True,
        "flag": 3.0,
        "form": ["swish2_beta"],
        "swept": ["ReLU", "Swish-β β=1", "Swish-β β=2"],
        "round": [True] * 3,
        "code": True,
        "colour": "#184A56",
        "finite": True,
    }


class Point:
    """An entry point that gives what it is told to."""

    def __init__(self, name: str, given: Any) -> None:
        self.name, self.given = name, given

    def load(self) -> Any:
        return self.given


MINE = Activation("mine", "Mine", "z", "mine:Mine")
BETA = Option("mine_beta", "β", "Mine's β", 1.0, (0.0, 2.0))


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("text", "it names a str, not an Activation"),
        (replace(MINE, name="relu"), "the name relu is taken"),
        (replace(MINE, label="SIREN"), "the name siren is taken"),
        (replace(MINE, options=(replace(BETA, name="bits"),)), "the option bits must be named mine_…"),
        (replace(MINE, options=(replace(BETA, is_field=True),)), "no field of the lab's specs"),
        (replace(MINE, options=(replace(BETA, default=3.0),)), "must be from 0 to 2; 3 was given"),
    ],
)
def test_what_the_lab_cannot_take_is_left_out_with_the_reason(given: Any, reason: str) -> None:
    found, failed = collect([Point("first", given), Point("second", MINE)])  # pyright: ignore[reportArgumentType]
    assert reason in failed["first"]
    assert found["mine"] is MINE
    assert not left_out()


def test_options_of_the_first_activations_are_fields_with_the_same_default() -> None:
    """Links and stored specs name them; another default would change what old ones mean."""
    own = {field.name: field.default for field in fields(ModelSpec)}
    for option in OPTIONS.values():
        if option.is_field:
            assert own[option.name] == option.default
            assert option.name in {field.name for field in fields(ExperimentSpec)}


@pytest.mark.parametrize("row", ACTIVATIONS.values(), ids=ACTIVATIONS)
def test_a_row_says_all_there_is_to_say(row: Activation) -> None:
    assert all((row.label, row.formula, row.implementation, row.own_init))
    for option in row.options:
        assert option.help
        assert option.label
        assert bool(option.limits) != bool(option.choices)
        assert option.choices or option.words
        option.check(option.default)
    model = ModelSpec(row.name)
    assert set(model.chosen) == set(row.option_names)
    assert row.code.format(**model.chosen) or "Activation()" not in model.network.code


def test_an_option_is_refused_with_its_limits_and_where_it_means_nothing() -> None:
    with pytest.raises(TeslaError, match="ReLU has no options; 'mine_beta' was given"):
        ModelSpec("relu", options=(("mine_beta", 1.0),))
    with pytest.raises(UnknownNameError, match=r"option of SIREN 'mine_beta'.*omega"):
        ModelSpec("siren", options=(("mine_beta", 1.0),))
    with pytest.raises(OutOfRangeError, match="β must be from 0 to 2; 3 was given"):
        BETA.check(3.0)
    with pytest.raises(TeslaError, match="β must be a number; 'much' was given"):
        BETA.check("much")
    with pytest.raises(TeslaError, match="pairs"):
        ModelSpec("relu", options=(1,))  # pyright: ignore[reportArgumentType]
