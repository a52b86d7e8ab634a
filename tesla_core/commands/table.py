"""`table`: all runs of one of the paper's tables. Stopped, it goes on where it was; finished, it prints the table."""

from __future__ import annotations

import argparse
import os
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from multiprocessing import get_context, parent_process
from pathlib import Path
from typing import Any

from tesla_core.allocator import keep_freed_memory
from tesla_core.errors import TeslaError, check_range
from tesla_core.experiments.arrays import SHIPPED
from tesla_core.experiments.registry import TABLES
from tesla_core.experiments.results import ResultsFile
from tesla_core.experiments.table import Unit
from tesla_core.experiments.unit import TRAIN, measure_unit, unit_file


def add(commands: Any) -> None:
    text = "measure one of the paper's tables, or go on measuring it, or print it with --show"
    command = commands.add_parser(
        "table",
        help=text,
        description=f"{text[0].upper()}{text[1:]}. Most tables take hours.",
        epilog="tables: " + "; ".join(f"{name}: {table.label}" for name, table in TABLES.items()),
    )
    command.add_argument("table", choices=TABLES, metavar="TABLE", help=", ".join(TABLES))
    command.add_argument("--out", metavar="FILE", help="results, one JSON line per run; runs already in it are kept")
    command.add_argument("--workers", type=int, default=1, help="processes, one thread each (default: 1)")
    command.add_argument(
        "--show",
        action="store_true",
        help="only print what is in FILE; without --out, the results that ship here",
    )
    command.set_defaults(function=execute)


def execute(arguments: argparse.Namespace) -> None:
    check_range("Workers", arguments.workers, 1, 256)
    table, file = TABLES[arguments.table], ResultsFile(_path(arguments))
    if not arguments.show:
        done = {result.spec for result in file.read()}
        left = [missing for unit in table.all_units() if (missing := tuple(spec for spec in unit if spec not in done))]
        measure(left, file, arguments.workers, how=table.measure)
    specs = {spec for unit in table.all_units() for spec in unit}
    results = [result for result in file.read() if result.spec in specs]
    for grid in filter(None, (table.grid(results), table.paper_grid(results))):
        print(f"{grid.markdown()}\n\n{grid.reading}\n")
    if table.deviations:
        print("Not as in the paper, or not said there:")
        print("\n".join(f"- {one}" for one in table.deviations))


def _path(arguments: argparse.Namespace) -> Path:
    """Where the results are or will be."""
    if arguments.out:
        path = Path(arguments.out)
        if arguments.show and not path.exists():
            raise TeslaError(f"There is no file {path}. Without --out, --show prints the results that ship here.")
        return path
    if not arguments.show:
        raise TeslaError("Where are the results to be kept? Give --out FILE; or --show, to print those there are.")
    path = SHIPPED / f"{arguments.table}.jsonl"
    if not path.exists():
        raise TeslaError(f"No results of the table {arguments.table} ship with this program. Give --out FILE.")
    return path


def measure(units: list[Unit], file: ResultsFile, workers: int, seconds: float | None = None, how: str = TRAIN) -> None:
    """Measure the units and keep their results. One that fails is told at once and stops no other; the first failure is
    raised when all the others are done. After `seconds` the rest is left; what was begun has its checkpoint."""
    start, failures = time.monotonic(), []
    unfinished = file.path.with_name(f"{file.path.name}.unfinished")
    with ProcessPoolExecutor(workers, get_context("spawn"), prepare_worker) as pool:
        waiting = {pool.submit(partial(measure_unit, how=how, folder=unfinished), unit): unit for unit in units}
        try:
            for count, finished in enumerate(as_completed(waiting, timeout=seconds), start=1):
                if failure := finished.exception():
                    failures.append(failure)
                    _tell(f"failed: {waiting[finished][0].to_dict()}: {failure}")
                    continue
                file.append(finished.result())
                unit_file(unfinished, waiting[finished]).unlink(missing_ok=True)
                left = (time.monotonic() - start) / count * (len(units) - count)
                _tell(f"{count}/{len(units)} groups of runs, about {left / 60:.0f} min left")
        except TimeoutError:
            _tell("time is up")
            _end(pool)
        except BaseException:
            # A worker that is interrupted in one unit would go on with the next.
            _end(pool)
            raise
    if unfinished.is_dir() and not any(unfinished.iterdir()):
        unfinished.rmdir()
    if failures:
        raise failures[0]


def _end(pool: ProcessPoolExecutor) -> None:
    """Stop what is being trained: its last checkpoint is less than a minute old."""
    workers = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.terminate()


def _tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def prepare_worker() -> None:
    """In a worker: keep memory for the next batch, and stop at once when the command that started it is gone."""
    keep_freed_memory()
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=lambda: (parent.join(), os._exit(1)), daemon=True).start()
