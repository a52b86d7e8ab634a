"""All known sets of photographs, in the order in which they are listed."""

from __future__ import annotations

from tesla_core.problems.imagenet100.pictures.named_sets import cifar, fashion_mnist, imagenette

NAMED_SETS = (*fashion_mnist.SETS, *cifar.SETS, *imagenette.SETS)
