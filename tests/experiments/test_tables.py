"""The paper's tables as lists of runs: nothing missing, nothing twice, every activation under the same rule."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from benchmarks.starts.peers import RESULTS
from tesla_core.activations.rows import ROWS
from tesla_core.experiments.registry import TABLES
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.experiments.table import LEFT_OUT, LEFT_OUT_SLOW, SEEDS, Table
from tesla_core.problems.image.experiment import InrSpec
from tesla_core.problems.image.table import SEARCHED
from tesla_core.problems.parity.experiment import ParitySpec
from tesla_core.problems.parity.table import TASK_BLIND

each_table = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)


def runs(table: Table) -> list[ExperimentSpec]:
    return [spec for unit in table.units() for spec in unit]


@each_table
def test_runs_of_a_unit_can_train_together(table: Table) -> None:
    for unit in table.units():
        assert len({spec.settings() for spec in unit}) == 1
        # one task for all, or one setting whose seeds draw a task each
        assert len({spec.task() for spec in unit}) == 1 or len({replace(spec, seed=0) for spec in unit}) == 1
        assert len({(spec.width, spec.depth) for spec in unit}) == 1


@each_table
def test_no_run_is_listed_twice(table: Table) -> None:
    """It would count twice in a mean."""
    assert len(set(runs(table))) == len(runs(table))


@each_table
def test_every_cell_has_its_tables_seeds(table: Table) -> None:
    if "parameters" not in table.numbers:  # which no seed changes
        assert table.seeds[:3] == SEEDS == (0, 1, 2) or "one-seed" in {one.name for one in table.deviations}
    cells: dict[ExperimentSpec, list[int]] = {}
    for spec in runs(table):
        cells.setdefault(replace(spec, seed=0), []).append(spec.seed)
    assert all(sorted(seeds) == list(table.seeds) for seeds in cells.values())


@each_table
def test_baselines_run_under_the_rule_of_the_tesla_beside_them(table: Table) -> None:
    """A comparison applies one first-layer rule to all; an activation's own rule is a further, labelled choice."""
    if {spec.activation for spec in runs(table)} == {"tesla"}:
        return  # a table of TESLA alone compares its own settings
    if "parameters" in table.numbers:
        return  # counts, of networks that start as they come
    rules: dict[object, dict[str, set[str]]] = {}
    for spec in runs(table):
        rules.setdefault((spec.task(), spec.settings(), spec.width), {}).setdefault(spec.activation, set()).add(
            spec.init
        )
    for by_activation in rules.values():
        assert {"tesla", "relu", "siren"} <= set(by_activation)
        for activation, inits in by_activation.items():
            assert inits - {"own"} <= by_activation["tesla"], activation
            assert inits - {"own"}, activation
    if "init" in table.rows:
        return
    assert len({spec.init for spec in runs(table)}) == 1  # a rule that the table does not show does not vary


@each_table
def test_rows_and_columns_tell_all_runs_of_one_seed_apart(table: Table) -> None:
    """Two settings in one cell would be averaged as if they were seeds."""
    for seed in table.seeds:
        places = []
        for spec in runs(table):
            if spec.seed == seed:
                shown = [spec.model().label if name == "model" else getattr(spec, name) for name in table.rows]
                places.append((*shown, getattr(spec, table.column) if table.column else table.numbers))
        assert len(set(places)) == len(places)


@each_table
def test_a_specialist_stands_in_a_row_of_its_own(table: Table) -> None:
    """In a table without a column for the model, it would be averaged with networks."""
    assert "model" in table.rows or not table.specialists


def test_the_parity_table_is_the_papers_with_every_baseline_under_both_rules() -> None:
    specs = [spec for spec in runs(TABLES["parity"]) if isinstance(spec, ParitySpec)]
    names = {"tesla", "siren", "snake", "fourier", "relu", "gelu", "tanh"}
    for bits in (16, 20, 24, 28, 32):
        for noise in (0.0, 0.1, 0.2, 0.3):
            for init in ("rademacher", TASK_BLIND):
                cell = [s for s in specs if (s.bits, s.noise, s.init, s.seed) == (bits, noise, init, 0)]
                assert {spec.activation for spec in cell} == names
    assert all(spec.epochs == 20 and spec.secret_weight == 0 and spec.train_size is None for spec in specs)
    assert all(spec.harmonics == 8 for spec in specs)
    assert TASK_BLIND.startswith("uniform(")


def test_the_surface_table_has_the_harmonics_of_the_figure_and_every_baseline() -> None:
    specs = runs(TABLES["surface"])
    assert {1, 2, 4, 8} == {spec.harmonics for spec in specs if spec.activation == "tesla"}
    expected = {"tesla", "relu", "gelu", "silu", "tanh", "siren", "snake", "fourier", "kan"}
    assert {spec.activation for spec in specs} == expected


def test_the_lpn_table_hides_half_the_bits_at_a_tenth_noise() -> None:
    specs = [spec for spec in runs(TABLES["lpn"]) if isinstance(spec, ParitySpec)]
    assert all((spec.secret_weight, spec.noise) == (spec.bits // 2, 0.1) for spec in specs)
    assert {20, 24} <= {spec.bits for spec in specs}


def test_the_forrelation_table_has_the_papers_widths() -> None:
    assert {128, 512, 1024} == {spec.width for spec in runs(TABLES["forrelation"])}


def test_the_continuous_tables_have_the_papers_activations() -> None:
    expected = {
        "burgers": {"relu", "tanh", "siren", "tesla"},
        "inr": {"relu", "tanh", "siren", "tesla"},
        "inr_unseen": {"relu", "tanh", "siren", "tesla", *LEFT_OUT, *LEFT_OUT_SLOW},
        "inr_unseen_128": {"relu", "siren", "tesla", "finer"},
        "inr_whole": {"relu", "siren", "tesla", "finer"},
        "regression": {"relu", "gelu", "silu", "siren", "tesla", *LEFT_OUT, *LEFT_OUT_SLOW},
    }
    found = {name: {spec.activation for spec in runs(table)} for name, table in TABLES.items() if name in expected}
    assert found == expected
    assert {spec.epochs for spec in runs(TABLES["burgers"])} == {20_000}


@pytest.mark.parametrize("name", ["regression", "inr_unseen"])
def test_every_activation_of_the_lab_has_its_rows_beside_tesla(name: str) -> None:
    """Who asks how TESLA stands against what the paper leaves out finds all of it, from the same data and budget, and
    what was measured before is measured still."""
    specs = runs(TABLES[name])
    learned = {row.name for row in ROWS} - {"relu", "gelu", "silu", "tanh"}
    assert learned <= {spec.activation for spec in specs}
    assert set(LEFT_OUT).isdisjoint(LEFT_OUT_SLOW)
    (settings,) = {replace(spec.settings(), schedule="cosine") for spec in specs}
    assert settings.epochs in (300, 400)
    first_of_the_new = next(place for place, spec in enumerate(specs) if spec.activation in LEFT_OUT)
    assert not {spec.activation for spec in specs[first_of_the_new:]} & {"tesla", "siren", "relu"}


def test_searched_settings_are_those_that_the_search_chose() -> None:
    """No number of a row was picked by hand; how many were tried is what the table says."""
    found = {one["activation"]: one for one in json.loads(RESULTS.read_text(encoding="utf-8"))}
    assert {name: one["chosen"] for name, one in found.items()} == SEARCHED
    assert {name: len(one["tried"]) for name, one in found.items() if name != "finer"} == dict.fromkeys(
        set(SEARCHED) - {"finer"}, 6
    )
    assert len(found["finer"]["tried"]) == 9
    for one in found.values():
        best = max(one["tried"], key=lambda row: row["unseen"])
        assert one["chosen"].items() <= best.items()
    (said,) = (one for one in TABLES["inr_unseen"].deviations if one.name == "pictures-left-out")
    assert "the best of six settings (FINER: nine)" in said.text


def test_a_whole_photograph_has_the_papers_network_and_says_how_far_it_was_trained() -> None:
    (size,) = {(spec.width, spec.depth, spec.epochs, spec.batch) for spec in runs(TABLES["inr_whole"])}
    assert size == (512, 6, 5, 1024)
    rows, columns = InrSpec(size=0).task().picture().pixels.shape[:2]
    assert (rows, columns) == (427, 640)
    steps = size[2] * -(-(rows * columns // 2) // size[3])
    assert steps == 670
    (said,) = (one for one in TABLES["inr_whole"].deviations if one.name == "fewer-steps")
    assert "670 steps of 1,024 pixels" in said.text


def test_photographs_are_measured_on_the_pixels_they_saw_and_on_those_they_did_not() -> None:
    """The paper's way stands as it was measured; beside it, what was never trained on."""
    assert {spec.to_dict()["withheld"] for spec in runs(TABLES["inr"])} == {0.0}
    for name in ("inr_unseen", "inr_unseen_128", "inr_whole"):
        assert {spec.to_dict()["withheld"] for spec in runs(TABLES[name])} == {0.5}
    assert TABLES["inr_unseen"].numbers[0] == "unseen_psnr"


def test_harmonics_by_bits_has_every_cell_and_three_seeds_of_all_come_first() -> None:
    """A table that is stopped half way has something to say of every cell."""
    units = list(TABLES["k_by_bits"].units())
    specs = [spec for unit in units for spec in unit if isinstance(spec, ParitySpec)]
    assert len(specs) == 8 * 5 * 5
    assert {spec.init for spec in specs} == {TASK_BLIND}
    assert {(spec.harmonics, spec.bits) for unit in units[:40] for spec in unit if isinstance(spec, ParitySpec)} == {
        (harmonics, bits) for harmonics in (1, 2, 3, 4, 6, 8, 12, 16) for bits in (12, 16, 20, 24, 28)
    }
