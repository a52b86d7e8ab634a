"""Who in a class gets which value: everybody one, and who comes or goes moves nobody else's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence


def deal(members: Sequence[str], values: int, held: Mapping[str, int]) -> dict[str, int]:
    """By member, the place of their value. held: what was dealt before; who is still here keeps it.

    A value that somebody left behind goes to the next who has none; where there are more students than values, each
    value has about as many.
    """
    here = set(members)
    kept = {member: place for member, place in held.items() if member in here and 0 <= place < values}
    counts = Counter(kept.values())
    for member in members:
        if member not in kept:
            kept[member] = min(range(values), key=lambda place: (counts[place], place))
            counts[kept[member]] += 1
    return kept
