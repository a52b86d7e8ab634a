"""If these fail, a result stands beside a number that the paper has for something else."""

from __future__ import annotations

import pytest

from tesla_core.experiments.results import beside_paper
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.problems.burgers.experiment import BurgersSpec
from tesla_core.problems.forrelation.experiment import ForrelationSpec
from tesla_core.problems.image.experiment import InrSpec
from tesla_core.problems.imagenet100.experiment import ImageNet100Spec
from tesla_core.problems.parity.experiment import ParitySpec
from tesla_core.problems.signal.experiment import RegressionSpec


def test_an_accuracy_stands_beside_that_of_its_own_bits_and_noise() -> None:
    said = beside_paper(ParitySpec(bits=32, noise=0.1), {"test_accuracy": 0.902})
    assert said == "The paper, Table 5: test accuracy 85.78% (here 90.20%)."


def test_every_part_of_a_loss_is_there_and_a_shorter_training_is_said() -> None:
    metrics = {"total_loss": 0.0123, "pde_loss": 0.01, "initial_loss": 2e-6, "boundary_loss": None}
    assert beside_paper(BurgersSpec(activation="tanh", epochs=300), metrics) == (
        "The paper, Table 1: total loss 0.0119 (here 0.0123), pde loss 0.00381 (here 0.01), initial loss 2.93e-06 "
        "(here 2e-06). It trains for 20,000 epochs, this run for 300."
    )
    assert beside_paper(RegressionSpec(activation="gelu"), {"train_loss": 0.07, "test_loss": 0.08}) == (
        "The paper, Table 3: train loss 0.0752 (here 0.07), test loss 0.0756 (here 0.08)."
    )


@pytest.mark.parametrize(
    ("activation", "said"), [("gelu", "Table 4: top1 63.67 ± 0.76%"), ("siren", "Table 6: top1 4.11 ± 0.67%")]
)
def test_real_pictures_stand_beside_imagenet(activation: str, said: str) -> None:
    assert said in beside_paper(ImageNet100Spec(data="pictures", activation=activation), {"top1": 0.6})


@pytest.mark.parametrize(
    "spec",
    [
        ParitySpec(bits=32, noise=0.05),
        ParitySpec(bits=32, activation="relu"),
        ParitySpec(bits=32, harmonics=4),
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
