"""What part of the device each run gets: fair between people and places, however many runs and connections they open.

An address weighs the square root of the people there, so that a class behind one router counts as a class and a mill of
identities gains little; no address weighs as much as all others together. Within it a run weighs what its keenest
viewer gives it, who has one to divide among all they watch. A run that is watched from several places weighs as much as
from the one that gives it most: thirty viewers of one link are one training. All whom the server does not know are one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping
from math import sqrt
from zlib import crc32

from tesla_core.visits.visit import NOBODY, Visit

People = Mapping[str, Collection[Visit]]
"""Runs by address, each with those who want it."""

FIRST_SLICE = 0.03  # seconds
LATE = 4  # turns that may be chosen before it is known what one took
CROWD_PAYS = 0.4  # of one person's part, beside one alone; beside several less: its messages cost beyond any account
STRANGERS = 0.5  # what all unknown visitors weigh together, where one who is known weighs 1


def place_of(visit: Visit) -> str:
    return visit.address if visit.known else NOBODY


def weights_of(wanted: People) -> dict[str, float]:
    """Every run's part, to be compared with the others'."""
    runs_of: dict[str, int] = {}
    crowds: dict[str, set[str]] = {}
    for people in wanted.values():
        for identity in {visit.identity for visit in people}:
            runs_of[identity] = runs_of.get(identity, 0) + 1
        for visit in people:
            crowds.setdefault(place_of(visit), set()).add(visit.identity)
    keen: dict[str, dict[str, float]] = {}
    for run, people in wanted.items():
        for visit in people:
            there = keen.setdefault(place_of(visit), {})
            there[run] = max(there.get(run, 0.0), 1.0 / runs_of[visit.identity])
    weights = {run: 1.0 for run, people in wanted.items() if not people}
    owners: dict[str, str] = {}
    for place, runs in keen.items():
        mass = STRANGERS if place == NOBODY else sqrt(len(crowds[place]))
        for run, share in runs.items():
            weight = mass * share / sum(runs.values())
            if weight > weights.get(run, 0.0):
                weights[run], owners[run] = weight, place
    return _less_than_half(weights, owners)


def _less_than_half(weights: dict[str, float], owners: dict[str, str]) -> dict[str, float]:
    """A place that would have more than all others together has a little less than they, where somebody is known."""
    by_place: dict[str, float] = {}
    for run, place in owners.items():
        if place != NOBODY:
            by_place[place] = by_place.get(place, 0.0) + weights[run]
    first = max(by_place, key=lambda place: by_place[place], default="")
    others = sum(by_place.values()) - by_place.get(first, 0.0)
    if not 1e-9 < others < by_place.get(first, 0.0):
        return weights
    cut = (others - min(CROWD_PAYS / others, others / 2)) / by_place[first]
    return {run: weight * (cut if owners[run] == first else 1.0) for run, weight in weights.items()}


class FairShare:
    """Picks the run that has had least of the device for its weight.

    A run that comes new begins where those who want it stand: who hops from spec to spec takes along what the ones
    before have cost, and who has had nothing gets no arrears.
    """

    def __init__(self) -> None:
        self._had: dict[str, float] = {}  # seconds by weight, of runs that are candidates or ahead of them
        self._accounts: dict[str, float] = {}  # the same of identities
        self._people: dict[str, frozenset[str]] = {}
        self._weights: dict[str, float] = {}
        self._own: dict[str, float] = {}  # what all runs together weigh that an identity wants
        self._picked: deque[str] = deque(maxlen=LATE)
        self._clock = 0.0

    def pick(self, wanted: People) -> str:
        """The run whose turn it is. What nobody watches now has its turn when nobody else wants one."""
        wanted = {run: people for run, people in wanted.items() if people} or wanted
        left = [run for run in self._picked if run in self._people and run not in wanted]
        owing, weighed = {run: self._people[run] for run in left}, {run: self._weights[run] for run in left}
        people = {run: frozenset(visit.identity for visit in visits) for run, visits in wanted.items()}
        self._people, self._weights, self._own = owing | people, weighed | weights_of(wanted), {}
        for run, identities in people.items():
            for identity in identities:
                self._own[identity] = self._own.get(identity, 0.0) + self._weights[run]
        ahead = {run: had for run, had in self._had.items() if run in wanted or had > self._clock}
        self._had = ahead | {run: self._start(run) for run in people if run not in ahead}
        self._accounts = {identity: had for identity, had in self._accounts.items() if had > self._clock}
        chosen = min(wanted, key=lambda run: self._had[run])
        self._clock = max(self._clock, self._had[chosen])
        self._picked.append(chosen)
        return chosen

    def _start(self, run: str) -> float:
        """Where its people stand, and up to a slice later: forty light runs at once don't go first in a row."""
        stand = min((self._accounts.get(identity, 0.0) for identity in self._people[run]), default=0.0)
        chance = crc32(run.encode()) / 2**32  # the same in every process
        return max(self._clock, stand) + FIRST_SLICE * chance * max(0.0, 1.0 / self._weights[run] - 1.0)

    def charge(self, run: str, seconds: float) -> None:
        """What its turn took, or its picture, or its building; who has left it since then pays all the same."""
        self._had[run] = max(self._had.get(run, 0.0), self._clock) + seconds / self._weights.get(run, 1.0)
        people = self._people.get(run, frozenset())
        for identity in people:
            before = max(self._accounts.get(identity, 0.0), self._clock)
            own = self._own.get(identity) or self._weights[run]
            self._accounts[identity] = before + seconds / len(people) / own
