"""The jobs of a soak: small ones of several kinds, handed in again and again, and one run of each that nobody stops."""

from __future__ import annotations

import asyncio
import itertools
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.live.site import ROOT
from benchmarks.soak.host import Host
from tesla_core.experiments.folder import RunFolder
from tesla_core.jobs.backends.slots import job_threads
from tesla_core.jobs.store.job import Request
from tesla_core.jobs.store.states import FINISHED
from tesla_core.jobs.store.store import Store
from tesla_core.problems.burgers.experiment import BurgersSpec
from tesla_core.problems.image.experiment import InrSpec
from tesla_core.problems.parity.experiment import ParitySpec
from tesla_core.problems.signal.experiment import RegressionSpec
from tesla_core.problems.toys.experiment import ToysSpec

RETRIES = 1000
"""The most a request may ask for. A user's three are for a job that dies by itself; here all are killed."""
UNFINISHED = 5  # so many are there at any time
BASELINES_AT_ONCE = 2
BASELINE_SECONDS = 900.0

REQUESTS = {
    "parity": Request(ParitySpec(bits=12, width=32, epochs=2000, batch=256, schedule="cosine"), device="cpu"),
    "lpn": Request(
        ParitySpec(bits=14, secret_weight=5, noise=0.1, train_size=2000, width=32, epochs=600, batch=100), device="cpu"
    ),
    "toys": Request(ToysSpec(toy="spiral", width=32, epochs=2400), device="cpu"),
    "burgers": Request(BurgersSpec(samples=300, width=16, depth=3, epochs=1000), device="cpu"),
    "inr": Request(InrSpec(size=32, width=48, depth=3, epochs=6000), device="cpu"),
    "regression": Request(RegressionSpec(width=48, train_size=1000, epochs=1500), device="cpu"),
    "two processes": Request(ParitySpec(bits=10, train_size=300, width=16, epochs=400, batch=16), device="cpu", gpus=2),
}


def requests(seed: int) -> Iterator[Request]:
    """Without end: all kinds in an order that is drawn anew each time round."""
    chance, names = random.Random(seed), list(REQUESTS)
    while True:
        chance.shuffle(names)
        for name in names:
            request = REQUESTS[name]
            yield Request(request.spec, name=name, device=request.device, gpus=request.gpus, retries=RETRIES)


class Feeder:
    """Keeps the queue filled. Jobs go straight into the store: that they get a supervisor is the app's affair."""

    def __init__(self, store: Store, seed: int) -> None:
        self.store, self._requests = store, requests(seed)
        self.submitted: list[str] = []

    def fill(self) -> None:
        states = self.store.counts()
        missing = UNFINISHED - sum(count for state, count in states.items() if state not in FINISHED)
        if missing > 0:
            jobs = self.store.submit(list(itertools.islice(self._requests, missing)))
            self.submitted += [job.id for job in jobs]

    @property
    def unfinished(self) -> int:
        return sum(count for state, count in self.store.counts().items() if state not in FINISHED)


async def run_baselines(host: Host, folder: Path) -> dict[str, RunFolder]:
    """Every kind once, from start to end, by the command that a person would type."""
    turns = asyncio.Semaphore(BASELINES_AT_ONCE)

    async def run(name: str, request: Request) -> RunFolder:
        run_folder = RunFolder.create(folder / name.replace(" ", "-"), request.spec)
        words = ["run", request.spec.experiment, "--resume", str(run_folder.path), "--device", "cpu"]
        words += ["--gpus", str(request.gpus)] if request.gpus > 1 else []
        async with turns:
            with run_folder.log_file.open("ab") as log:
                process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "tesla_core", *words),
                    env={"OMP_NUM_THREADS": str(job_threads(host.environment)), **host.environment},
                    cwd=ROOT,
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                )
            try:
                code = await asyncio.wait_for(process.wait(), BASELINE_SECONDS)
            except BaseException:
                process.kill()
                raise
        if code != 0:
            raise SystemExit(f"The uninterrupted run of {name} ended with code {code}: {run_folder.log_file}")
        return run_folder

    folders = await asyncio.gather(*(run(name, request) for name, request in REQUESTS.items()))
    return dict(zip(REQUESTS, folders, strict=True))
