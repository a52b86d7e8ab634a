"""From one run and a field that differs to the runs of a class: which value is which panel of which run.

Values that can stand side by side train stacked, as panels of one run; others are runs of their own. What is wrong with
a value, or too large, is said here, before anything is built.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tesla_core.classroom.experiment.differs import Differs, Value, find
from tesla_core.classroom.experiment.suggesting import suggested
from tesla_core.errors import MistakesError, TeslaError, check_range, check_whole, shown
from tesla_core.live.cost import epoch_work
from tesla_core.live.reach import check_reach
from tesla_core.live.spec import LiveSpec
from tesla_core.messages.say import say
from tesla_core.training.settings import MOST_PANELS

MOST_VALUES = 100
"""As many as a room has students."""
MOST_TEXT = 2_000  # characters of typed values
SECONDS_A_UNIT = 0.09e-9  # of a core of 2024, of what cost.py counts
MOST_SECONDS = 900.0  # of such a core, for all values
SLOWER = 1.5  # times: small batches, pictures for those who watch, and the machine's other guests
_BETWEEN = re.compile(r"[,;\n]|\s+(?![-–…])(?<![-–…]\s)")  # a comma, or a space that no dash stands beside
_SPAN = re.compile(r"(\d+)\s*(?:-|–|…|\.\.\.?)\s*(\d+)")


@dataclass(frozen=True)
class Place:
    """Where a value trains: which of the runs, and which of its panels."""

    run: int
    panel: int


@dataclass(frozen=True)
class ClassPlan:
    """places: one a value, in their order. seconds: about what all of it takes on one core."""

    differs: Differs
    values: tuple[Value, ...]
    runs: tuple[LiveSpec, ...]
    places: tuple[Place, ...]

    @property
    def seconds(self) -> float:
        work = sum(epoch_work(run) * run.settings.epochs for run in self.runs)
        return SLOWER * SECONDS_A_UNIT * work

    def run_of(self, index: int) -> LiveSpec:
        return self.runs[self.places[index].run]


def make_plan(spec: LiveSpec, panel: int, field: object, values: Sequence[Value] | None, count: int = 0) -> ClassPlan:
    """The runs for these values, or for so many suggested ones; a TeslaError says what can't be trained, and why."""
    differs = find(spec, panel, field)
    if values is None:
        count = check_whole("The number of values", count, 1, MOST_VALUES)
        values = suggested(differs, spec, panel, count)
    kept = tuple(dict.fromkeys(values))  # equal values are one run
    check_whole("The number of different values", len(kept), 1, MOST_VALUES)
    checked = _checked(differs, spec, panel, kept)
    runs = _stacked(checked) if differs.stacked else [(run,) for run in checked]
    places = tuple(Place(number, place) for number, run in enumerate(runs) for place in range(len(run)))
    plan = ClassPlan(differs, kept, tuple(_together(run) for run in runs), places)
    try:
        check_range("Seconds of training for all values", round(plan.seconds), 0, MOST_SECONDS)
    except TeslaError:
        raise TeslaError(
            say(
                "That would train for about {minutes} minutes on this machine; a class waits at most {most}. Choose "
                "fewer values, fewer epochs or smaller networks.",
                minutes=f"{plan.seconds / 60:,.0f}",
                most=f"{MOST_SECONDS / 60:.0f}",
            )
        ) from None
    return plan


def _checked(differs: Differs, spec: LiveSpec, panel: int, values: Sequence[Value]) -> list[LiveSpec]:
    """A run of each value alone; all mistakes at once, each with the value it is about."""
    runs: list[LiveSpec] = []
    mistakes: list[TeslaError] = []
    for value in values:
        try:
            runs.append(check_reach(differs.put(spec, panel, value)))
        except TeslaError as mistake:
            mistakes.append(TeslaError(f"{say(differs.label)} {differs.written(value)}: {mistake}"))
    if mistakes:
        raise MistakesError(mistakes[:5])
    return runs


def _stacked(runs: Sequence[LiveSpec]) -> list[tuple[LiveSpec, ...]]:
    """Groups as large as one run may be, about equal, so that all wait alike."""
    for groups in range(-(-len(runs) // MOST_PANELS), len(runs) + 1):
        size = -(-len(runs) // groups)
        found = [tuple(runs[first : first + size]) for first in range(0, len(runs), size)]
        try:
            for group in found:
                _together(group)
        except TeslaError:
            continue  # too much work for one run: more of them, each smaller
        return found
    return [(run,) for run in runs]


def _together(runs: Sequence[LiveSpec]) -> LiveSpec:
    """Runs of one panel each as one run."""
    if len(runs) == 1:
        return runs[0]
    panels = tuple(run.panels[0] for run in runs)
    starts = tuple(start for run in runs for start in run.starts)
    return replace(runs[0], panels=panels, starts=starts if len(starts) == len(panels) else ())


def read_values(differs: Differs, given: object) -> tuple[Value, ...]:
    """What a person typed, "1, 2, 4" or "0-29", or a page sent as a list; a TeslaError names what can't be read."""
    if isinstance(given, str):
        if len(given) > MOST_TEXT:
            raise TeslaError(f"Values may have {MOST_TEXT:,} characters; {len(given):,} were given.")
        parts: list[Any] = [
            part.strip() for part in re.split(r"[,;\n]|\s+(?![-–…])(?<![-–…]\s)", given) if part.strip()
        ]
    elif isinstance(given, list):
        parts = given[: MOST_VALUES + 1]
    else:
        raise TeslaError(f"Values must be numbers with commas between them; {shown(given)} was given.")
    values: dict[Value, None] = {}
    mistakes: list[TeslaError] = []
    for part in parts:
        try:
            values |= dict.fromkeys(_read(differs, part))
        except (ValueError, OverflowError):
            mistakes.append(_misread(differs, part))
    if mistakes:
        raise MistakesError(mistakes[:5])
    if not values:
        raise TeslaError(say("Type at least one value, such as {example}.", example=differs.written(differs.here or 1)))
    check_whole("The number of different values", len(values), 1, MOST_VALUES)
    return tuple(values)


def _read(differs: Differs, part: Any) -> Sequence[Value]:
    if isinstance(part, str):
        if differs.whole and (span := _SPAN.fullmatch(part)):
            low, high = int(span[1]), int(span[2])
            if not 0 <= high - low <= MOST_VALUES:
                raise ValueError(part)
            _read(differs, low)
            _read(differs, high)
            return range(low, high + 1)
        part = float(part.replace("−", "-"))
    if isinstance(part, bool) or not isinstance(part, int | float) or part != part or abs(part) == float("inf"):
        raise ValueError(part)
    if differs.whole:
        if part != int(part):
            raise ValueError(part)
        part = int(part)
    low, high = differs.limits
    if not low <= part <= high:
        raise ValueError(part)
    return [part if differs.whole else float(part)]


def _misread(differs: Differs, part: object) -> TeslaError:
    low, high = (f"{end:,}" if differs.whole else f"{end:g}" for end in differs.limits)
    kind = say("a whole number") if differs.whole else say("a number")
    return TeslaError(
        say(
            "{label} takes {kind} from {low} to {high}; “{given}” can't be used.",
            label=say(differs.label),
            kind=kind,
            low=low,
            high=high,
            given=str(part)[:40],
        )
    )
