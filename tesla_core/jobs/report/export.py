"""A run to take along: spec, metrics, what it keeps, checkpoint, log and environment as one zip of a bounded size."""

from __future__ import annotations

import csv
import io
import time
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from tesla_core.experiments.folder import RunFolder
from tesla_core.files import to_json
from tesla_core.jobs.launch.access import Person
from tesla_core.jobs.report.words import without_paths
from tesla_core.jobs.store.job import Job
from tesla_core.jobs.worker.files import MetricsTail

MOST_BYTES = 200 * 2**20
MOST_LOG_BYTES = 8 * 2**20
WEIGHTS = ".safetensors"
_CHUNK = 2**20


def metrics_csv(records: Sequence[Mapping[str, Any]]) -> bytes:
    """A line an epoch; what an epoch has not measured, or was no number, is left empty."""
    names = dict.fromkeys(["epoch", *(name for record in records for name in record)])
    output = io.StringIO()
    writer = csv.DictWriter(output, list(names), lineterminator="\n", restval="")
    writer.writeheader()
    writer.writerows(records)
    return output.getvalue().encode()


def environment(job: Job) -> dict[str, Any]:
    """Where and with what it ran: all that the store knows besides the numbers."""
    known = job.to_dict()
    return {name: value for name, value in known.items() if name not in ("metrics", "spec", "folder", "pid")}


def write_zip(file: IO[bytes], jobs: Iterable[Job], person: Person, most_bytes: int = MOST_BYTES) -> list[str]:
    """Write the jobs, a folder each, and return what had to be left out, in words; the zip says it too.

    Small files first, then what the runs keep, then checkpoints while there is room. A checkpoint is replaced whole
    while its job runs, so the copy is always one of them. One who may not launch gets no weights, which are
    large, and no paths of this machine.
    """
    chosen = list(jobs)
    left_out: list[str] = []
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for job in chosen:
            _write_texts(archive, job, person, most_bytes, left_out)
        for job in chosen:
            for path in RunFolder(job.folder).own_files():
                if path.suffix == WEIGHTS and not person.may_launch:
                    continue
                _write_whole(archive, job, path, most_bytes, left_out)
        for job in chosen if person.may_launch else ():
            _write_whole(archive, job, RunFolder(job.folder).checkpoint_file, most_bytes, left_out)
        if not person.may_launch:
            left_out.append("Checkpoints and weights are for those who may launch jobs.")
        if left_out:
            archive.writestr("LEFT_OUT.txt", "\n".join(left_out) + "\n")
    return left_out


def zip_bytes(jobs: Iterable[Job], person: Person, most_bytes: int = MOST_BYTES) -> bytes:
    """The zip in memory, as a download needs it."""
    output = io.BytesIO()
    write_zip(output, jobs, person, most_bytes)
    return output.getvalue()


def zip_name(jobs: Sequence[Job]) -> str:
    if len(jobs) == 1:
        return f"tesla-job-{jobs[0].id}.zip"
    return f"tesla-{len(jobs)}-jobs-{time.strftime('%Y%m%d-%H%M')}.zip"


def _write_texts(archive: zipfile.ZipFile, job: Job, person: Person, most_bytes: int, left_out: list[str]) -> None:
    place, run = f"job-{job.id}", RunFolder(job.folder)
    texts = {
        "spec.json": (to_json(job.spec.to_dict(), indent=2) + "\n").encode(),
        "environment.json": (to_json(environment(job), indent=2) + "\n").encode(),
        "metrics.csv": metrics_csv(MetricsTail(job.folder).read()),
    }
    texts |= {path.name: content for path in (run.old_log_file, run.log_file) if (content := _end_of(path))}
    if run.result_file.is_file():
        texts[run.result_file.name] = _end_of(run.result_file, most_bytes)
    if not person.may_launch:
        texts = {name: without_paths(text.decode(errors="replace")).encode() for name, text in texts.items()}
    for name, content in texts.items():
        if _written(archive) + len(content) > most_bytes:
            left_out.append(f"{place}/{name}: the zip holds at most {most_bytes / 2**20:.0f} MB.")
        else:
            archive.writestr(f"{place}/{name}", content)


def _write_whole(archive: zipfile.ZipFile, job: Job, path: Path, most_bytes: int, left_out: list[str]) -> None:
    """A file that may be large, piece by piece."""
    name = f"job-{job.id}/{path.name}"
    try:
        source = path.open("rb")
    except OSError:
        left_out.append(f"{name}: there is no such file.")
        return
    with source:
        size = source.seek(0, io.SEEK_END)
        source.seek(0)
        if _written(archive) + size > most_bytes:
            left_out.append(f"{name}: with its {size / 2**20:.0f} MB the zip would pass {most_bytes / 2**20:.0f} MB.")
            return
        # Weights and packed arrays hardly shrink, so they are stored as they are.
        with archive.open(zipfile.ZipInfo(name, time.localtime()[:6]), "w") as target:
            while chunk := source.read(_CHUNK):
                target.write(chunk)


def _end_of(path: Path, most: int = MOST_LOG_BYTES) -> bytes:
    """The file's last bytes; empty where there is none."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, file.seek(0, io.SEEK_END) - most))
            return file.read(most)
    except OSError:
        return b""


def _written(archive: zipfile.ZipFile) -> int:
    return archive.fp.tell() if archive.fp else 0
