"""Solvers of the equations against the solutions that networks are judged by."""

from __future__ import annotations

from importlib import import_module

import numpy as np
import pytest

from tesla_core.experiments.specialist import finished
from tesla_core.problems.allen_cahn.task import AllenCahnTask
from tesla_core.problems.burgers.task import BurgersTask
from tesla_core.problems.convection.task import ConvectionTask
from tesla_core.problems.helmholtz.task import HelmholtzTask
from tesla_core.problems.pde.specialist import from_modes, places
from tesla_core.problems.pde.task import PdeTask


@pytest.mark.parametrize(
    ("name", "task", "most"),
    [
        ("burgers", BurgersTask(), 2.9e-8),
        ("burgers", BurgersTask(viscosity=0.05), 1e-9),
        ("allen_cahn", AllenCahnTask(), 5e-5),
        ("helmholtz", HelmholtzTask(), 1e-13),
        ("convection", ConvectionTask(beta=100.0), 1e-13),
    ],
)
def test_the_solver_is_near_the_exact_solution(name: str, task: PdeTask, most: float) -> None:
    specialist = import_module(f"tesla_core.problems.{name}.specialist").SPECIALIST
    found = finished(specialist.solving(task))
    assert (found.numbers["relative_error"] or 1.0) < most
    assert found.samples is None  # no collocation point is asked for


def test_modes_are_read_at_any_place() -> None:
    x = np.linspace(-1, 1, 7)
    modes = np.fft.rfft(1 + np.cos(np.pi * places(16)) - np.sin(3 * np.pi * places(16)))
    assert np.allclose(from_modes(modes, 16, x), 1 + np.cos(np.pi * x) - np.sin(3 * np.pi * x))
