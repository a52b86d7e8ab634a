"""What was measured on parities, wherever a table has it: found by the options of results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import streamlit as st

from pages._ui.markdown import plain
from tesla_core.errors import TeslaError
from tesla_core.experiments.registry import TABLES
from tesla_core.experiments.results import Result, ResultsFile
from tesla_core.messages.say import say

LEAST_SEEDS = 3
RESULTS = Path(__file__).parents[3] / "assets" / "results"


@dataclass(frozen=True)
class ParityRun:
    """A finished run on strings of bits: how its network began, what it saw, and what it learned.

    support: the bits that count, from 0. speed: of the first layer's waves, which turn at speed · k, k = 1 … harmonics.
    """

    bits: int
    support: tuple[int, ...]
    samples: int
    noise: float
    init: str
    width: int
    seed: int
    series: bool
    speed: float
    harmonics: int
    label: str
    accuracy: float
    learned: bool

    @property
    def setting(self) -> tuple[object, ...]:
        """All but what came of it. Two tables may hold a run of one setting and seed: it is one draw, counted once."""
        began = self.bits, self.support, self.samples, self.noise, self.init, self.width, self.seed
        return *began, self.speed, self.harmonics, self.label

    @property
    def cell(self) -> tuple[str, int, int, int]:
        """What runs of several seeds have in common where K and bits are compared."""
        return self.init, self.bits, self.samples, self.harmonics

    @property
    def clean(self) -> bool:
        """No label flipped, and all bits count."""
        return self.noise == 0 and len(self.support) == self.bits


@dataclass(frozen=True)
class Measured:
    """All such runs. left_out: files that could not be read, each with the reason."""

    runs: tuple[ParityRun, ...]
    left_out: tuple[str, ...]

    @property
    def of_whole_parities(self) -> list[ParityRun]:
        """Runs of a series on clean parities of all bits. One seed is luck: where K and bits have fewer than three
        seeds, their runs are left out."""
        runs = [run for run in self.runs if run.series and run.clean]
        seeds = Counter(run.cell for run in runs)
        return [run for run in runs if seeds[run.cell] >= LEAST_SEEDS]

    def name_left_out(self) -> None:
        """A file of another version, or torn, is named; what the others have is shown."""
        for reason in self.left_out:
            st.warning(plain(reason), icon=":material/info:")


def measured_runs() -> Measured:
    """Every run of every table whose first layer is waves of a weighted sum of bits; others have no tickets."""
    paths = [path for name in TABLES if (path := RESULTS / f"{name}.jsonl").exists()]
    found = [_runs_of(path, path.stat().st_mtime_ns) for path in paths]
    once = {run.setting: run for runs, _ in reversed(found) for run in runs}
    return Measured(tuple(once.values()), tuple(reason for _, reason in found if reason))


@lru_cache(maxsize=32)
def _runs_of(path: Path, _modified: int) -> tuple[tuple[ParityRun, ...], str]:
    """The runs of one file, and why it has none if it can't be read."""
    try:
        return tuple(_with_waves(ResultsFile(path).read())), ""
    except (TeslaError, OSError, UnicodeDecodeError, KeyError, TypeError) as error:
        return (), say("{file} is left out: {reason}", file=path.name, reason=error)


def _with_waves(results: Iterable[Result]) -> Iterable[ParityRun]:
    for result in results:
        if result.spec.by_specialist:
            continue  # a method without a network, and so without a first layer
        spec, model = result.spec, result.spec.model()
        waves = model.entry.waves
        if waves is None or not hasattr(spec, "bits") or result.numbers.get("test_accuracy") is None:
            continue
        task = spec.task()
        bits = getattr(task, "bits", 0)
        speed, harmonics = waves(model.chosen)
        yield ParityRun(
            bits,
            getattr(task, "support", tuple(range(bits))),
            getattr(task, "train_size", 0),
            getattr(spec, "noise", 0.0),
            spec.init,
            spec.width,
            spec.seed,
            model.entry.series,
            speed,
            harmonics,
            model.label,
            result.test_accuracy,
            result.learned,
        )
