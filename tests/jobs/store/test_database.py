"""If these fail, a copy tool, a full disk or another version of the program breaks the jobs without a word of why."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tesla_core.jobs.store.database import StoreDamaged, StoreError, StoreFull, StoreLocked
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.job import Request
from tesla_core.jobs.store.schema import MIGRATIONS, NewerSchema, migrate
from tesla_core.jobs.store.states import State
from tesla_core.jobs.store.store import Store
from tesla_core.problems.toys.experiment import ToysSpec


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "lab").make()


@pytest.fixture
def store(home: Home) -> Iterator[Store]:
    with Store(home, patience=0.2) as opened:
        yield opened


def raw(home: Home) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(home.database, isolation_level=None))


def tables(connection: sqlite3.Connection) -> list[str]:
    return sorted(row[0] for row in connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"))


def test_a_database_locked_by_another_program_is_named_and_then_used_again(store: Store, home: Home) -> None:
    with raw(home) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreLocked, match=r"jobs\.sqlite3, is locked by another program"):
            store.submit([Request(ToysSpec())])
        assert store.list() == [], "reading goes on meanwhile"
        other.execute("ROLLBACK")
    assert store.submit([Request(ToysSpec())])[0].state == State.QUEUED


def test_a_database_that_cannot_even_be_read_is_named_when_it_is_opened(home: Home) -> None:
    Store(home).close()
    with raw(home) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        other.execute("UPDATE facts SET value = value")
        with pytest.raises(StoreLocked, match=r"still after 0\.2 s"):
            Store(home, patience=0.2)
        other.execute("ROLLBACK")


def test_a_full_disk_is_named_and_nothing_is_half_written(store: Store) -> None:
    store.submit([Request(ToysSpec())])
    connection = store._database.connection()
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreFull, match=r"disk of .* is full.*Make room"):
        store.submit([Request(ToysSpec(seed=seed)) for seed in range(200)])
    assert store.count() == 1
    connection.execute("PRAGMA max_page_count = 1000000")
    assert len(store.submit([Request(ToysSpec(seed=seed)) for seed in range(200)])) == 200


def test_a_file_that_is_no_database_is_named(home: Home) -> None:
    home.database.write_bytes(b"not a database at all" * 100)
    with pytest.raises(StoreError, match="is damaged"):
        Store(home)


@pytest.mark.parametrize(
    "damage",
    [
        "DROP TABLE facts",
        "DELETE FROM facts",
        "UPDATE facts SET value = 'many' WHERE name = 'drained'",
        "DROP TABLE attempts",
        "ALTER TABLE attempts RENAME COLUMN started TO begun",
        "UPDATE attempts SET started = 'yesterday'",
        "UPDATE attempts SET number = x'00'",
        "UPDATE jobs SET progress = 'half'",
        "UPDATE jobs SET state = 'asleep'",
    ],
)
def test_a_table_that_is_damaged_is_named(store: Store, home: Home, damage: str) -> None:
    """A page can show such an error in a box; anything else breaks it."""
    (job,) = store.submit([Request(ToysSpec())])
    assert store.claim(job.id, "a boot")
    with raw(home) as other:
        other.execute(damage)
    with pytest.raises(StoreDamaged, match=r"damaged .*Restore it from a backup"):
        assert store.get(job.id).attempt_log is store.drained  # whatever of the two is asked


def test_a_home_that_was_deleted_and_made_again_is_a_new_store(store: Store, home: Home) -> None:
    """What is launched after it is seen by whoever opens the folder now, not written where nobody looks."""
    store.submit([Request(ToysSpec())])
    shutil.rmtree(home.path)
    with pytest.raises(StoreError, match="can't be used"):
        store.count()
    with Store(home.make()) as other:
        assert store.count() == 0
        store.submit([Request(ToysSpec(seed=3))])
        assert [job.spec.seed for job in other.list()] == [3]


def test_a_path_that_cannot_be_opened_is_named(home: Home) -> None:
    home.database.mkdir()
    with pytest.raises(StoreError, match="can't be used"):
        Store(home)


def test_a_newer_version_is_refused_and_left_alone(home: Home) -> None:
    with raw(home) as other:
        other.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(NewerSchema, match=rf"version {len(MIGRATIONS) + 1}; this program knows .* {len(MIGRATIONS)}"):
        Store(home)
    with raw(home) as other:
        assert tables(other) == []
        assert other.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS) + 1,)


@pytest.mark.parametrize("version", range(len(MIGRATIONS) + 1))
def test_every_older_version_becomes_the_present_one(home: Home, tmp_path: Path, version: int) -> None:
    with raw(home) as old:
        migrate(old, MIGRATIONS[:version])
    Store(home).close()
    fresh = Home(tmp_path / "fresh")
    Store(fresh).close()
    with raw(home) as migrated, raw(fresh) as new:
        assert tables(migrated) == tables(new)
        assert migrated.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)


NEXT = ("ALTER TABLE jobs ADD COLUMN stars INTEGER NOT NULL DEFAULT 3", "UPDATE jobs SET stars = 5 WHERE id = 1")


def test_a_migration_keeps_the_jobs(store: Store, home: Home) -> None:
    store.submit([Request(ToysSpec()), Request(ToysSpec(seed=1))])
    with raw(home) as other:
        migrate(other, (*MIGRATIONS, NEXT))
        assert other.execute("SELECT id, stars FROM jobs").fetchall() == [(1, 5), (2, 3)]
        assert other.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS) + 1,)


def test_a_migration_that_fails_half_way_leaves_the_old_version(store: Store, home: Home) -> None:
    store.submit([Request(ToysSpec())])
    with raw(home) as other:
        with pytest.raises(sqlite3.OperationalError, match="no such table"):
            migrate(other, (*MIGRATIONS, (*NEXT, "UPDATE nowhere SET x = 1")))
        assert not other.in_transaction
        assert other.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
    assert store.count() == 1
    assert store.submit([Request(ToysSpec())])


def test_the_store_is_kept_in_wal_mode(store: Store, home: Home) -> None:
    """A page that reads never waits for the supervisor that writes."""
    with raw(home) as other:
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_forked_child_opens_its_own_connection(store: Store) -> None:
    """A connection that two processes share corrupts the database."""
    parents = id(store._database.connection())
    store.submit([Request(ToysSpec())])
    child = os.fork()
    if child == 0:
        try:
            fine = store.count() == 1 and id(store._database.connection()) != parents
            os._exit(0 if fine else 1)
        finally:
            os._exit(2)
    assert os.waitpid(child, 0)[1] == 0
    assert len(store.submit([Request(ToysSpec())])) == 1
