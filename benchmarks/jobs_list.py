"""A store with many finished jobs: how long the calls of the board and the command line take.

python -m benchmarks.jobs_list [--jobs 10000] [--turns 20]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from statistics import median

from tesla_core.files import to_json
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.job import Progress, Request
from tesla_core.jobs.store.rows import progress_text
from tesla_core.jobs.store.states import FINISHED, State
from tesla_core.jobs.store.store import Store
from tesla_core.problems.parity.experiment import ParitySpec

ENDS = (State.SUCCEEDED, State.SUCCEEDED, State.SUCCEEDED, State.FAILED, State.CANCELLED)
# A process of its own, as the command line is: what a person waits for once Python and the package are loaded.
FRESH = """
import sys, time
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.store import Store
start = time.perf_counter()
with Store(Home(sys.argv[1])) as store:
    jobs = store.list()
print(time.perf_counter() - start if len(jobs) == 50 else "nan")
"""


def fill(store: Store, jobs: int) -> None:
    """Finished jobs, written in one go: their lives one by one would take minutes."""
    store.submit(
        [Request(ParitySpec(bits=20, seed=i % 50), name=f"run {i}", group=f"g{i // 100}") for i in range(jobs)]
    )
    metrics = to_json({"test_accuracy": 0.99, "final_accuracy": 0.98, "chosen_epoch": 17, "chosen_by": "validation"})
    done = progress_text(Progress(1.0, 20, 20, 0.1, 0.99, 0.0, 100))
    with store._database.writing() as database:
        for place, state in enumerate(ENDS):
            database.execute(
                "UPDATE jobs SET state = ?, attempts = 1, started = created, finished = created + 60, progress = ?, "
                "metrics = ?, error = ? WHERE id % ? = ?",
                (str(state), done, metrics, "" if place < 3 else "no heartbeat for 120 s", len(ENDS), place),
            )
        database.execute(
            "INSERT INTO attempts (token, job, number, boot, started, ended, outcome) "
            "SELECT printf('%016x', id), id, 1, 'boot', started, finished, state FROM jobs"
        )


def milliseconds(call: Callable[[], object], turns: int) -> str:
    times = []
    for _ in range(turns):
        start = time.perf_counter()
        call()
        times.append(1000 * (time.perf_counter() - start))
    return f"{median(times):8.2f} ms   worst {max(times):8.2f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=10_000)
    parser.add_argument("--turns", type=int, default=20)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Store(Home(folder)) as store:
        fill(store, options.jobs)
        calls: dict[str, Callable[[], object]] = {
            "list": store.list,
            "list, finished": lambda: store.list(states=FINISHED),
            "list, failed": lambda: store.list(states=[State.FAILED]),
            "list, a group": lambda: store.list(group="g7"),
            "list, last page": lambda: store.list(offset=options.jobs - 50),
            "list, text": lambda: store.list(text="run 77"),
            "list, text that is nowhere": lambda: store.list(text="nowhere at all"),
            "count, text": lambda: store.count(text="run 77"),
            "counts": store.counts,
            "revision number": lambda: store.revision_number,
            "get": lambda: store.get("77"),
            "active": store.active,
            "queue": store.queue,
            "open and list": lambda: _open_and_list(folder),
        }
        print(f"{options.jobs:,} finished jobs, {store.home.database.stat().st_size / 1e6:.1f} MB")
        for name, call in calls.items():
            print(f"{name:28}{milliseconds(call, options.turns)}")
        command = [sys.executable, "-c", FRESH, folder]
        fresh = [float(subprocess.run(command, capture_output=True, text=True, check=True).stdout) for _ in range(5)]
        print(f"{'list in a fresh process':28}{1000 * median(fresh):8.2f} ms   worst {1000 * max(fresh):8.2f} ms")


def _open_and_list(folder: str) -> None:
    with Store(Home(folder)) as store:
        store.list()


if __name__ == "__main__":
    main()
