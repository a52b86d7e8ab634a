"""Who holds a place among the engine's runs, and which run gives way to others: one that stands still."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from tesla_core.live.engine.run import Run
from tesla_core.live.engine.sharing.shares import place_of
from tesla_core.visits.visit import NOBODY, Visit

MOST_OF_ONE, MOST_OF_STRANGERS = 8, 16  # runs that one visitor watches, and all unknown ones together
STILL = 60.0  # seconds that a run stands still before it gives way
STILL_IN_A_CROWD = 5.0  # the same where its place has more than half of all, or its viewer as many as one may


def leaver(runs: Collection[Run], newcomer: Visit, most: int, now: float) -> Run | None:
    """The run that gives its place to a newcomer's, where one has to; a run without one is None."""
    unwatched = [run for run in runs if not run.viewers]
    if unwatched:
        return min(unwatched, key=lambda run: run.watched_at)
    held = holdings(runs)
    crowded = {place for place, count in held.items() if count > most / 2 and place != place_of(newcomer)}

    def may_leave(run: Run) -> bool:
        lease = STILL_IN_A_CROWD if {place_of(viewer.visit) for viewer in run.viewers} <= crowded else STILL
        return now - run.stirred_at > lease

    return _stillest(run for run in runs if may_leave(run))


def own_leaver(runs: Collection[Run], newcomer: Visit, now: float) -> tuple[bool, Run | None]:
    """Whether somebody watches as many runs as one may; then the one of theirs that gives way, if one stands still."""
    own = [run for run in runs if any(viewer.identity == newcomer.identity for viewer in run.viewers)]
    if len(own) < (MOST_OF_STRANGERS if newcomer.identity == NOBODY else MOST_OF_ONE):
        return False, None
    alone = (run for run in own if all(viewer.identity == newcomer.identity for viewer in run.viewers))
    return True, _stillest(run for run in alone if now - run.stirred_at > STILL_IN_A_CROWD)


def holdings(runs: Iterable[Run]) -> Counter[str]:
    """How many runs are watched from each place."""
    return Counter(place for run in runs for place in {place_of(viewer.visit) for viewer in run.viewers})


def _stillest(runs: Iterable[Run]) -> Run | None:
    return min(runs, key=lambda run: run.stirred_at, default=None)
