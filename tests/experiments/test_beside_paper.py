"""If these fail, a result stands beside a number that the paper has for something else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tesla_core.experiments.beside_paper import beside_paper
from tesla_core.experiments.registry import TABLES
from tesla_core.experiments.results import Result
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.problems.burgers.experiment import BurgersSpec
from tesla_core.problems.forrelation.experiment import ForrelationSpec
from tesla_core.problems.image.experiment import InrSpec
from tesla_core.problems.imagenet100.experiment import ImageNet100Spec
from tesla_core.problems.parity.experiment import ParitySpec
from tesla_core.problems.signal.experiment import RegressionSpec

PARITY = ParitySpec(bits=32, noise=0.1)


def test_an_accuracy_stands_beside_that_of_its_own_bits_and_noise_which_is_on_validation() -> None:
    """Table 5 is validation accuracy; ours on test is said to be that."""
    said = beside_paper(PARITY, {"validation_accuracy": 0.9031, "test_accuracy": 0.902})
    assert said == "The paper, Table 5: validation accuracy 85.78% (here 90.31%, 90.20% on test)."
    said = beside_paper(PARITY, {"test_accuracy": 0.902})
    assert said == "The paper, Table 5: validation accuracy 85.78% (here 90.20% on test)."


@pytest.mark.parametrize(
    ("spec", "difference"),
    [
        (replace(PARITY, activation="siren", omega=5.0), "ω₀ 30 (here 5)"),
        (replace(PARITY, activation="snake", alpha=2.0), "α 1 (here 2)"),
        (replace(PARITY, harmonics=4), "harmonics K 8 (here 4)"),
        (replace(PARITY, width=64), "width 128 (here 64)"),
        (replace(PARITY, depth=3), "hidden layers 2 (here 3)"),
        (replace(PARITY, train_size=5000), "training samples 100,000 (here 5,000)"),
        (replace(PARITY, epochs=30), "epochs 20 (here 30)"),
        (replace(PARITY, batch=32), "batch size 1,024 (here 32)"),
        (replace(PARITY, lr=5e-4), "learning rate 0.001 (here 0.0005)"),
        (replace(PARITY, schedule="cosine"), "schedule none named (here cosine)"),
        (replace(PARITY, weight_decay=0.1), "weight decay 0 (here 0.1)"),
        (replace(PARITY, budget_weight=0.01), "weight of the ℓ1 penalty 0 (here 0.01)"),
        (replace(PARITY, bits=30), "bits 28 (here 30)"),
        (replace(PARITY, noise=0.05), "flip rate 0.1 (here 0.05)"),
        (replace(PARITY, bits=16), "training samples 100,000 (here 21,877)"),
    ],
)
def test_any_other_setting_is_the_nearest_one_with_its_difference_named(spec: ParitySpec, difference: str) -> None:
    said = beside_paper(spec, {"test_accuracy": 0.5})
    assert said.startswith("The paper's nearest, Table 5: validation accuracy ")
    assert said.endswith(f"Not its setting: {difference}.")


def test_every_difference_is_named_and_options_of_other_activations_are_none() -> None:
    said = beside_paper(replace(PARITY, activation="siren", omega=5.0, width=64, harmonics=3), {"test_accuracy": 0.5})
    assert said.endswith("Not its setting: ω₀ 30 (here 5); width 128 (here 64).")


def test_every_part_of_a_loss_is_there_and_a_shorter_training_is_said() -> None:
    metrics = {"total_loss": 0.0123, "pde_loss": 0.01, "initial_loss": 2e-6, "boundary_loss": None}
    numbers = (
        "Table 1: total loss 0.0119 (here 0.0123), pde loss 0.00381 (here 0.01), initial loss 2.93e-06 (here 2e-06)."
    )
    whole = BurgersSpec(activation="tanh")
    assert beside_paper(whole, metrics) == f"The paper, {numbers}"
    shorter = beside_paper(replace(whole, epochs=300), metrics)
    assert shorter == f"The paper's nearest, {numbers} Not its setting: epochs 20,000 (here 300)."


def test_our_signal_is_never_the_papers() -> None:
    """It gives five of its components: its errors belong to another signal."""
    assert beside_paper(RegressionSpec(activation="gelu"), {"train_loss": 0.07, "test_loss": 0.08}) == (
        "The paper's nearest, Table 3: train loss 0.0752 (here 0.07), test loss 0.0756 (here 0.08). Not its setting: "
        "signal its own, of which it gives 5 components (here 15 of 20 components are ours)."
    )
    assert all(not one.exact for spec in _specs("regression") for one in spec.reported().values())


@pytest.mark.parametrize(
    ("activation", "said"), [("gelu", "Table 4: top1 63.67 ± 0.76%"), ("siren", "Table 6: top1 4.11 ± 0.67%")]
)
def test_real_pictures_stand_beside_imagenet(activation: str, said: str) -> None:
    ours = beside_paper(ImageNet100Spec(data="data/ImageNet-100", activation=activation), {"top1": 0.6})
    assert ours.startswith(f"The paper, {said}")


def test_a_small_run_with_nothing_replaced_is_not_the_papers_resnet() -> None:
    small = ImageNet100Spec(data="pictures", backbone="resnet18", classes=10, image_size=64, harmonics=7)
    said = beside_paper(small, {"top1": 0.4})
    assert said.startswith("The paper's nearest, Table 4: top1 74.01 ± 0.33% (here 40.00%).")
    for difference in (
        "pictures ImageNet-100 (here pictures)",
        "activations replaced: those outside of convolutional blocks (here none)",
        "classes 100 (here 10)",
        "pixels a side 224 (here 64)",
        "harmonics K 2 (here 7)",
    ):
        assert difference in said


@pytest.mark.parametrize(
    "spec",
    [
        ParitySpec(bits=32, activation="relu"),
        ParitySpec(bits=24, noise=0.1, secret_weight=12),
        BurgersSpec(activation="gelu"),
        RegressionSpec(activation="snake"),
        ForrelationSpec(),
        InrSpec(),
        ImageNet100Spec(),
        ImageNet100Spec(data="pictures", activation="tanh"),
    ],
)
def test_where_the_paper_has_no_number_none_is_shown(spec: ExperimentSpec) -> None:
    metrics: dict[str, float] = dict.fromkeys(("test_accuracy", "top1", "total_loss", "test_loss", "psnr"), 0.5)
    assert beside_paper(spec, metrics) == ""


def test_a_run_without_the_number_says_nothing() -> None:
    assert beside_paper(ParitySpec(bits=32), {"test_accuracy": None}) == ""


def test_a_tables_cells_have_the_papers_beside_them_and_letters_where_the_setting_is_another() -> None:
    grid = TABLES["parity"].paper_grid([Result(spec, {}) for spec in _specs("parity")])
    assert grid is not None
    assert grid.columns == ("bits", "model", "noise 0.0", "noise 0.1", "noise 0.2", "noise 0.3")
    rows = {row[:2]: row[2:] for row in grid.rows}
    assert len(rows) == len(grid.rows) == 20  # no row twice for its init, which the paper does not give
    assert rows["32", "TESLA K=8"] == ("95.87%", "85.78%", "78.05%", "68.78%")
    assert rows["16", "TESLA K=8"][0] == "100.00% [a]"
    assert "validation accuracy" in grid.reading
    assert grid.reading.endswith("[a] Not its setting: training samples 100,000 (here 21,877).")
    assert TABLES["forrelation"].paper_grid([Result(spec, {}) for spec in _specs("forrelation")]) is None


def _specs(table: str) -> list[ExperimentSpec]:
    return [spec for unit in TABLES[table].units() for spec in unit]
