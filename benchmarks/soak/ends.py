"""What must be so when all is over: each job done once, its end that of a run nobody stopped, nothing left behind."""

from __future__ import annotations

import hashlib
import itertools
import json
import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from safetensors import safe_open

from tesla_core.experiments.folder import RunFolder
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.job import Job
from tesla_core.jobs.store.states import State
from tesla_core.jobs.worker.files import read_result


def wrong_jobs(jobs: Sequence[Job], submitted: Sequence[str], whole: Mapping[str, RunFolder]) -> list[str]:
    """Jobs that were lost or doubled, that did not succeed, or whose end is another's; a sentence each."""
    known = Counter(job.id for job in jobs)
    wrong = [f"job {job} was handed in and is not in the store" for job in submitted if job not in known]
    wrong += [f"job {job} is in the store {times} times" for job, times in known.items() if times > 1]
    wrong += [f"job {job} was never handed in" for job in known if job not in set(submitted)]
    for job in jobs:
        about = f"job {job.id} ({job.request.name})"
        if job.state is not State.SUCCEEDED:
            wrong.append(f"{about} is {job.state}: {job.error}")
            continue
        wrong += [f"{about}: {sentence}" for sentence in two_at_once(job.folder)]
        wrong += [f"{about}: {name} differs" for name in differences(RunFolder(job.folder), whole[job.request.name])]
    return wrong


def differences(run: RunFolder, other: RunFolder) -> list[str]:
    """In which of its parts a finished run is not the other, bit for bit."""
    ours, theirs = fingerprint(run), fingerprint(other)
    return [name for name in theirs if ours.get(name) != theirs[name]]


def fingerprint(run: RunFolder) -> dict[str, str]:
    """Hashes of the weights and all else that a checkpoint holds, of the metrics of every epoch, and of the result."""
    result = read_result(run.path) or {}
    return {
        "weights": _tensors(run.checkpoint_file),
        "metrics": hashlib.sha256(run.metrics_file.read_bytes()).hexdigest(),
        "result": json.dumps(result.get("metrics"), sort_keys=True),
        **{path.name: _tensors(path) for path in run.own_files() if path.suffix == ".safetensors"},
    }


def _tensors(path: Path) -> str:
    """The headers of two such files may differ in seconds; names, shapes and bytes of the tensors may not."""
    digest = hashlib.sha256()
    with safe_open(path, framework="np") as file:
        for name in sorted(file.keys()):
            tensor = file.get_tensor(name)
            digest.update(f"{name} {tensor.dtype} {tensor.shape}".encode() + tensor.tobytes())
    return digest.hexdigest()


def two_at_once(folder: Path) -> list[str]:
    """Attempts that held the folder before the one before had let go of it, by what they wrote down themselves."""
    path = RunFolder(folder).attempts_file
    lines = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    ends = {line["token"]: line["unlocked"] for line in lines if "unlocked" in line}
    starts = sorted((line["locked"], line["token"]) for line in lines if "locked" in line)
    return [
        f"attempts {first} and {second} ran at once"
        for (_, first), (start, second) in itertools.pairwise(starts)
        if ends.get(first, start) > start
    ]


def damage(home: Home) -> list[str]:
    """What SQLite's own check finds in the store."""
    database = sqlite3.connect(home.database)
    try:
        found = [row[0] for row in database.execute("PRAGMA integrity_check")]
        return [f"the store: {line}" for line in found if line != "ok"]
    finally:
        database.close()


def left_behind(home: Home, temporary: Path) -> list[str]:
    """Half-written files and folders of sockets whose owners are dead."""
    torn = [path for path in home.path.rglob(".*.tmp") if path.is_file()]
    return [str(path) for path in (*torn, *temporary.glob("tesla-*"))]
