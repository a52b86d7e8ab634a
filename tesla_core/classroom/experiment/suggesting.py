"""Values of what differs that a class may take: such as somebody would write by hand, and such as a run can have."""

from __future__ import annotations

from collections.abc import Iterator

from tesla_core.classroom.experiment.differs import SEEDS, Differs, Value
from tesla_core.errors import TeslaError
from tesla_core.lab.training import MOST_SEED
from tesla_core.live.reach import check_reach
from tesla_core.live.spec import LiveSpec


def fits(differs: Differs, spec: LiveSpec, panel: int, value: Value) -> bool:
    """Whether a run can have the value."""
    try:
        check_reach(differs.put(spec, panel, value))
    except TeslaError:
        return False
    return True


def suggested(differs: Differs, spec: LiveSpec, panel: int, count: int) -> tuple[Value, ...]:
    """So many values that a run can have, or as many as there are: each once, in order."""
    if differs.name == SEEDS:
        first = min(int(differs.here or 0), MOST_SEED + 1 - count)
        return tuple(range(first, first + count))
    values = [value for value in differs.choices if fits(differs, spec, panel, value)]
    if len(values) < count:
        values = sorted(_drawn(differs, spec, panel, count))
    if len(values) > count:
        values = [values[round(place * (len(values) - 1) / max(count - 1, 1))] for place in range(count)]
    return tuple(values)


def _drawn(differs: Differs, spec: LiveSpec, panel: int, count: int) -> set[Value]:
    """At least so many values from end to end; fewer where there are no others."""
    low, high = _reachable(differs, spec, panel)
    found: set[Value] = set()
    # Neighbours may be the same after rounding: then more are drawn, until there are enough.
    for steps in (count, count + count // 2, 2 * count, 4 * count):
        found = {value for value in _between(differs, low, high, steps) if fits(differs, spec, panel, value)}
        if len(found) >= count:
            break
    return found


def _reachable(differs: Differs, spec: LiveSpec, panel: int) -> tuple[float, float]:
    """The usual ends, moved towards the scene's own value until a run can have them: a K of 64 may cost too much."""
    low, high = differs.usual
    here = differs.here if differs.here is not None else high
    ends = []
    for end in (low, high):
        for share in range(8):
            value = _round(differs, end + (here - end) * share / 8)
            if fits(differs, spec, panel, value):
                break
        ends.append(float(value))
    return ends[0], max(ends)


def _between(differs: Differs, low: float, high: float, steps: int) -> Iterator[Value]:
    for step in range(steps):
        share = step / max(steps - 1, 1)
        value = low * (high / low) ** share if differs.by_ratio and low > 0 else low + (high - low) * share
        yield _round(differs, value)


def _round(differs: Differs, value: float) -> Value:
    """A number that one would write by hand."""
    short = float(f"{value:.2g}")
    return int(short) if differs.whole else short
