"""What the paper counts of its networks, counted here: parameters and multiply-adds."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from tesla_core.experiments.table import Table, Unit
from tesla_core.problems.imagenet100 import paper
from tesla_core.problems.imagenet100.backbones import BACKBONES
from tesla_core.problems.imagenet100.experiment import ImageNet100Spec

HEADS = (1000, 100)
"""Classes of the head: ImageNet's, by which the paper's parameters come out, and those of ImageNet-100."""


def _units() -> Iterable[Unit]:
    for backbone, classes, name in itertools.product(BACKBONES, HEADS, paper.ACTIVATIONS):
        yield (ImageNet100Spec(backbone=backbone, classes=classes, activation=name),)


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
