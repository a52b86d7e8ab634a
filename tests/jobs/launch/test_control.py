"""If these fail, a visitor can launch or cancel jobs, or a person's wish is written down and nobody acts on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from tesla_core.errors import TeslaError
from tesla_core.jobs.launch.access import NotAllowed, Person
from tesla_core.jobs.launch.control import MOST_AT_ONCE, JobControl
from tesla_core.jobs.store.database import StoreFull
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.job import Request
from tesla_core.jobs.store.states import State
from tesla_core.jobs.store.store import Store
from tesla_core.problems.toys.experiment import ToysSpec

REQUEST = Request(ToysSpec())


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(Home(tmp_path / "lab")) as opened:
        yield opened


@pytest.fixture
def calls() -> list[str]:
    return []


@pytest.fixture
def control(store: Store, calls: list[str]) -> JobControl:
    return JobControl(store, Person("ada", may_launch=True), wake=lambda: calls.append("wake"))


@pytest.mark.parametrize(
    "act",
    [
        lambda control: control.submit([REQUEST]),
        lambda control: control.cancel(["1"]),
        lambda control: control.retry(["1"]),
        lambda control: control.delete(["1"]),
        lambda control: control.drain(True),
    ],
)
def test_a_visitor_may_watch_and_nothing_else(store: Store, act: Callable[[JobControl], object]) -> None:
    store.submit([REQUEST])
    before = store.revision_number
    visitor = JobControl(store, Person("someone", may_launch=False), wake=lambda: pytest.fail("nothing was written"))
    with pytest.raises(NotAllowed, match="You may watch, but not"):
        act(visitor)
    assert store.revision_number == before
    assert visitor.store.list()[0].state == State.QUEUED


def test_what_is_submitted_is_its_submitters_and_wakes_the_supervisor(control: JobControl, calls: list[str]) -> None:
    first, second = control.submit([REQUEST, Request(ToysSpec(), owner="bob")])
    assert (first.request.owner, second.request.owner) == ("ada", "bob")
    assert calls == ["wake"]
    control.drain(True, "class")
    assert (control.store.drained, len(calls)) == (True, 2)


@pytest.mark.parametrize("count", [0, MOST_AT_ONCE + 1])
def test_nothing_and_far_too_much_are_refused(control: JobControl, count: int) -> None:
    with pytest.raises(TeslaError, match="submitted at once must be from 1 to"):
        control.submit([REQUEST] * count)


def test_a_bulk_action_does_what_it_can_and_names_the_rest(control: JobControl) -> None:
    jobs = [job.id for job in control.submit([REQUEST] * 3)]
    control.cancel(jobs[:1])
    with pytest.raises(
        TeslaError, match=r"Job 1 is cancelled already.*\nThere is no job 99.*\nDone for the others: 2, 3"
    ):
        control.cancel([*jobs, "99", jobs[1]])
    assert control.store.counts()[State.CANCELLED] == 3
    assert [job.state for job in control.retry(jobs)] == [State.QUEUED] * 3


def test_deleting_takes_the_folder_along(control: JobControl, store: Store) -> None:
    gone, empty, queued = (job.id for job in control.submit([REQUEST] * 3))
    control.cancel([gone, empty])
    folder = store.get(gone).folder
    (folder / "deeper").mkdir(parents=True)
    with pytest.raises(TeslaError, match="Only finished jobs can be deleted"):
        control.delete([gone, queued])
    assert folder.exists()
    control.delete([gone, empty])
    assert not folder.exists()
    assert [job.id for job in store.list()] == [queued]


def test_on_a_full_disk_deleting_makes_its_own_room(
    control: JobControl, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is told to delete old jobs can: the store is too full to forget them until their folders are gone."""
    (job,) = control.submit([REQUEST])
    control.cancel([job.id])
    job.folder.mkdir(parents=True)
    forget = store.delete

    def delete(ids: Sequence[str]) -> None:
        if job.folder.exists():
            raise StoreFull("The disk is full.")
        forget(ids)

    monkeypatch.setattr(store, "delete", delete)
    control.delete([job.id])
    assert store.count() == 0


def test_a_full_disk_takes_no_folder_of_a_job_that_goes_on(
    control: JobControl, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    (job,) = control.submit([REQUEST])
    job.folder.mkdir(parents=True)
    monkeypatch.setattr(store, "delete", lambda ids: (_ for _ in ()).throw(StoreFull("The disk is full.")))
    with pytest.raises(StoreFull):
        control.delete([job.id])
    assert job.folder.exists()


def test_a_folder_that_cannot_be_removed_is_named(control: JobControl, store: Store) -> None:
    (job,) = control.submit([REQUEST])
    control.cancel([job.id])
    job.folder.parent.mkdir(parents=True, exist_ok=True)
    job.folder.write_text("a file where a folder should be")
    with pytest.raises(TeslaError, match=r"The job is deleted, but its folder .* is still there"):
        control.delete([job.id])
    assert store.count() == 0


def test_a_supervisor_that_does_not_start_is_named_and_the_jobs_are_saved(store: Store) -> None:
    def wake() -> None:
        raise OSError("no more processes")

    with pytest.raises(TeslaError, match=r"This is saved, but no supervisor could be started.*no more processes"):
        JobControl(store, Person("ada", True), wake).submit([REQUEST])
    assert store.count() == 1
