"""Where finished runs are found for the ledger of the paper: those that ship here, and those that a person ran.

A file, or a line of one, that this version can't read is named and left as it is.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from tesla_core.data_folder import PACKAGE_ROOT, data_folder
from tesla_core.errors import TeslaError
from tesla_core.experiments.registry import TABLES
from tesla_core.experiments.results import Result
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.experiments.table import Table, Unit
from tesla_core.messages.say import say
from tesla_core.paper.deviation import TUNED_ELSEWHERE, TUNING
from tesla_core.paper.entry import Entry, Suite
from tesla_core.paper.runs import Runs

SHIPPED = PACKAGE_ROOT / "assets" / "results"
RATIOS = PACKAGE_ROOT / "benchmarks" / "results" / "ratios.json"
VISION = RATIOS.with_name("vision.json")
"""The benchmark of vision networks alone, measured on a quiet machine; it stands before what `make bench` has of it."""
BENCHMARK = "benchmark"
DETAILS = ("backbone", "against", "batch", "image_size")


@dataclass(frozen=True)
class FoundRuns:
    """Runs, and what was left alone: a sentence each with the file's name and the reason."""

    runs: Runs = field(default_factory=Runs)
    left: tuple[str, ...] = ()


@dataclass(frozen=True)
class Measurement:
    """What a benchmark measured, where a run has its options. Of a vision network: which, and against which activation,
    how many pictures of which size in a batch."""

    benchmark: str
    subject: str
    backbone: str = ""
    against: str = ""
    batch: int = 0
    image_size: int = 0
    experiment: str = BENCHMARK
    seed: int = 0


@dataclass(frozen=True)
class MeasuredRatio:
    """A benchmark's median with its spread, where a run has its numbers."""

    spec: Measurement
    numbers: Mapping[str, float | None]
    learned: bool = False


def own_folder() -> Path:
    """Where `reproduce` keeps what a person ran here: a file a table."""
    return data_folder() / "paper"


def shipped() -> FoundRuns:
    """What was measured for this version, its benchmarks among it; read again when a file changes."""
    return _shipped(stamp(SHIPPED))


def stamp(*folders: Path) -> tuple[tuple[str, float], ...]:
    """Changes when a file of results does."""
    files = [path for folder in folders for path in sorted(folder.glob("*.jsonl"))]
    return tuple((str(path), path.stat().st_mtime) for path in [*files, RATIOS, VISION] if path.exists())


def read_folder(folder: Path) -> FoundRuns:
    """The runs of all its files, each once."""
    runs: dict[ExperimentSpec, Result] = {}
    left: list[str] = []
    for path in sorted(folder.glob("*.jsonl")) if folder.is_dir() else ():
        results, reasons = _read(path)
        runs |= {result.spec: result for result in results}
        left += reasons
    return FoundRuns(Runs(tuple(runs.values())), tuple(left))


def units_of(entry: Entry, done: Iterable[ExperimentSpec] = ()) -> dict[str, list[Unit]]:
    """By table, the runs that a claim rests on and that are not done yet; runs of one unit stay together. A claim that
    rests on a benchmark, too, is not run by them."""
    finished, found = set(done), {}
    if not all(suite.table for suite in entry.suites):
        return found
    for suite in (one for one in entry.suites if not one.beside):
        for unit in _units(suite):
            missing = tuple(spec for spec in unit if suite.has(spec) and spec not in finished)
            if missing:
                found.setdefault(suite.table, []).append(missing)
                finished |= set(missing)
    return found


def deviations_of(entry: Entry) -> tuple[str, ...]:
    """In what the runs of its verdict are not the paper's, as their tables say it, and what is its own."""
    tables = dict.fromkeys(suite.table for suite in entry.suites if not suite.beside)
    own = dict.fromkeys(one for name in tables if name in TABLES for one in TABLES[name].deviations)
    # Beside a table that was tuned, one that was not has nothing to say of it.
    said = [str(one) for one in own if not (one == TUNED_ELSEWHERE and TUNING in own)]
    return tuple(dict.fromkeys([*said, *map(say, entry.deviations)]))


def tuned_for(entry: Entry) -> bool:
    """Whether what differs includes how much was tried for whom."""
    tables = [TABLES[suite.table] for suite in entry.suites if suite.table in TABLES]
    return any(one.kind == "tuning" for table in tables for one in table.deviations)


@lru_cache(maxsize=2)
def _shipped(_changed: object) -> FoundRuns:
    found = read_folder(SHIPPED)
    return FoundRuns(Runs(found.runs.all + tuple(_ratios())), found.left)


def _units(suite: Suite) -> Iterable[Unit]:
    return _units_of_table(TABLES[suite.table]) if suite.table in TABLES else ()


@cache
def _units_of_table(table: Table) -> tuple[Unit, ...]:
    """A table of hundreds is asked for by a dozen claims."""
    return tuple(table.units())


@cache
def _specs_of_table(table: Table) -> frozenset[ExperimentSpec]:
    return frozenset(spec for unit in table.all_units() for spec in unit)


def _read(path: Path) -> tuple[list[Result], list[str]]:
    if path.stem not in TABLES:
        return [], [say("{file} is of no table of this version.", file=path.name)]
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        return [], [say("{file} can't be read: {why}.", file=path.name, why=error)]
    wanted = _specs_of_table(TABLES[path.stem])
    results, left = [], []
    for number, line in enumerate(lines, start=1):
        try:
            result = Result.from_dict(json.loads(line))
        except json.JSONDecodeError:
            left.append(say("{file}, line {number} is torn.", file=path.name, number=number))
        except (TeslaError, KeyError, TypeError, AttributeError) as error:
            places: dict[str, Any] = {"file": path.name, "number": number, "why": error}
            left.append(say("{file}, line {number} is of another version: {why}", **places))
        else:
            if result.spec in wanted:
                results.append(result)
            else:
                left.append(say("{file}, line {number} is no run of that table.", file=path.name, number=number))
    return results, left


def _ratios() -> Iterable[MeasuredRatio]:
    measured: dict[tuple[str, str], MeasuredRatio] = {}
    for path in (RATIOS, VISION):
        try:
            lines = json.loads(path.read_text(encoding="utf-8"))["measurements"]
        except (OSError, ValueError, KeyError):
            continue
        for one in lines:
            numbers = {name: one.get(name) for name in ("median", "low", "high")}
            details = {name: one.get("details", {}).get(name) for name in DETAILS}
            told = {name: value for name, value in details.items() if value is not None}
            key = one["benchmark"], one["subject"]
            measured[key] = MeasuredRatio(Measurement(*key, **told), numbers)
    return measured.values()
