"""What the paper counts of its networks, counted here; and activations compared on pictures that can be had."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

from tesla_core.experiments.table import SEEDS, Table, Unit
from tesla_core.problems.imagenet100 import paper
from tesla_core.problems.imagenet100.backbones import OF_PAPER
from tesla_core.problems.imagenet100.experiment import ImageNet100Spec
from tesla_core.problems.imagenet100.pictures.named_sets.fashion_mnist import CLASSES, NAME

HEADS = (1000, 100)
"""Classes of the head: ImageNet's, by which the paper's parameters come out, and those of ImageNet-100."""


def _units() -> Iterable[Unit]:
    for backbone, classes, name in itertools.product(OF_PAPER, HEADS, paper.ACTIVATIONS):
        yield (ImageNet100Spec(backbone=backbone, classes=classes, activation=name),)


def _on_fashion(backbone: str, place: str | None, epochs: int, seed: int, **options: Any) -> ImageNet100Spec:
    return ImageNet100Spec(
        backbone=backbone,
        place=place,
        data=NAME,
        classes=len(CLASSES),
        most_per_class=1000,
        least_crop=0.5,
        image_size=32,
        epochs=epochs,
        warmup_epochs=epochs / 10,
        workers=0,
        seed=seed,
        **options,
    )


# The last stage stands in for ResNet-18's own place, at which nothing would be replaced. Epochs are such that a run
# takes three to six minutes on one core.
RESNET = ("resnet18", "last-stage", 5)
NETWORKS = (RESNET, ("mobilenetv3-s", None, 12), ("vit-mini4", None, 5))
PENALTIES = (0.0, 1e-1, 1e-2, 1e-4, 1e-3)
"""Weights of the ℓ1 penalty on A_K. The last is the paper's, whose runs the comparison of activations has, too."""


def _fashion_units() -> Iterable[Unit]:
    # One seed of everything comes before the next, so that a table that was stopped compares all activations.
    for seed, network, name in itertools.product(SEEDS, NETWORKS, (*paper.ACTIVATIONS, "siren")):
        yield (_on_fashion(*network, seed, activation=name),)


def _penalty_units() -> Iterable[Unit]:
    # Of the networks that train in minutes, ResNet-18 has the most activations replaced: the four of its last stage.
    for seed, weight in itertools.product(SEEDS, PENALTIES):
        yield (_on_fashion(*RESNET, seed, activation="tesla", budget_weight=weight),)


TABLE = Table(
    "imagenet100_counts",
    "ImageNet-100: parameters and multiply-adds",
    _units,
    ("backbone", "classes", "model"),
    numbers=("parameters", "flops"),
    seeds=(0,),
    deviations=(paper.COUNTED, paper.MOBILENET, paper.REPLACED),
    specialists=False,
    measure="tesla_core.problems.imagenet100.counts_torch:count_unit",
)
FASHION = Table(
    "fashion_mnist",
    "Fashion-MNIST: the paper's order of activations on other photographs",
    _fashion_units,
    ("backbone", "model"),
    numbers=("top1", "best_top1", "top5"),
    of_paper=False,
    deviations=(paper.FASHION_TUNING, paper.FASHION, paper.FASHION_SIZE, paper.BUDGET, paper.AUGMENTATION),
)
FASHION_BUDGET = Table(
    "fashion_mnist_budget",
    "Fashion-MNIST: ResNet-18 by the weight of the ℓ1 penalty",
    _penalty_units,
    ("budget_weight",),
    numbers=("top1", "best_top1", "budget"),
    of_paper=False,
    specialists=False,
    deviations=(paper.PENALTY_TUNING, paper.FASHION, paper.RESNET_SIZE, paper.BUDGET, paper.AUGMENTATION),
)
TABLES = (TABLE, FASHION, FASHION_BUDGET)
