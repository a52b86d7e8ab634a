"""A run of a stock network never passes for one with another activation."""

from __future__ import annotations

from tesla_core.problems.imagenet100.experiment import ImageNet100Spec
from tesla_core.problems.parity.experiment import ParitySpec

STOCK = ImageNet100Spec(backbone="resnet18")
REPLACED = ImageNet100Spec(backbone="resnet18", place="last-stage")


def test_a_run_in_which_nothing_is_replaced_says_so_in_its_name() -> None:
    """TESLA and ReLU at ResNet-18's default place are the same network."""
    assert STOCK.is_stock
    assert STOCK.run_label == "TESLA K=2 (nothing replaced)"
    assert ImageNet100Spec(backbone="resnet18", activation="relu").run_label == "ReLU (nothing replaced)"
    assert REPLACED.run_label == "TESLA K=2"
    assert ImageNet100Spec().run_label == "TESLA K=2"
    assert ParitySpec().run_label == "TESLA K=8"


def test_what_was_replaced_is_said_of_what_was_built() -> None:
    assert REPLACED.replaced_in_words(4) == "4 activations replaced by TESLA K=2 (place: last-stage)"
    assert ImageNet100Spec(backbone="mobilenetv3-s").replaced_in_words(1).startswith("1 activation replaced")
    assert STOCK.replaced_in_words(0).startswith("nothing replaced: stock ResNet-18")


def test_a_sweep_is_announced_by_backbone_and_place() -> None:
    """Three activations in one backbone are one sentence; a stock network is told with the places that have some."""
    vit = [ImageNet100Spec(activation=name, seed=seed) for name in ("tesla", "relu", "gelu") for seed in (0, 1)]
    assert {spec.announced() for spec in vit} == {"ViT-T/16: replaces 12 of its 12 activations (place: dense)."}
    assert "ResNet-18: nothing is replaced" in STOCK.announced()
    assert STOCK.announced().endswith("Places that have some: last-stage, all.")
    assert ParitySpec().announced() == ""
