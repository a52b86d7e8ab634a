"""What the paper counts of its networks, counted here; and activations compared on pictures that can be had."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from tesla_core.experiments.table import SEEDS, Table, Unit
from tesla_core.problems.imagenet100 import paper
from tesla_core.problems.imagenet100.backbones import OF_PAPER
from tesla_core.problems.imagenet100.experiment import ImageNet100Spec
from tesla_core.problems.imagenet100.pictures.fashion_mnist import CLASSES, NAME

HEADS = (1000, 100)
"""Classes of the head: ImageNet's, by which the paper's parameters come out, and those of ImageNet-100."""


def _units() -> Iterable[Unit]:
    for backbone, classes, name in itertools.product(OF_PAPER, HEADS, paper.ACTIVATIONS):
        yield (ImageNet100Spec(backbone=backbone, classes=classes, activation=name),)


def _fashion_units() -> Iterable[Unit]:
    # The last stage stands in for ResNet-18's own place, at which nothing would be replaced. Epochs are such that a run
    # takes three to six minutes on one core. One seed of everything comes before the next, so that a table that was
    # stopped compares all activations.
    networks = (("resnet18", "last-stage", 5), ("mobilenetv3-s", None, 12), ("vit-mini4", None, 5))
    for seed, (backbone, place, epochs), name in itertools.product(SEEDS, networks, (*paper.ACTIVATIONS, "siren")):
        yield (
            ImageNet100Spec(
                backbone=backbone,
                place=place,
                activation=name,
                data=NAME,
                classes=len(CLASSES),
                most_per_class=1000,
                least_crop=0.5,
                image_size=32,
                epochs=epochs,
                warmup_epochs=epochs / 10,
                workers=0,
                seed=seed,
            ),
        )


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
TABLES = (TABLE, FASHION)
