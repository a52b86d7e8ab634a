"""What a person does to jobs, from a page or the command line: who may do it is checked here, not in a page."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace

from tesla_core.errors import TeslaError, check_whole
from tesla_core.experiments.spec import DataLook
from tesla_core.jobs.launch.access import NotAllowed, Person
from tesla_core.jobs.store.database import StoreFull
from tesla_core.jobs.store.job import Job, Request
from tesla_core.jobs.store.states import FINISHED
from tesla_core.jobs.store.store import Store

MOST_AT_ONCE = 5000


class JobControl:
    """What one person may do with the jobs of one store. Reading is free; all else is for those who may launch.

    `wake` is called after each write: it sees to it that a supervisor runs. `warnings`: what to know of the data of the
    jobs submitted last.
    """

    def __init__(self, store: Store, person: Person, wake: Callable[[], object] = lambda: None) -> None:
        self.store, self.person, self._wake = store, person, wake
        self.warnings: tuple[str, ...] = ()

    def submit(self, requests: Sequence[Request]) -> list[Job]:
        """Queue all or none, each folder of pictures as a job a picture; what names no owner is this person's."""
        self._check("launch jobs")
        check_whole("The number of runs submitted at once", len(requests), 1, MOST_AT_ONCE)
        owned = [request if request.owner else replace(request, owner=self.person.name) for request in requests]
        wanted, warnings = look_at_data(owned)
        check_whole("The number of runs submitted at once", len(wanted), 1, MOST_AT_ONCE)
        jobs = self.store.submit(wanted)
        self.warnings = warnings
        self._wake_up()
        return jobs

    def cancel(self, ids: Sequence[str]) -> list[Job]:
        self._check("cancel jobs")
        return self._each(ids, self.store.request_cancel)

    def retry(self, ids: Sequence[str]) -> list[Job]:
        self._check("retry jobs")
        return self._each(ids, self.store.retry)

    def delete(self, ids: Sequence[str]) -> None:
        """Forget finished jobs, all or none, and remove their folders."""
        self._check("delete jobs")
        jobs = [self.store.get(job) for job in ids]
        problems: list[str] = []
        try:
            self.store.delete(ids)
        except StoreFull:
            # Forgetting them needs some room, which only their folders can give.
            if any(job.state not in FINISHED for job in jobs):
                raise
            problems = _remove(jobs)
            self.store.delete(ids)
        else:
            problems = _remove(jobs)
        if problems:
            raise TeslaError("\n".join(problems))

    def drain(self, on: bool = True, reason: str = "") -> None:
        """On: what runs writes a checkpoint and pauses, and nothing starts. Off: it all goes on."""
        self._check("drain the lab")
        self.store.set_drained(on, reason)
        self._wake_up()

    def _check(self, what: str) -> None:
        if not self.person.may_launch:
            raise NotAllowed(what)

    def _each(self, ids: Sequence[str], do: Callable[[str], Job]) -> list[Job]:
        """Each job that can; the others are named when all that could be done is done."""
        done: list[Job] = []
        problems: list[str] = []
        for job in dict.fromkeys(ids):
            try:
                done.append(do(job))
            except TeslaError as error:
                problems.append(str(error))
        if done:
            self._wake_up()
        if problems:
            others = f"\nDone for the others: {', '.join(job.id for job in done)}." if done else ""
            raise TeslaError("\n".join(problems) + others)
        return done

    def _wake_up(self) -> None:
        try:
            self._wake()
        except (TeslaError, OSError) as error:
            raise TeslaError(f"This is saved, but no supervisor could be started to do it: {error}") from error


def _remove(jobs: Sequence[Job]) -> list[str]:
    """Remove the jobs' folders; what could not be removed, in words."""
    problems: list[str] = []
    for folder in (job.folder for job in jobs):
        try:
            shutil.rmtree(folder)
        except FileNotFoundError:
            continue
        except OSError as error:
            problems.append(f"The job is deleted, but its folder {folder} is still there: {error.strerror}.")
    return problems


def look_at_data(requests: Sequence[Request]) -> tuple[list[Request], tuple[str, ...]]:
    """The runs to queue, and what there is to say of their data; a TeslaError where a run can't be trained on its own.

    A request that stands for several runs becomes those, in one group.
    """
    looks: dict[object, DataLook] = {}
    wanted: list[Request] = []
    for request in requests:
        spec = request.spec
        key = (spec.experiment, spec.data_key)
        if key not in looks:
            looks[key] = spec.check_data()
        group = request.group or looks[key].group
        wanted += [replace(request, spec=replace(spec, **options), group=group) for options in looks[key].options]
    return wanted, tuple(dict.fromkeys(warning for look in looks.values() for warning in look.warnings))
