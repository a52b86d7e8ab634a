"""What somebody does who knows a problem's structure, as a baseline like any other: the contract, and its words.

A problem's specialist stands in the `specialist.py` of its folder and needs no torch. It solves a task, not a spec, so
that a live page can ask it, too. Solving is a generator: it yields the share that is done, so that whoever runs it can
show that and stop between two steps, and returns what it found.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, TypeVar

from tesla_core.experiments.arrays import SHIPPED
from tesla_core.messages.say import marked, say, say_count

Found = TypeVar("Found")
NETWORK, SPECIALIST = "network", "specialist"
COSTS = SHIPPED / "sample_cost.json"
METHODS = (NETWORK, SPECIALIST)
NOT_ITS_OWN = "–"
"""What a table has in place of an option that a specialist does not have."""


@dataclass(frozen=True)
class Solved:
    """What a specialist found. numbers: what its problem's runs are judged by, under the same names, and its own.
    samples: how many of the training samples it took; None where it needs none, as a solver of an equation. history: a
    record a step, by which a cost can be drawn. files: what is left beside the result, by name."""

    numbers: Mapping[str, float | None]
    samples: int | None = None
    history: tuple[Mapping[str, float], ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)


Solving = Generator[float, None, Solved]
"""Yields the share that is done, 0 to 1."""


def always_quick(_task: Any) -> bool:
    """Of one that takes about a second at most, whatever the task."""
    return True


@dataclass(frozen=True)
class Specialist:
    """solver: where its `solve(task, data)` is, as "module:function"; data is what `task.sample()` gave. method_of: in
    a few words, what it does with a task. knows: what it knows that a network must find. worth: why a network that
    finds it is worth seeing. quick: whether a page may wait for its answer to a task. ladder: by what they are, tasks
    that offer ever more samples: what it needs is measured on them (`python -m benchmarks.claims.sample_cost`)."""

    solver: str
    method_of: Callable[[Any], str]
    knows: str
    worth: str
    quick: Callable[[Any], bool] = always_quick
    ladder: Callable[[], Mapping[str, tuple[Any, ...]]] = dict

    def solving(self, task: Any) -> Solving:
        """From drawing the samples to the answer; `seconds` of processor time are those of the answer alone."""
        module, _, name = self.solver.partition(":")
        solve = getattr(import_module(module), name)
        data = task.sample()
        start = time.process_time()
        found: Solved = yield from solve(task, data)
        seconds = round(time.process_time() - start, 6)
        return Solved({**found.numbers, "seconds": seconds}, found.samples, found.history, found.files)


def finished(search: Generator[Any, None, Found]) -> Found:
    """What a search comes to, waited for."""
    while True:
        try:
            next(search)
        except StopIteration as end:
            return end.value


_TOLD = (
    ("test_accuracy", marked("test accuracy {number}"), ".2%"),
    ("top1", marked("top-1 {number}"), ".2%"),
    ("unseen_psnr", marked("PSNR {number} dB on unseen pixels"), ".2f"),
    ("psnr", marked("PSNR {number} dB on the pixels it saw"), ".2f"),
    ("test_loss", marked("mean squared error {number} on test"), ".3g"),
    ("relative_error", marked("true relative error {number}"), ".3g"),
)
"""What a specialist is judged by: the first of these that its numbers have."""


def read_costs() -> list[dict[str, Any]]:
    """What each reached from how many samples, a row a task of a ladder; none where it can't be read."""
    try:
        return json.loads(COSTS.read_text(encoding="utf-8"))["rows"]
    except (OSError, ValueError, KeyError, TypeError):
        return []


def judged_by(numbers: Mapping[str, Any]) -> str:
    """The name of the number that a specialist's answer is judged by."""
    return next(name for name, _, _ in _TOLD if numbers.get(name) is not None)


def judged_in_words(name: str, value: float) -> str:
    """That number as a person reads it."""
    words, shape = next((words, shape) for known, words, shape in _TOLD if known == name)
    return say(words, number=format(value, shape))


def reached_by_specialist(method: str, numbers: Mapping[str, Any]) -> str:
    """In words, what it reached, how, from how many samples and in what time: facts, a comma between two."""
    name = judged_by(numbers)
    facts = [judged_in_words(name, numbers[name]), method]
    if (samples := numbers.get("samples")) is not None:
        facts.append(say_count(int(samples), "from {count} sample", "from {count} samples"))
    facts.append(say("{seconds} s of processor time", seconds=f"{numbers['seconds']:.2g}"))
    return ", ".join(facts)
