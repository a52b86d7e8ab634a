"""docs/versions.md keeps its word: what an earlier revision wrote is read, and what could be called can be called.

promises/REVISION has what that revision wrote: a network's state_dict and its values, a run that was stopped after two
epochs of four with the result of the same run unstopped, and the names and arguments that it listed in `__all__`. Links
and stores have fixtures of their own (tests/links, tests/jobs/fixtures).
"""

from __future__ import annotations

import importlib
import inspect
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from tesla_core import TESLA
from tesla_core.activations.kernels import operators
from tesla_core.errors import TeslaError
from tesla_core.experiments.folder import RunFolder
from tesla_core.experiments.run import run

PROMISES = Path(__file__).parent / "promises"


@pytest.fixture(params=sorted(path.name for path in PROMISES.iterdir()))
def kept(request: pytest.FixtureRequest) -> Path:
    return PROMISES / request.param


def test_weights_of_before_load_and_mean_the_same(kept: Path) -> None:
    model = nn.Sequential(nn.Linear(4, 6), TESLA(3), nn.Linear(6, 2))
    model.load_state_dict(torch.load(kept / "weights.pt"))
    values = torch.tensor(json.loads((kept / "values.json").read_text()))
    torch.testing.assert_close(model(torch.linspace(-2, 2, 12).view(3, 4)), values)


def resumed(folder: Path) -> tuple[dict[str, Any], int]:
    run_folder, steps = RunFolder.open(folder), []
    return run(run_folder.spec(), run_folder, lambda _training, step: steps.append(step)), len(steps)


def test_a_run_of_before_goes_on_where_it_stopped(kept: Path, tmp_path: Path) -> None:
    shutil.copytree(kept / "run", tmp_path / "run")
    result, steps = resumed(tmp_path / "run")
    assert steps == 2 * 3  # two epochs of 40 strings in batches of 16: the first two were not trained again
    whole = json.loads((kept / "result.json").read_text())["metrics"]["history"]
    for mine, before in zip(result["metrics"]["history"], whole, strict=True):
        assert mine == pytest.approx(before, rel=1e-5)


def test_a_checkpoint_that_does_not_fit_is_refused(kept: Path, tmp_path: Path) -> None:
    shutil.copytree(kept / "run", tmp_path / "run")
    spec = tmp_path / "run" / "spec.json"
    spec.write_text(spec.read_text().replace('"harmonics": 3', '"harmonics": 4'))
    before = (tmp_path / "run" / "checkpoint.safetensors").read_bytes()
    with pytest.raises(TeslaError):
        resumed(tmp_path / "run")
    assert (tmp_path / "run" / "checkpoint.safetensors").read_bytes() == before


def test_every_name_and_argument_of_before_is_there(kept: Path) -> None:
    """A script that was written for it still runs: arguments keep their names and, if given in order, their places."""
    for module, names in json.loads((kept / "api.json").read_text()).items():
        now = importlib.import_module(module)
        assert set(names) <= set(now.__all__)
        for name, arguments in names.items():
            if arguments is not None:
                parameters = list(inspect.signature(getattr(now, name)).parameters)
                assert [one for one in parameters if one in arguments] == arguments, name


def test_the_operators_of_exported_programs_keep_their_signatures() -> None:
    """A file of `torch.export` names them; with others it could not be loaded."""
    assert str(operators.phi._schema) == "tesla::phi(Tensor z, Tensor a, Tensor b, str kernel) -> Tensor"
    assert str(operators.gradients._schema) == (
        "tesla::gradients(Tensor g, Tensor z, Tensor a, Tensor b, str kernel) -> (Tensor, Tensor, Tensor)"
    )
