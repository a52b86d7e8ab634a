"""A run taken along is complete, readable anywhere, and never larger than promised."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tesla_core.experiments.folder import RunFolder
from tesla_core.jobs.launch.access import Person
from tesla_core.jobs.report.export import metrics_csv, write_zip, zip_bytes, zip_name
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.job import Job, Request
from tesla_core.jobs.store.store import Store
from tesla_core.problems.parity.experiment import ParitySpec

MakeJob = Callable[..., Job]
OWNER = Person("owner", may_launch=True)


@pytest.fixture
def make_job(tmp_path: Path) -> MakeJob:
    """A job with a folder as a run leaves it; checkpoint: its size in bytes."""
    store = Store(Home(tmp_path))

    def make(checkpoint: int | None = 1000) -> Job:
        (job,) = store.submit([Request(ParitySpec(bits=16), name="taken along")])
        run = RunFolder.create(job.folder, job.spec)
        run.metrics_file.write_text('{"epoch": 1, "train_loss": 0.5}\n{"epoch": 2, "train_loss": null}\nnot json\n')
        run.log_file.write_text("line one\nline two\n")
        if checkpoint is not None:
            run.checkpoint_file.write_bytes(b"w" * checkpoint)
        return job

    return make


def names_in(content: bytes) -> set[str]:
    return set(zipfile.ZipFile(io.BytesIO(content)).namelist())


def test_everything_of_a_run_is_in_it(make_job: MakeJob) -> None:
    """Spec, metrics, checkpoint, log and environment, each as it is."""
    job = make_job()
    content = zip_bytes([job], OWNER)
    files = ("spec.json", "environment.json", "metrics.csv", "log.txt", "checkpoint.safetensors")
    assert names_in(content) == {f"job-{job.id}/{name}" for name in files}
    archive = zipfile.ZipFile(io.BytesIO(content))
    assert archive.testzip() is None
    assert json.loads(archive.read(f"job-{job.id}/spec.json")) == job.spec.to_dict()
    environment = json.loads(archive.read(f"job-{job.id}/environment.json"))
    assert environment["name"] == "taken along"
    assert "torch" in environment["versions"]
    assert archive.read(f"job-{job.id}/checkpoint.safetensors") == b"w" * 1000
    rows = list(csv.DictReader(io.StringIO(archive.read(f"job-{job.id}/metrics.csv").decode())))
    assert rows == [{"epoch": "1", "train_loss": "0.5"}, {"epoch": "2", "train_loss": ""}]


def test_what_a_run_keeps_comes_along(make_job: MakeJob) -> None:
    """The arrays behind its charts and the weights of its best epoch; where room is short, the arrays first."""
    job = make_job()
    for name, content in (("predictions.npz", b"p" * 700), ("best.safetensors", b"b" * 20_000)):
        RunFolder(job.folder).write_file(name, content)
    archive = zipfile.ZipFile(io.BytesIO(zip_bytes([job], OWNER)))
    assert archive.read(f"job-{job.id}/predictions.npz") == b"p" * 700
    assert archive.read(f"job-{job.id}/best.safetensors") == b"b" * 20_000
    small = zip_bytes([job], OWNER, most_bytes=10_000)
    assert f"job-{job.id}/predictions.npz" in names_in(small)
    assert f"job-{job.id}/best.safetensors" not in names_in(small)
    assert f"job-{job.id}/best.safetensors" in zipfile.ZipFile(io.BytesIO(small)).read("LEFT_OUT.txt").decode()


def test_a_visitor_gets_the_numbers_but_neither_weights_nor_paths_of_the_machine(make_job: MakeJob) -> None:
    """A public lab gives its results away, not hundreds of megabytes a click, nor a map of its disk."""
    job = make_job()
    for name, content in (("predictions.npz", b"p" * 700), ("best.safetensors", b"b" * 700)):
        RunFolder(job.folder).write_file(name, content)
    RunFolder(job.folder).log_file.write_text(f'File "{job.folder}/train.py", line 3\nread 5/8 of {job.folder}\n')
    content = zip_bytes([job], Person("visitor", may_launch=False))
    archive = zipfile.ZipFile(io.BytesIO(content))
    assert {"predictions.npz", "metrics.csv"} <= {name.split("/")[-1] for name in archive.namelist()}
    assert not [name for name in archive.namelist() if name.endswith(".safetensors")]
    texts = [archive.read(name).decode(errors="replace") for name in archive.namelist()]
    assert not [text for text in texts if str(job.folder.parent) in text]
    assert archive.read(f"job-{job.id}/log.txt").decode() == 'File "…/train.py", line 3\nread 5/8 of …/000001\n'


def test_several_jobs_have_a_folder_each(make_job: MakeJob) -> None:
    """A sweep is one file."""
    jobs = [make_job(), make_job()]
    assert {name.split("/")[0] for name in names_in(zip_bytes(jobs, OWNER))} == {f"job-{job.id}" for job in jobs}
    assert zip_name(jobs[:1]) == f"tesla-job-{jobs[0].id}.zip"
    assert zip_name(jobs).endswith(".zip")


def test_what_is_too_large_is_left_out_and_named(make_job: MakeJob) -> None:
    """A large checkpoint costs neither the server's memory nor the rest of the export; the small ones still come."""
    large, small = make_job(200_000), make_job(500)
    output = io.BytesIO()
    left_out = write_zip(output, [large, small], OWNER, most_bytes=50_000)
    assert len(output.getvalue()) < 60_000
    assert f"job-{large.id}/checkpoint.safetensors" not in names_in(output.getvalue())
    assert f"job-{small.id}/checkpoint.safetensors" in names_in(output.getvalue())
    assert any(f"job-{large.id}/checkpoint" in sentence for sentence in left_out)
    told = zipfile.ZipFile(io.BytesIO(output.getvalue())).read("LEFT_OUT.txt").decode()
    assert f"job-{large.id}" in told


def test_a_job_without_a_folder_still_has_its_spec(tmp_path: Path) -> None:
    """Queued, or its folder deleted by hand: what is known is given, what is missing is said."""
    (job,) = Store(Home(tmp_path)).submit([Request(ParitySpec())])
    content = zip_bytes([job], OWNER)
    assert f"job-{job.id}/spec.json" in names_in(content)
    assert "LEFT_OUT.txt" in names_in(content)


def test_a_csv_has_every_column_that_any_epoch_has() -> None:
    """A metric that is measured only now and then is not lost."""
    assert metrics_csv([{"epoch": 1, "a": 1}, {"epoch": 2, "b": 2}]) == b"epoch,a,b\n1,1,\n2,,2\n"
    assert metrics_csv([]) == b"epoch\n"
