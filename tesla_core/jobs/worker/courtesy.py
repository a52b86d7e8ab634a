"""How a job makes way: it pauses between batches while the live engine trains on what both would use.

It beats its heart meanwhile, so that no supervisor takes it for dead; it keeps a share of the time, so that it gets on;
and it changes nothing but when a batch begins, so that its result is the same bit for bit.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable

from tesla_core.jobs.class_first import TrainingWord, job_share, too_few_cores
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.worker.team_launch import in_team

VARIABLE = "TESLA_JOB_MAKES_WAY"
ALWAYS, CROWDED = "always", "crowded"
LOOK_SECONDS = 0.05
CORES_SECONDS = 1.0
TEAM_SECONDS = 120.0
"""The longest pause of one of several processes: the others wait for it in an exchange, which ends with an error after
ten minutes on GPUs and thirty on CPUs."""


class Courtesy:
    """engine_trains: whether there is somebody to make way for. share: of the time, which the job keeps. meter: what
    its work is counted by; the clock on the wall, or this thread's processor time, which a busy machine can't lengthen.
    longest: seconds of one pause at most, whatever the share would ask for.
    """

    def __init__(
        self,
        engine_trains: Callable[[], bool],
        share: float,
        meter: Callable[[], float] = time.monotonic,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        longest: float = math.inf,
    ) -> None:
        self._engine_trains, self._share, self.longest = engine_trains, share, longest
        self._meter, self._clock, self._sleep = meter, clock, sleep
        self._since = meter()

    def make_way(self, beat: Callable[[], None], stopping: Callable[[], bool]) -> None:
        """After a batch: pause for as long as was worked, and so many times longer that the share is kept. beat: called
        all through the pause. stopping: whether the pause is to end at once."""
        worked = self._meter() - self._since
        if self._share >= 1.0 or worked < LOOK_SECONDS:
            return
        now = self._clock()
        until = now + min(worked * (1.0 / self._share - 1.0), self.longest)
        while now < until and not stopping() and self._engine_trains():
            self._sleep(min(LOOK_SECONDS, until - now))
            beat()
            now = self._clock()
        self._since = self._meter()


def courtesy_of_this_job() -> Courtesy | None:
    """As the backend asked for in the environment; None where the job is in nobody's way."""
    asked = os.environ.get(VARIABLE)
    if asked not in (ALWAYS, CROWDED):
        return None
    home = Home.find()
    word = TrainingWord(home)
    crowded = _Crowded(home)
    meter = time.thread_time if asked == CROWDED else time.monotonic
    longest = TEAM_SECONDS if in_team() else math.inf
    return Courtesy(lambda: word.fresh and (asked == ALWAYS or crowded()), job_share(), meter, longest=longest)


class _Crowded:
    """Whether cores are too few, asked once a second."""

    def __init__(self, home: Home) -> None:
        self._home, self._asked, self._answer = home, float("-inf"), True

    def __call__(self) -> bool:
        if time.monotonic() - self._asked >= CORES_SECONDS:
            self._asked, self._answer = time.monotonic(), too_few_cores(self._home, os.cpu_count() or 1)
        return self._answer
