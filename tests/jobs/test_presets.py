"""The presets of the launch form are runs, and those called the paper's are the ones the program's tables measure."""

from __future__ import annotations

import pytest

from tesla_core.experiments.tables import TABLES
from tesla_core.jobs.presets import PRESETS, JobPreset, preset_named


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_a_preset_can_be_launched(preset: JobPreset) -> None:
    """Nobody's first press ends in an error."""
    specs = preset.sweep.specs()
    assert specs
    assert len(set(specs)) == len(specs)
    assert preset_named(preset.name) is preset


@pytest.mark.parametrize("preset", [p for p in PRESETS if p.table], ids=lambda preset: preset.name)
def test_the_papers_presets_are_the_tables_runs(preset: JobPreset) -> None:
    """A job launched from a preset may stand beside the numbers on the Paper page."""
    measured = {spec for unit in TABLES[preset.table].units() for spec in unit}
    assert set(preset.sweep.specs()) <= measured


def test_parity_lpn_and_forrelation_are_there() -> None:
    """The three experiments of the paper that people ask for first."""
    assert {"parity", "lpn", "forrelation"} <= {preset.table for preset in PRESETS}
