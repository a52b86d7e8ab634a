"""If these fail, a visitor can launch or cancel jobs, or a person's wish is written down and nobody acts on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tesla_core.errors import TeslaError
from tesla_core.jobs.access import NotAllowed, Person
from tesla_core.jobs.desk import MOST_AT_ONCE, Desk
from tesla_core.jobs.home import Home
from tesla_core.jobs.job import Request
from tesla_core.jobs.states import State
from tesla_core.jobs.store import Store
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
def desk(store: Store, calls: list[str]) -> Desk:
    return Desk(store, Person("ada", may_launch=True), wake=lambda: calls.append("wake"))


@pytest.mark.parametrize(
    "act",
    [
        lambda desk: desk.submit([REQUEST]),
        lambda desk: desk.cancel(["1"]),
        lambda desk: desk.retry(["1"]),
        lambda desk: desk.delete(["1"]),
        lambda desk: desk.prioritise(["1"], 5),
        lambda desk: desk.drain(True),
    ],
)
def test_a_visitor_may_watch_and_nothing_else(store: Store, act: Callable[[Desk], object]) -> None:
    store.submit([REQUEST])
    before = store.revision_number
    visitor = Desk(store, Person("someone", may_launch=False), wake=lambda: pytest.fail("nothing was written"))
    with pytest.raises(NotAllowed, match="You may watch, but not"):
        act(visitor)
    assert store.revision_number == before
    assert visitor.store.list()[0].state == State.QUEUED


def test_what_is_submitted_belongs_to_who_did_it_and_wakes_the_supervisor(desk: Desk, calls: list[str]) -> None:
    first, second = desk.submit([REQUEST, Request(ToysSpec(), owner="bob")])
    assert (first.request.owner, second.request.owner) == ("ada", "bob")
    assert calls == ["wake"]
    desk.drain(True, "class")
    assert (desk.store.drained, len(calls)) == (True, 2)


@pytest.mark.parametrize("count", [0, MOST_AT_ONCE + 1])
def test_nothing_and_far_too_much_are_refused(desk: Desk, count: int) -> None:
    with pytest.raises(TeslaError, match="submitted at once must be from 1 to"):
        desk.submit([REQUEST] * count)


def test_a_bulk_action_does_what_it_can_and_names_the_rest(desk: Desk) -> None:
    jobs = [job.id for job in desk.submit([REQUEST] * 3)]
    desk.cancel(jobs[:1])
    with pytest.raises(
        TeslaError, match=r"Job 1 is cancelled already.*\nThere is no job 99.*\nDone for the others: 2, 3"
    ):
        desk.cancel([*jobs, "99", jobs[1]])
    assert desk.store.counts()[State.CANCELLED] == 3
    assert [job.state for job in desk.retry(jobs)] == [State.QUEUED] * 3
    assert [job.request.priority for job in desk.prioritise(jobs[:2], 7)] == [7, 7]


def test_deleting_takes_the_folder_along(desk: Desk, store: Store) -> None:
    gone, empty, queued = (job.id for job in desk.submit([REQUEST] * 3))
    desk.cancel([gone, empty])
    folder = store.get(gone).folder
    (folder / "deeper").mkdir(parents=True)
    with pytest.raises(TeslaError, match="Only finished jobs can be deleted"):
        desk.delete([gone, queued])
    assert folder.exists()
    desk.delete([gone, empty])
    assert not folder.exists()
    assert [job.id for job in store.list()] == [queued]


def test_a_folder_that_cannot_be_removed_is_named(desk: Desk, store: Store) -> None:
    (job,) = desk.submit([REQUEST])
    desk.cancel([job.id])
    job.folder.parent.mkdir(parents=True, exist_ok=True)
    job.folder.write_text("a file where a folder should be")
    with pytest.raises(TeslaError, match=r"The job is deleted, but its folder .* is still there"):
        desk.delete([job.id])
    assert store.count() == 0


def test_a_supervisor_that_does_not_start_is_named_and_the_jobs_are_saved(store: Store) -> None:
    def wake() -> None:
        raise OSError("no more processes")

    with pytest.raises(TeslaError, match=r"This is saved, but no supervisor could be started.*no more processes"):
        Desk(store, Person("ada", True), wake).submit([REQUEST])
    assert store.count() == 1
