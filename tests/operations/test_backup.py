"""If these fail, a backup taken while the lab runs loses jobs, doubles them, or can't be brought back."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import tarfile
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from tesla_core.classroom.service import Classroom
from tesla_core.commands import main
from tesla_core.errors import TeslaError
from tesla_core.experiments.folder import RunFolder
from tesla_core.experiments.run import run
from tesla_core.jobs.backends.slots import Slots
from tesla_core.jobs.launch.access import Person
from tesla_core.jobs.processes import members
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.job import Request
from tesla_core.jobs.store.states import FINISHED, State
from tesla_core.jobs.store.store import Store
from tesla_core.jobs.supervisor.supervisor import Supervisor
from tesla_core.operations import backup
from tesla_core.operations.backup import back_up, restore
from tesla_core.operations.pruning import plan, prune
from tesla_core.training.trainable import Step, Trainable
from tesla_core.visits.visit import Visit
from tests.jobs.attempts import LONG
from tests.jobs.light import kill_leftovers, submit, wait_until

FIXTURE = Path(__file__).parents[1] / "jobs" / "fixtures" / "36e8c8f"


def quiet(_training: Trainable, _step: Step) -> None:
    """Reports nothing."""


def done(store: Store, count: int) -> bool:
    return store.counts()[State.SUCCEEDED] >= count


def test_a_backup_beside_running_jobs_comes_back_whole(supervisor: Supervisor, home: Home, tmp_path: Path) -> None:
    """Finished jobs have their results; what ran is queued again, and nobody looks for the processes it had."""
    store = supervisor.store
    (first,) = submit(store, "run 0")
    wait_until(lambda: done(store, 1), "the first job", supervisor.tick)
    running, waiting, last = submit(store, "run 600", "run 600", "run 0")
    wait_until(lambda: len(store.active()) == 2, "two that run", supervisor.tick)
    (home.path / "pictures").mkdir()
    (home.path / "pictures" / "one.png").write_bytes(b"png")
    (home.path / "signing.key").write_bytes(b"key of the lab" * 4)
    target = home.path / "lab.tar"
    contents = back_up(home, target)
    assert (contents.jobs, contents.unfinished) == (4, 3)
    assert b"key of the lab" not in target.read_bytes()
    assert target.stat().st_mode & 0o077 == 0

    back_up(home, home.path / "next.tar")
    with tarfile.open(home.path / "next.tar") as archive:
        assert "lab.tar" not in archive.getnames(), "a backup of backups would double each time"

    fresh = Home(tmp_path / "fresh")
    assert restore(target, fresh) == contents
    assert sorted(path.name for path in fresh.path.iterdir() if path.is_dir()) == ["pictures", "runs"]
    assert not (fresh.path / "signing.key").exists()
    with Store(fresh) as restored:
        assert [job.state for job in restored.list(newest_first=False)] == [State.SUCCEEDED, *[State.QUEUED] * 3]
        assert RunFolder(restored.get(first).folder).result_file.is_file()
        assert restored.attempts(running)[-1].reason.startswith("Restored from a backup")
        assert not RunFolder(restored.get(running).folder).token_file.exists()
        assert restored.get(running).folder.is_relative_to(fresh.path)
    for job in (running, waiting):
        attempt = store.get(job).attempt
        assert attempt is not None
        assert members(attempt.token), "the jobs that ran go on where they were"
    assert last not in [job.id for job in store.active()]


def test_jobs_that_come_and_go_during_a_backup_do_no_harm(
    supervisor: Supervisor, home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One deleted after its row was copied is not there; one submitted after has no folder that a new number meets."""
    store = supervisor.store
    gone, stays = submit(store, "run 0", "run 0")
    wait_until(lambda: done(store, 2), "two jobs", supervisor.tick)
    files_of = backup._files_beside

    def meanwhile(home: Home):  # between the databases and the files
        store.delete([gone])
        shutil.rmtree(home.run_folder(gone))
        submit(store, "run 0")
        wait_until(lambda: done(store, 2), "a new job", supervisor.tick)
        return files_of(home)

    monkeypatch.setattr(backup, "_files_beside", meanwhile)
    back_up(home, tmp_path / "lab.tar")
    fresh = Home(tmp_path / "fresh")
    restore(tmp_path / "lab.tar", fresh)
    with Store(fresh) as restored:
        assert [job.id for job in restored.list()] == [stays]
    assert [path.name for path in fresh.runs.iterdir()] == [fresh.run_folder(stays).name]


def test_a_store_of_before_is_backed_up_and_restored(home: Home, tmp_path: Path) -> None:
    shutil.copytree(FIXTURE, home.path)
    (home.path / "jobs.sql").unlink()
    database = sqlite3.connect(home.database)
    database.executescript((FIXTURE / "jobs.sql").read_text())
    database.close()
    assert back_up(home, tmp_path / "old.tar").jobs == 9
    restore(tmp_path / "old.tar", Home(tmp_path / "new"))
    with Store(Home(tmp_path / "new")) as store:
        assert store.count() == 9
        assert store.get("1").metrics is not None


def test_what_is_no_backup_is_refused_and_nothing_is_left(
    supervisor: Supervisor, home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    submit(supervisor.store, "run 0")
    whole, fresh = tmp_path / "whole.tar", Home(tmp_path / "fresh")
    back_up(home, whole)
    with pytest.raises(TeslaError, match="there already"):
        back_up(home, whole)
    with pytest.raises(TeslaError, match="has jobs or rooms already"):
        restore(whole, home)
    cut = tmp_path / "cut.tar"
    cut.write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])
    outside = tmp_path / "outside.tar"
    with tarfile.open(outside, "w") as archive:
        backup._add_bytes(archive, "../escaped", b"x")
        backup._add_bytes(archive, backup.MANIFEST, b'{"format": 1, "contents": {}}')
    for bad in (cut, outside, FIXTURE / "jobs.sql", tmp_path / "none.tar"):
        with pytest.raises(TeslaError):
            restore(bad, fresh)
        assert not fresh.database.exists()
        assert not list(fresh.path.glob(".restoring-*"))
    assert not (tmp_path / "escaped").exists()
    os.environ["TESLA_LAB_HOME"] = str(fresh.path)
    assert main(["restore", str(whole), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["jobs"] == 1


def test_pruning_takes_what_is_old_and_nothing_else(supervisor: Supervisor, home: Home) -> None:
    store = supervisor.store
    old, recent = submit(store, "run 0", "run 0")
    wait_until(lambda: done(store, 2), "two jobs", supervisor.tick)
    with sqlite3.connect(home.database) as database:
        database.execute("UPDATE jobs SET finished = finished - 86400 * 40 WHERE id = ?", (old,))
    database.close()
    submit(store, "run 600")
    lost = home.runs / "000099"
    lost.mkdir()
    os.utime(lost, (0, time.time() - 86400 * 40))
    (home.runs / "000098").mkdir()
    RunFolder(store.get(old).folder).checkpoint_file.write_bytes(b"x" * 1000)
    slim = plan(store, 30, checkpoints=True)
    assert (slim.jobs, len(slim.checkpoints), slim.nbytes) == ((), 1, 1000)
    found = plan(store, 30)
    assert ([job.id for job in found.jobs], found.orphans) == ([old], (lost,))
    assert plan(store, 30, keep=2).jobs == ()
    prune(store, found)
    assert sorted(path.name for path in home.runs.iterdir()) == [home.run_folder(recent).name, "000098"]
    assert store.count() == 2
    assert main(["prune", "--older-than", "0", "--yes"]) == 0
    assert [job.state for job in store.list()] == [State.QUEUED]


def test_rooms_are_in_a_backup_and_go_on_where_it_is_restored(home: Home, tmp_path: Path) -> None:
    """Also of a lab that never had a job."""
    teacher, student = Visit("teacher", "here"), Visit("student", "here")
    rooms = Classroom(home)
    code = rooms.open_room(teacher, Person("teacher", may_launch=True)).code
    rooms.join(student, code, "Ada")
    back_up(home, tmp_path / "lab.tar")
    other = Home(tmp_path / "other")
    restore(tmp_path / "lab.tar", other)
    again = Classroom(other)
    assert again.room(code) == rooms.room(code)
    with pytest.raises(TeslaError, match="rooms already"):
        restore(tmp_path / "lab.tar", other)
    for each in (rooms, again):
        each.close()


def test_pruning_takes_rooms_whose_day_is_over(home: Home) -> None:
    teacher = Person("teacher", may_launch=True)
    old, new = Classroom(home, clock=lambda: time.time() - 90_000), Classroom(home)
    kept = new.open_room(Visit("teacher", "here"), teacher).code
    gone = old.open_room(Visit("teacher", "here"), teacher).code
    with Store(home) as store:
        found = plan(store, 30)
        assert found.rooms == (gone,)
        prune(store, found)
    for each in (old, new):
        each.close()
    assert [room.code for room in Classroom(home).rooms()] == [kept]


@pytest.mark.slow
def test_real_jobs_backed_up_under_load_end_with_the_same_bits(home: Home, tmp_path: Path) -> None:
    """Backups follow each other while two real jobs train; from any of them the jobs end as they would have."""
    specs = [replace(LONG, epochs=400, seed=seed) for seed in range(2)]
    supervisor, stop = Supervisor(home, slots=Slots(2)), threading.Event()
    taken: list[tuple[Path, int]] = []
    try:
        supervisor.store.submit([Request(spec, device="cpu") for spec in specs])

        def back_up_again_and_again() -> None:
            while not stop.wait(0.3):
                target = tmp_path / f"{len(taken)}.tar"
                taken.append((target, back_up(home, target).unfinished))

        other = threading.Thread(target=back_up_again_and_again)
        other.start()
        wait_until(lambda: done(supervisor.store, 2), "both jobs", lambda: (supervisor.tick(), time.sleep(0.05)))
        stop.set()
        other.join()
        ends = [(supervisor.store.get(job).metrics, home.run_folder(job)) for job in ("1", "2")]
    finally:
        stop.set()
        kill_leftovers(supervisor.store)
        supervisor.close()
    chosen = next(path for path, unfinished in reversed(taken) if unfinished == 2)
    with tarfile.open(chosen) as archive:
        assert any("checkpoint" in name for name in archive.getnames())
    fresh = Home(tmp_path / "fresh")
    restore(chosen, fresh)
    again = Supervisor(fresh, slots=Slots(2))
    try:
        wait_until(lambda: done(again.store, 2), "both again", lambda: (again.tick(), time.sleep(0.05)))
        for job, (metrics, folder) in zip(("1", "2"), ends, strict=True):
            assert again.store.get(job).state in FINISHED
            assert again.store.get(job).metrics == metrics
            mine, theirs = RunFolder(fresh.run_folder(job)), RunFolder(folder)
            assert mine.metrics_file.read_bytes() == theirs.metrics_file.read_bytes()
    finally:
        kill_leftovers(again.store)
        again.close()
    alone = RunFolder.create(tmp_path / "alone", specs[0])
    run(specs[0], alone, quiet)
    assert alone.metrics_file.read_bytes() == RunFolder(fresh.run_folder("1")).metrics_file.read_bytes()
