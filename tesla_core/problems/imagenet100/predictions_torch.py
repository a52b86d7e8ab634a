"""What a vision model takes its validation pictures for, the ones it confuses first."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tesla_core.problems.imagenet100.crops_torch import MiddleView
from tesla_core.problems.imagenet100.training_torch import VisionTraining
from tesla_core.tasks.pictures import PictureError

THUMBNAIL = 96  # pixels a side


@dataclass(frozen=True, eq=False)
class Predictions:
    """pictures: (n, side, side, 3) bytes. labels, predicted: (n,) classes. confidence: (n,) in the class predicted.
    names: (n,) of the pictures. classes: (C,) names."""

    pictures: NDArray[np.uint8]
    labels: NDArray[np.int64]
    predicted: NDArray[np.int64]
    confidence: NDArray[np.float32]
    names: NDArray[np.str_]
    classes: NDArray[np.str_]

    def arrays(self) -> dict[str, NDArray]:
        """By name, none of them of Python objects: what a file keeps."""
        return dict(vars(self))


def confused_order(labels: NDArray[np.int64], predicted: NDArray[np.int64], confidence: NDArray) -> NDArray[np.int64]:
    """Indices of the pictures that were seen: wrong ones, the surest first; then right ones, the least sure first."""
    wrong = predicted != labels
    order = np.lexsort((np.where(wrong, -confidence, confidence), ~wrong))
    return order[predicted[order] >= 0]


def confused_first(training: VisionTraining, most: int) -> Predictions:
    """Of the last epoch; at most so many pictures, those that can't be read left out."""
    held_out = training.data.validation
    labels, predicted, confidence = held_out.labels, training.predicted.numpy(), training.confidence.numpy()
    view = MiddleView(THUMBNAIL)
    kept: list[int] = []
    pictures: list[NDArray[np.uint8]] = []
    for index in confused_order(labels, predicted, confidence):
        if len(kept) == most:
            break
        try:
            seen = view(held_out.picture(int(index)), 0, 0)
        except PictureError:
            continue
        kept.append(int(index))
        pictures.append(seen.permute(1, 2, 0).numpy())
    empty = np.zeros((0, THUMBNAIL, THUMBNAIL, 3), dtype=np.uint8)
    return Predictions(
        np.stack(pictures) if pictures else empty,
        labels[kept],
        predicted[kept],
        confidence[kept],
        np.array([held_out.name(index) for index in kept], dtype=np.str_),
        np.array(training.data.classes, dtype=np.str_),
    )
