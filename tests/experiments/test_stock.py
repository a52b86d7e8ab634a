"""A run of a stock network never passes for one with another activation."""

from __future__ import annotations

from tesla_core.experiments.stock import is_stock, replaced_in_words, replacements, run_label
from tesla_core.problems.imagenet100.experiment import ImageNet100Spec
from tesla_core.problems.parity.experiment import ParitySpec

STOCK = ImageNet100Spec(backbone="resnet18")
REPLACED = ImageNet100Spec(backbone="resnet18", place="last-stage")


def test_a_run_in_which_nothing_is_replaced_says_so_in_its_name() -> None:
    """TESLA and ReLU at ResNet-18's default place are the same network."""
    assert is_stock(STOCK)
    assert run_label(STOCK) == "TESLA K=2 (nothing replaced)"
    assert run_label(ImageNet100Spec(backbone="resnet18", activation="relu")) == "ReLU (nothing replaced)"
    assert run_label(REPLACED) == "TESLA K=2"
    assert run_label(ImageNet100Spec()) == "TESLA K=2"
    assert run_label(ParitySpec()) == "TESLA K=8"


def test_what_is_replaced_is_known_without_building_it() -> None:
    assert replaced_in_words(REPLACED) == "4 activations replaced by TESLA K=2 (place: last-stage)"
    assert replaced_in_words(STOCK).startswith("nothing replaced: stock ResNet-18")
    assert replaced_in_words(ImageNet100Spec(backbone="mobilenetv3-s")).startswith("1 activation replaced")
    assert replaced_in_words(REPLACED, 0).startswith("nothing replaced")


def test_a_sweep_is_announced_by_backbone_and_place() -> None:
    """Three activations in one backbone are one sentence; a stock network is told with the places that have some."""
    vit = [ImageNet100Spec(activation=name, seed=seed) for name in ("tesla", "relu", "gelu") for seed in (0, 1)]
    said = replacements([ParitySpec(), *vit, STOCK])
    assert list(said.values()) == [True, False]
    first, second = said
    assert first == "ViT-T/16: replaces 12 of its 12 activations (place: dense)."
    assert "ResNet-18: nothing is replaced" in second
    assert second.endswith("Places that have some: last-stage, all.")
    assert replacements([ParitySpec()]) == {}
