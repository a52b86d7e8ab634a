"""Whose turn it is to train: each run's plan, and among those that have one the run that has had least for its weight.

A turn is chosen while the one before still runs, so that the thread which trains never waits for a choice.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from tesla_core.live.engine.mishaps import Mishaps
from tesla_core.live.engine.run import Run
from tesla_core.live.engine.sharing.scheduler import Admission, slice_seconds
from tesla_core.live.engine.sharing.shares import FairShare, place_of
from tesla_core.live.engine.slices import SlicePlan, SliceResult
from tesla_core.live.playhead import MOST_FRAMES, frames_a_second

Found = TypeVar("Found")
BUILD, AHEAD, FILL = "build", "ahead", "fill"  # what a turn is for
BUILT_AT_A_TIME = 2
BUILDING_COUNTS = 4.0  # times what it takes: nobody else sees anything of it


@dataclass(frozen=True)
class Chosen:
    """A run that is to have a turn, and what it does with it."""

    run: Run
    plan: SlicePlan
    purpose: str
    expected: float  # seconds that it is charged until it is known what it took

    @property
    def work(self) -> Callable[[SlicePlan], SliceResult]:
        """What the worker thread does."""
        return {BUILD: self.run.construct, AHEAD: self.run.advance, FILL: self.run.fill}[self.purpose]

    @property
    def weight(self) -> float:
        return BUILDING_COUNTS if self.purpose == BUILD else 1.0


@dataclass(frozen=True)
class Turn:
    """A choice that the worker thread has before it, or is at."""

    choice: Chosen
    done: asyncio.Future[SliceResult]


class Turns:
    """Chooses. A turn is charged what the run's last one took when it is chosen, and put right when it is over.

    What was planned is no guide: on a busy machine a slice ends by the clock on the wall with a tenth of it done.
    """

    def __init__(
        self, runs: Mapping[str, Run], admission: Admission, mishaps: Mishaps, broke: Callable[[Run, Exception], None]
    ) -> None:
        """runs: those there are, by address. broke: what to do with one that can't even plan."""
        self._runs, self._admission, self._mishaps, self._broke = runs, admission, mishaps, broke
        self.share = FairShare()
        self.rate = MOST_FRAMES  # frames a second for one who plays
        self._filled_last: set[str] = set()
        self._took: dict[str, float] = {}  # the last turn of each run, in seconds

    def choose(self, under_way: Sequence[Turn], now: float) -> Chosen | None:
        """The next turn, beside those that were chosen before and are not over."""
        plans = self._plans(now)
        for turn in under_way:  # what they will have done is not known yet; training ahead can go on from there
            busy, purpose = turn.choice.run.address, turn.choice.purpose
            if busy in plans and not purpose == plans[busy][1] == AHEAD:
                del plans[busy]
        if not plans:
            return None
        address = self.share.pick({name: self._runs[name].people(now) for name in plans})
        plan, purpose = plans[address]
        plan = replace(plan, seconds=slice_seconds(len(plans)))
        expected = plan.seconds if purpose == BUILD else min(plan.seconds, self._took.get(address, plan.seconds))
        choice = Chosen(self._runs[address], plan, purpose, expected)
        (self._filled_last.add if purpose == FILL else self._filled_last.discard)(address)
        self.share.charge(address, expected * choice.weight)
        return choice

    def settle(self, choice: Chosen, seconds: float) -> None:
        """A turn is over and took so long."""
        self.share.charge(choice.run.address, (seconds - choice.expected) * choice.weight)
        if choice.purpose != BUILD:
            self._took = {address: took for address, took in self._took.items() if address in self._runs}
            self._took[choice.run.address] = seconds

    def _plans(self, now: float) -> dict[str, tuple[SlicePlan, str]]:
        """What each run would do next. Ahead and filling take turns within a run."""
        playing = [sum(viewer.playhead.moving for viewer in run.viewers) for run in self._runs.values()]
        self.rate = frames_a_second(sum(count > 0 for count in playing), sum(playing))
        wanted = self._each_run(lambda run: run.wants_training(now) or None)
        moving = {
            address: [viewer.visit for viewer in self._runs[address].viewers if viewer.playhead.moving]
            for address in wanted
        }
        self._admission.update({address: people for address, people in moving.items() if people}, now)
        admitted = {address for address in wanted if not moving[address] or self._admission.admits(address)}
        ahead = self._each_run(lambda run: run.head_plan(now, self.rate) if run.address in admitted else None)
        plans = {address: (plan, BUILD) for address, plan in self._builds(now).items()}
        plans |= {address: (plan, AHEAD) for address, plan in ahead.items()}
        for address, fill in self._each_run(lambda run: run.fill_plan(now, self.rate)).items():
            if address not in ahead or address not in self._filled_last:
                plans[address] = fill, FILL
        return plans

    def _builds(self, now: float) -> dict[str, SlicePlan]:
        """Those to be built next: of each place the two that wait longest. All at once, all would be late."""
        found: dict[str, SlicePlan] = {}
        begun: Counter[str] = Counter()
        for address, plan in self._each_run(lambda run: run.build_plan(now)).items():
            places = {place_of(visit) for visit in self._runs[address].people(now)} or {""}
            if min(begun[place] for place in places) < BUILT_AT_A_TIME:
                found[address] = plan
                begun.update(places)
        return found

    def _each_run(self, of: Callable[[Run], Found | None]) -> dict[str, Found]:
        """What each run has of something, of those that have it."""
        found: dict[str, Found] = {}
        for address, run in list(self._runs.items()):
            try:  # not `contained`: forty runs are looked at for every turn
                own = of(run)
            except Exception as broken:
                self._mishaps.note("planning a run", broken)
                self._broke(run, broken)
                continue
            if own is not None:
                found[address] = own
        return found
