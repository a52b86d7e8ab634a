"""Class experiments as part of an app: rooms can begin one, and a task trains what was begun."""

from __future__ import annotations

from functools import cache

from tesla_core.classroom.experiment.activity import ClassExperiments
from tesla_core.classroom.experiment.collector import Collector
from tesla_core.classroom.service import Classroom, classroom
from tesla_core.live.service import LiveService, live_service


def add_experiments(rooms: Classroom, service: LiveService) -> tuple[ClassExperiments, Collector]:
    """Rooms know experiments from now on; somebody has to run the collector."""
    experiments = ClassExperiments(lambda: rooms.database, rooms.tell, service)
    collector = Collector(service, lambda: experiments.store, experiments.measured)
    experiments.begun = collector.wake
    rooms.add(experiments)
    return experiments, collector


@cache
def class_experiments() -> tuple[ClassExperiments, Collector]:
    """The process's one."""
    return add_experiments(classroom(), live_service())


async def keep_experiments_trained() -> None:
    """For as long as the app lives."""
    await class_experiments()[1].run()
