"""Numbers and names as a sentence writes them: the one place that knows singular from plural.

assets/live/words/say.js is the same for the canvas.
"""

from __future__ import annotations

from collections.abc import Sequence

from tesla_core.messages.say import say


def counted(count: int, noun: str, plural: str = "") -> str:
    """ "1 point", "2 points", "1,024 strings". plural: where it is not the noun and an s."""
    return f"{count:,} {form(count, noun, plural)}"


def form(count: float, singular: str, plural: str = "") -> str:
    """The noun (or the verb, with its plural given) that goes with so many."""
    return singular if count == 1 else plural or f"{singular}s"


def percent(share: float, digits: int = 1) -> str:
    """A share from 0 to 1 as the panels' titles write it. What is not all never reads 100%."""
    shown = 100 * share if share >= 1 else min(100 * share, 100 - 10.0**-digits)
    return f"{shown:.{0 if share >= 1 else digits}f}%"


def listed(names: Sequence[object]) -> str:
    """ "A", "A and B", "A, B and C"."""
    texts = [str(name) for name in names]
    if len(texts) < 2:
        return "".join(texts)
    return say("{names} and {last}", names=", ".join(texts[:-1]), last=texts[-1])
