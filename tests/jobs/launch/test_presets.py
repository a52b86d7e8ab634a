"""The presets of the launch form are runs, and those called the paper's are the ones the program's tables measure."""

from __future__ import annotations

import pytest

from benchmarks.job_notes import CHECKS
from tesla_core.experiments.registry import TABLES
from tesla_core.experiments.results import Result
from tesla_core.jobs.launch.estimate import seconds_of
from tesla_core.jobs.launch.presets import PRESETS, preset_named, runs_of
from tesla_core.problems.base import JobPreset
from tesla_core.problems.burgers import paper as burgers
from tesla_core.problems.image import paper as inr
from tesla_core.problems.imagenet100 import paper as imagenet100
from tesla_core.problems.parity.table import TASK_BLIND


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_a_preset_can_be_launched(preset: JobPreset) -> None:
    """Nobody's first press ends in an error."""
    specs = runs_of(preset)
    assert specs
    assert len(set(specs)) == len(specs)
    assert preset_named(preset.name) is preset


def test_the_first_job_compares_tesla_with_others_where_they_differ() -> None:
    """Under rademacher nearly everybody learns parity: a first job there would show nothing of TESLA."""
    first = PRESETS[0]
    specs = runs_of(first)
    assert {spec.activation for spec in specs} == {"tesla", "relu", "gelu"}
    assert {spec.init for spec in specs} == {TASK_BLIND}
    assert {spec.seed for spec in specs} == {0, 1, 2}
    assert sum(seconds_of(spec) for spec in specs) < 150
    assert first.name in CHECKS


def test_the_first_jobs_note_is_held_against_its_runs() -> None:
    """Measured: 99.995 to 100, 53.6 to 54.5 and 49.8 to 50.4%. It must notice a ReLU that learns."""
    measured = {"tesla": 1.0, "relu": 0.5377, "gelu": 0.4983}
    results = [Result(spec, {"test_accuracy": measured[spec.activation]}) for spec in runs_of(PRESETS[0])]
    spans = CHECKS[PRESETS[0].name]
    assert spans.problems(results) == []
    rademacher = [Result(result.spec, {"test_accuracy": 1.0}) for result in results]
    assert len(spans.problems(rademacher)) == 6


@pytest.mark.parametrize("name", CHECKS)
def test_a_jobs_note_says_what_is_measured_of_every_model_in_it(name: str) -> None:
    """A note that was rewritten, or a preset with another model, needs its check rewritten."""
    preset, spans = preset_named(name), CHECKS[name]
    assert preset is not None
    assert spans.says in preset.note
    assert {spec.model().label for spec in runs_of(preset)} == set(spans.models)


@pytest.mark.parametrize("preset", [p for p in PRESETS if p.table], ids=lambda preset: preset.name)
def test_the_papers_presets_are_the_tables_runs(preset: JobPreset) -> None:
    """A job launched from a preset may stand beside the numbers on the Paper page."""
    measured = {spec for unit in TABLES[preset.table].units() for spec in unit}
    assert set(runs_of(preset)) <= measured


def test_parity_lpn_and_forrelation_are_there() -> None:
    """The three experiments of the paper that people ask for first."""
    assert {"parity", "lpn", "forrelation"} <= {preset.table for preset in PRESETS}


@pytest.mark.parametrize("experiment", ["parity", "burgers", "inr", "regression", "imagenet100"])
def test_an_experiment_has_a_quick_look_and_the_papers_settings(experiment: str) -> None:
    """A first run that a laptop finishes while one looks on, and the long one."""
    own = [preset for preset in PRESETS if preset.experiment == experiment]
    quick = [preset for preset in own if preset.name.startswith("Quick look")]
    paper = [preset for preset in own if preset.name.startswith("The paper's")]
    assert quick
    assert paper
    for preset in quick:
        assert all(seconds_of(spec) < 180 for spec in runs_of(preset))
        assert "minute" in preset.note


def test_the_papers_long_settings_are_those_of_the_paper() -> None:
    """Where the paper says how long and how wide, a preset called the paper's is that."""
    images = preset_named("The paper's images")
    assert images is not None
    assert {(s.depth, s.width, s.epochs) for s in runs_of(images)} == {
        (int(inr.LAYERS.value), int(inr.WIDTH.value), int(inr.EPOCHS.value))
    }
    pinn, vision = preset_named("The paper's Burgers PINN"), preset_named("The paper's ImageNet-100")
    assert pinn is not None
    assert vision is not None
    assert {spec.epochs for spec in runs_of(pinn)} == {int(burgers.EPOCHS.value)}
    assert {(spec.epochs, spec.batch, spec.lr) for spec in runs_of(vision)} == {
        (int(imagenet100.EPOCHS.value), int(imagenet100.BATCH.value), imagenet100.LEARNING_RATE.value)
    }
    assert not any(spec.is_stock for spec in runs_of(vision))
