"""Sweeps to start from, as the problems list them: quick looks, the paper's settings as the program measures them, and
others."""

from __future__ import annotations

from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.jobs.launch.sweep import Sweep
from tesla_core.problems.base import JobPreset
from tesla_core.problems.registry import problems

PRESETS: tuple[JobPreset, ...] = tuple(
    sorted((preset for problem in problems().values() for preset in problem.presets), key=lambda preset: preset.place)
)


def preset_named(name: str) -> JobPreset | None:
    return next((preset for preset in PRESETS if preset.name == name), None)


def runs_of(preset: JobPreset) -> list[ExperimentSpec]:
    """Every run of a preset; a SweepError names all that is wrong with it."""
    return Sweep(preset.experiment, preset.texts).specs()
