"""What may go: finished jobs of long ago, their checkpoints, folders that belong to no job, rooms whose day is over."""

from __future__ import annotations

import shutil
import time
from collections.abc import Collection
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from tesla_core.classroom.store import FILE, RoomStore
from tesla_core.experiments.folder import RunFolder
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.job import Job
from tesla_core.jobs.store.states import FINISHED, State
from tesla_core.jobs.store.store import Store

DAY = 86_400.0


@dataclass(frozen=True)
class Pruning:
    """What is to be removed, or was."""

    jobs: tuple[Job, ...] = ()
    checkpoints: tuple[Path, ...] = ()
    orphans: tuple[Path, ...] = ()
    nbytes: int = 0
    rooms: tuple[str, ...] = ()


def plan(
    store: Store, days: float, keep: int = 0, checkpoints: bool = False, states: Collection[State] = ()
) -> Pruning:
    """Jobs that finished more than `days` ago, but for the newest `keep` of them all; with `checkpoints`, those of jobs
    that succeeded so long ago, whose results stay. states: only these."""
    wanted = [state for state in FINISHED if not states or state in states]
    finished = store.list(states=wanted, limit=-1)  # newest first
    before = time.time() - days * DAY
    old = [job for job in finished[keep:] if (job.finished or job.created) < before]
    known = {store.home.run_folder(job.id) for job in store.list(limit=-1)}
    orphans = [path for path in sorted(store.home.runs.iterdir()) if path.is_dir() and _nobodys(path, known, before)]
    rooms = tuple(ended_rooms(store.home))
    if checkpoints:
        done = [RunFolder(job.folder).checkpoint_file for job in old if job.state is State.SUCCEEDED]
        files = tuple(path for path in done if path.is_file())
        return Pruning((), files, tuple(orphans), sum(map(_size, [*files, *orphans])), rooms)
    folders = [job.folder for job in old]
    return Pruning(tuple(old), (), tuple(orphans), sum(map(_size, [*folders, *orphans])), rooms)


def prune(store: Store, pruning: Pruning) -> None:
    """Remove it: from the store first, so that what is cut off in the middle leaves folders without a job, which the
    next pruning finds, and no job without its folder."""
    store.delete([job.id for job in pruning.jobs])
    for folder in (*(job.folder for job in pruning.jobs), *pruning.orphans):
        shutil.rmtree(folder, ignore_errors=True)
    for file in pruning.checkpoints:
        file.unlink(missing_ok=True)
    if pruning.rooms:
        _end_rooms(store.home, pruning.rooms)


def ended_rooms(home: Home) -> list[str]:
    """Rooms whose day is over and that nobody came back to since."""
    if not (home.path / FILE).exists():
        return []
    with closing(RoomStore(home)) as rooms:
        return rooms.expired(time.time())


def _end_rooms(home: Home, codes: Collection[str]) -> None:
    with closing(RoomStore(home)) as rooms, rooms.writing() as write:
        for code in codes:
            write.end(code, time.time())


def used_bytes(home: Home) -> int:
    """What the data folder takes on the disk."""
    return _size(home.path)


def _nobodys(folder: Path, known: Collection[Path], before: float) -> bool:
    """A numbered folder of a job that the store does not know, and that nobody has touched since."""
    try:
        return folder.name.isdigit() and folder not in known and folder.stat().st_mtime < before
    except OSError:
        return False


def _size(path: Path) -> int:
    """Bytes of a file, or of all files in a folder; what goes meanwhile counts nothing."""
    total = 0
    for file in [path, *path.rglob("*")] if path.is_dir() else [path]:
        try:
            total += file.stat().st_size if file.is_file() else 0
        except OSError:
            continue
    return total
