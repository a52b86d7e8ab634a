"""Forrelation by somebody who knows that only a bilinear form of the two truth tables tells the classes apart.

The score of a pair (f, g) is Σ_i y_i (f·f_i)(g·g_i) over labelled pairs with y = ±1: a kernel of degree two, which sums
up what forrelated pairs have in common, entry by entry of f gᵀ. Nothing is trained. The threshold lies in the middle
between the classes' mean scores of the training pairs, each scored by the others. How many pairs are taken is decided
on validation: twice as many as before until all of it is right, or until there are no more.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesla_core.experiments.specialist import Solved, Solving, Specialist
from tesla_core.messages.say import marked
from tesla_core.problems.forrelation.task import ForrelationTask
from tesla_core.tasks.data import Dataset, Split

FIRST = 500
_ROWS = 1000  # pairs scored at a time

Floats = NDArray[np.float32]


def solve(task: Any, data: Dataset) -> Solving:
    """The number of pairs is chosen on validation; test accuracy of each number is told, and decides nothing."""
    assert data.validation is not None
    history: list[dict[str, float]] = []
    size = min(FIRST, len(data.train))
    while True:
        known = Split(data.train.x[:size], data.train.y[:size])
        threshold = _threshold((yield from scores(known.x, known, history)), known)
        right = []
        for split in (data.validation, data.test):
            said = (yield from scores(split.x, known, history)) > threshold
            right.append(float(np.mean(said == (split.y == 1))))
        history.append({"samples": size, "validation_accuracy": right[0], "test_accuracy": right[1]})
        if right[0] == 1.0 or size == len(data.train):
            break
        size = min(2 * size, len(data.train))
    numbers = {"test_accuracy": right[1], "final_accuracy": right[1], "validation_accuracy": right[0]}
    return Solved(numbers, size, tuple(history))


def scores(x: NDArray, known: Split, done: list[dict[str, float]] | None = None) -> Any:
    """Of pairs (n, 2^(n+1)) by those that are known: (n,); a generator that yields the share that is done, roughly,
    with `done` sizes behind it."""
    f, g = _halves(known.x)
    signs = (2 * known.y - 1).astype(np.float32)
    found = np.empty(len(x), dtype=np.float32)
    for start in range(0, len(x), _ROWS):
        here, there = _halves(x[start : start + _ROWS])
        found[start : start + _ROWS] = ((here @ f.T) * (there @ g.T)) @ signs
        yield 1 - 0.5 ** (len(done or ()) + start / len(x))
    return found


def _threshold(found: Floats, known: Split) -> float:
    """The middle of the two means, after each pair's own term, 4^n times its sign, was taken out of its score."""
    own = (known.x.shape[1] / 2) ** 2 * (2.0 * known.y - 1)
    others = found.astype(np.float64) - own
    return float((others[known.y == 1].mean() + others[known.y == 0].mean()) / 2)


def _halves(x: NDArray) -> tuple[Floats, Floats]:
    """The tables of f and g; single precision holds a sum of so many signs exactly."""
    middle = x.shape[1] // 2
    return x[:, :middle].astype(np.float32), x[:, middle:].astype(np.float32)


SPECIALIST = Specialist(
    "tesla_core.problems.forrelation.specialist:solve",
    lambda _task: marked("a kernel of degree two"),
    marked(
        "The specialist knows that f alone and g alone say nothing: only products of an entry of f and an entry of g "
        "do. It adds up those products over the labelled pairs, with the sign of the class, and compares a new pair "
        "with the sum. Each of the 16 million products carries a trace of the Hadamard matrix, and together they are "
        "enough after some thousand pairs."
    ),
    marked(
        "A network sees 8,192 signs and no hint that products matter. One that finds the bilinear form by gradients "
        "has found a structure that nobody wrote into it, and the start decides whether it can: only the even part of "
        "a first layer sees products at all."
    ),
    lambda task: task.n <= 8,
    lambda: {
        marked("n = 12"): tuple(ForrelationTask(12, size, seed=11) for size in (125, 250, 500, 1_000, 2_000)),
    },
)
