"""Points in the plane by the classics that assume nothing but that near points are alike: k nearest neighbours, and a
support vector machine with Gaussian kernels (RBF). Which of them, and its numbers, is chosen on validation, or where
there is none by five folds of the training points."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from tesla_core.experiments.specialist import Solved, Solving, Specialist
from tesla_core.messages.say import marked
from tesla_core.problems.toys.task import ToyTask
from tesla_core.tasks._seeds import stream
from tesla_core.tasks.data import Dataset

NEIGHBOURS = (1, 3, 5, 9, 15)
COSTS = (1.0, 10.0, 100.0, 1000.0)
WIDTHS = (1.0, 4.0, 16.0, 64.0, 256.0)  # γ of exp(-γ·distance²); the points lie within ±1 or so
FOLDS = 5
_FOLDS = 9  # purpose of a seed


def solve(task: Any, data: Dataset) -> Solving:
    """The first of the best candidates, simplest first, fitted to the training points."""
    candidates = list(_candidates(len(data.train)))
    found = []
    for place, (model, own) in enumerate(candidates):
        found.append((_judged(model, data, task.seed), own))
        yield (place + 1) / (len(candidates) + 1)
    best = max(range(len(found)), key=lambda place: (found[place][0], -place))
    model = candidates[best][0].fit(data.train.x, data.train.y)
    accuracy = float(model.score(data.test.x, data.test.y))
    history = tuple({"validation_accuracy": right, **own} for right, own in found)
    numbers = {"test_accuracy": accuracy, "final_accuracy": accuracy, "validation_accuracy": found[best][0]}
    return Solved({**numbers, **found[best][1]}, len(data.train), history)


def _candidates(samples: int) -> Any:
    """Models with the numbers that tell them apart, simplest first. Folds leave four fifths of the samples."""
    from sklearn.neighbors import KNeighborsClassifier  # here: a page that only names the specialist does without
    from sklearn.svm import SVC

    for count in NEIGHBOURS:
        if count <= max(1, samples * (FOLDS - 1) // FOLDS - 1):
            yield KNeighborsClassifier(count), {"neighbours": count}
    machine: Any = SVC  # whose γ may be a number, too
    for width, cost in itertools.product(WIDTHS, COSTS):
        yield machine(C=cost, gamma=width), {"gamma": width, "cost": cost}


def _judged(model: Any, data: Dataset, seed: int) -> float:
    """Accuracy on validation, or the mean over folds; 0 where the points don't make a fold."""
    if data.validation is not None:
        return float(model.fit(data.train.x, data.train.y).score(data.validation.x, data.validation.y))
    right = 0.0
    for part in np.array_split(stream(seed, _FOLDS).permutation(len(data.train)), min(FOLDS, len(data.train))):
        rest = np.setdiff1d(np.arange(len(data.train)), part)
        if len(np.unique(data.train.y[rest])) < 2:
            return 0.0
        model.fit(data.train.x[rest], data.train.y[rest])
        right += len(part) * float(model.score(data.train.x[part], data.train.y[part]))
    return right / len(data.train)


def _toy(name: str, samples: int) -> ToyTask:
    return ToyTask(name, samples=samples, train_share=0.7, validation_share=0.1, seed=11)


SPECIALIST = Specialist(
    "tesla_core.problems.toys.specialist:solve",
    lambda _task: marked("k nearest neighbours or an RBF machine"),
    marked(
        "The specialist knows that in a plane near points are alike, and how near is near: how many neighbours vote, "
        "or how wide a Gaussian around each point is, was chosen on points set aside. Two dimensions are few enough "
        "for the points themselves to be the model."
    ),
    marked(
        "A network keeps no points. It must bend a few hundred weights until the boundary stands, and where it fails, "
        "as smooth activations do on a fine checkerboard, the picture shows which frequencies it can't reach. "
        "Neighbours would be of no help in many dimensions; the network's way goes on there."
    ),
    lambda task: task.samples <= 2_000,
    lambda: {
        marked("Spiral"): tuple(_toy("spiral", size) for size in (50, 100, 200, 500, 1_000)),
        marked("Checkerboard"): tuple(_toy("checkerboard", size) for size in (50, 100, 200, 500, 1_000, 4_000)),
    },
)
