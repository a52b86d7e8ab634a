"""A backup of the lab's data folder as one tar file, taken while jobs run, and its way back into a fresh folder.

The databases come first, each as one moment of it (SQLite's online backup); then the files, which are as new or newer.
So what the store calls done is there as a whole, and what was still running goes on from the checkpoint that was
copied. Not in it: locks, words between running processes, and the key that signs visits, which is a secret.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import sqlite3
import tarfile
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import tesla_core
from tesla_core.errors import TeslaError
from tesla_core.experiments.folder import RunFolder
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.states import FINISHED
from tesla_core.jobs.store.store import Store
from tesla_core.jobs.supervisor.starting import supervisor_runs
from tesla_core.visits import key

FORMAT = 1
MANIFEST = "backup.json"
DATABASES = ".sqlite3"
STREAMED = 64 << 20  # bytes: larger files are only ever replaced as a whole, smaller ones may grow or be cut
RESTORED = "Restored from a backup; it goes on from its checkpoint."


@dataclass(frozen=True)
class Contents:
    """What a backup holds."""

    jobs: int
    unfinished: int
    files: int
    nbytes: int


def back_up(home: Home, target: Path) -> Contents:
    """Write the folder's backup to `target`, which is there as a whole or not at all."""
    if not home.path.is_dir() or not _databases(home.path):
        raise TeslaError(f"There is nothing to back up: {home.path} has no store of jobs or rooms.")
    if target.exists():
        raise TeslaError(f"{target} is there already; choose another name.")
    half = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        with tempfile.TemporaryDirectory(prefix="tesla-backup-") as folder, tarfile.open(half, "w") as archive:
            contents = _write(home, Home(folder), archive)
        os.chmod(half, 0o600)
        half.replace(target)
    except OSError as error:
        raise TeslaError(f"The backup could not be written to {target}: {error.strerror or error}.") from error
    finally:
        half.unlink(missing_ok=True)
    return contents


def restore(source: Path, home: Home) -> Contents:
    """Unpack a backup into a folder that holds no store yet. Jobs that ran when it was taken are queued again; rooms of
    less than a day ago go on."""
    if any(home.make().runs.iterdir()) or _databases(home.path):
        raise TeslaError(f"{home.path} has jobs or rooms already. Set TESLA_LAB_HOME to a new folder.")
    if supervisor_runs(home):
        raise TeslaError(f"A supervisor of jobs runs on {home.path}. Stop the lab first.")
    staging = Path(tempfile.mkdtemp(prefix=".restoring-", dir=home.path))
    try:
        with tarfile.open(source) as archive:
            manifest = _manifest(archive, source)
            archive.extractall(staging, filter="data")
        with Store(Home(staging)) as store:  # opens a store of before, too
            _queue_what_ran(store)
        _move_in(staging, home)
    except tarfile.TarError as error:
        raise TeslaError(f"{source} can't be read as a backup: {error}.") from error
    except OSError as error:
        raise TeslaError(f"{source} could not be restored: {error.strerror or error}.") from error
    finally:
        shutil.rmtree(staging, ignore_errors=True)
    return Contents(**manifest["contents"])


def _write(home: Home, snapshot: Home, archive: tarfile.TarFile) -> Contents:
    for database in _databases(home.path):
        copy = snapshot.path / database.relative_to(home.path)
        copy.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(database)) as live, closing(sqlite3.connect(copy)) as copied:
            live.backup(copied)
    files = nbytes = 0
    gone: list[str] = []
    with Store(snapshot) as store:
        jobs = store.list(limit=-1, newest_first=False)
        for path in _files_beside(home):
            nbytes += _add(archive, path, path.relative_to(home.path).as_posix())
            files += 1
        for job in jobs:
            folder, had = home.run_folder(job.id), 0
            for path in _files_of_run(folder, done=job.state in FINISHED):
                nbytes += _add(archive, path, path.relative_to(home.path).as_posix())
                had += 1
            files += had
            if job.state in FINISHED and not folder.exists() and _was_deleted(home, job.id):
                gone.append(job.id)
        store.delete(gone)
    for database in _databases(snapshot.path):
        _whole(database)
        nbytes += _add(archive, database, database.relative_to(snapshot.path).as_posix())
    kept = [job for job in jobs if job.id not in gone]
    unfinished = sum(job.state not in FINISHED for job in kept)
    contents = Contents(len(kept), unfinished, files, nbytes)
    said = {"format": FORMAT, "version": tesla_core.__version__, "written": time.time(), "contents": contents.__dict__}
    text = json.dumps(said, indent=2).encode()
    _add_bytes(archive, MANIFEST, text)
    return contents


def _databases(folder: Path) -> list[Path]:
    """The store of the jobs and whatever else keeps its state in SQLite."""
    found = sorted(folder.rglob(f"*{DATABASES}"))
    return [path for path in found if not path.relative_to(folder).parts[0].startswith((".", "runs"))]


def _files_beside(home: Home) -> Iterator[Path]:
    """All of the folder but runs, databases, earlier backups, and what only running processes need."""
    left_out = {key.FILE, home.engine_trains.name, home.held_cores.name, home.runs.name}
    for path in sorted(home.path.rglob("*")):
        top = path.relative_to(home.path).parts[0]
        kept = top not in left_out and not top.startswith(".") and DATABASES not in path.name
        if (
            kept
            and not path.name.endswith((".lock", ".starting", ".tmp", ".tar"))
            and path.is_file()
            and not path.is_symlink()
        ):
            yield path


def _files_of_run(folder: Path, done: bool) -> Iterator[Path]:
    """A run's files; of one that is not done only what it goes on from, whatever became of it meanwhile."""
    run = RunFolder(folder)
    passing = {run.lock_file}
    if not done:
        passing |= {run.token_file, run.heartbeat_file, run.exit_file, run.result_file}
    for path in sorted(folder.rglob("*")):
        if path not in passing and not path.name.startswith(".") and path.is_file() and not path.is_symlink():
            yield path


def _was_deleted(home: Home, job: str) -> bool:
    """Whether somebody deleted a job after its row was copied."""
    with Store(home) as store:
        try:
            store.get(job)
        except TeslaError:
            return True
    return False


def _add(archive: tarfile.TarFile, path: Path, name: str) -> int:
    """Add what a file is at this moment; one that has gone meanwhile is left out."""
    try:
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size <= STREAMED:
                return _add_bytes(archive, name, file.read())
            archive.addfile(_entry(name, size), file)
            return size
    except FileNotFoundError:
        return 0


def _add_bytes(archive: tarfile.TarFile, name: str, content: bytes) -> int:
    archive.addfile(_entry(name, len(content)), io.BytesIO(content))
    return len(content)


def _entry(name: str, size: int) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode, entry.mtime = size, 0o600, int(time.time())
    return entry


def _whole(database: Path) -> None:
    """Fold what is beside a copied database into its one file."""
    with closing(sqlite3.connect(database)) as copy:
        copy.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        copy.execute("PRAGMA journal_mode = DELETE")


def _manifest(archive: tarfile.TarFile, source: Path) -> dict:
    """What the backup says of itself, once all its names are seen to stay inside."""
    names = {PurePosixPath(name) for name in archive.getnames()}
    file = archive.extractfile(MANIFEST) if PurePosixPath(MANIFEST) in names else None
    try:
        found = json.load(file) if file is not None else {}
        if found.get("format") == FORMAT and Contents(**found["contents"]):
            return found
    except (ValueError, TypeError, KeyError, AttributeError):
        pass
    written = found.get("format") if file is not None and isinstance(found, dict) else None
    if isinstance(written, int) and written > FORMAT:
        raise TeslaError(f"{source} is a backup of format {written}; this program knows {FORMAT}. Update it.")
    raise TeslaError(f"{source} is no backup of TESLA Lab, or was cut off: it has no readable {MANIFEST}.")


def _queue_what_ran(store: Store) -> None:
    """An attempt's processes are another folder's, perhaps on another machine: nothing here may look for them."""
    for job in store.active():
        if job.attempt is not None:
            store.requeue(job.id, job.attempt.token, RESTORED, failure=False)


def _move_in(staging: Path, home: Home) -> None:
    """Databases last: a folder that has one has everything."""
    (staging / MANIFEST).unlink()
    for database in _databases(staging):
        _whole(database)
    entries = sorted(staging.iterdir(), key=lambda path: DATABASES in path.name)
    for entry in entries:
        target = home.path / entry.name
        if entry.is_dir() and target.is_dir():
            shutil.copytree(entry, target, dirs_exist_ok=True)
        else:
            entry.replace(target)
