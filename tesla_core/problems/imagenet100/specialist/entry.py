"""Pictures by what was used before networks: histograms of colours and of gradients' directions in a grid of cells, and
logistic regression on them. How strongly it is held back is chosen on a fifth of the training pictures."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesla_core.experiments.specialist import Solved, Solving, Specialist
from tesla_core.messages.say import marked
from tesla_core.problems.imagenet100.pictures.generated import GeneratedTask
from tesla_core.problems.imagenet100.pictures.image_set import ImageSet, Pictures
from tesla_core.problems.imagenet100.specialist.histograms import Floats, described
from tesla_core.tasks._seeds import stream
from tesla_core.tasks.pictures import PictureError

STRENGTHS = (0.01, 0.1, 1.0, 10.0)
SET_ASIDE = 5
_ORDER = 11  # purpose of a seed


def solve(task: Any, data: ImageSet) -> Solving:
    """Top-1 and top-5 on the validation pictures, by which networks are judged, too; they choose nothing."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import StandardScaler

    train, labels = yield from features(data.train, 0.0, 0.6)
    held, truth = yield from features(data.validation, 0.6, 0.75)
    scaler = StandardScaler().fit(train)
    train, held = scaler.transform(train), scaler.transform(held)
    order = stream(task.seed, _ORDER).permutation(len(labels))
    aside = order[: len(order) // SET_ASIDE]
    rest = order[len(order) // SET_ASIDE :]

    def fitted(strength: float, places: NDArray[np.int64]) -> LogisticRegression:
        return LogisticRegression(C=strength, max_iter=300).fit(train[places], labels[places])

    history = []
    for place, strength in enumerate(STRENGTHS):
        right = float(fitted(strength, rest).score(train[aside], labels[aside]))
        history.append({"strength": strength, "accuracy_set_aside": right})
        yield 0.75 + 0.2 * (place + 1) / len(STRENGTHS)
    best = max(history, key=lambda record: (record["accuracy_set_aside"], -record["strength"]))
    model = fitted(best["strength"], order)
    ranked = np.argsort(-model.predict_proba(held), axis=1)[:, :5]
    hits = model.classes_[ranked] == truth[:, None]
    numbers = {"top1": float(hits[:, 0].mean()), "top5": float(hits.any(axis=1).mean())}
    return Solved({**numbers, "best_top1": numbers["top1"]}, len(labels), tuple(history))


def features(pictures: Pictures, start: float, end: float) -> Generator[float, None, tuple[Floats, NDArray[np.int64]]]:
    """Of every picture that can be read, and its label; yields shares from start to end."""
    rows, labels = [], []
    for index, label in enumerate(pictures.labels):
        try:
            rows.append(described(pictures.picture(index)))
        except PictureError:
            continue
        labels.append(int(label))
        yield start + (end - start) * (index + 1) / len(pictures.labels)
    return np.stack(rows), np.array(labels, dtype=np.int64)


SPECIALIST = Specialist(
    "tesla_core.problems.imagenet100.specialist.entry:solve",
    lambda _task: marked("histograms and logistic regression"),
    marked(
        "The specialist knows, as people did before networks, what is worth counting in a picture: which colours "
        "occur, and in which direction edges run in each part of it. A linear classifier on those counts is trained in "
        "seconds."
    ),
    marked(
        "A network is given pixels and must find out what to count; on a "
        "million photographs no list of counts came near what networks found. Which activation stands in "
        "it matters only there."
    ),
    lambda _task: False,
    lambda: {marked("eight drawn classes"): tuple(GeneratedTask(8, size, 11) for size in (4, 16, 64, 256))},
)
