"""What goes wrong for one viewer or one run stays with them: it is noted, they are told, and all others go on."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterator

log = logging.getLogger("tesla_core")

MOST_LOGGED = 20


class Mishaps:
    """Counts what should not have happened. The first of each sort is logged in full, the others are not: whoever can
    cause one can cause thousands."""

    def __init__(self) -> None:
        self.count = 0
        self._seen: set[tuple[str, str]] = set()

    def note(self, doing: str, broken: Exception) -> None:
        """doing: what was being done, the same words each time."""
        self.count += 1
        sort = (doing, type(broken).__name__)
        if sort not in self._seen and len(self._seen) < MOST_LOGGED:
            self._seen.add(sort)
            log.error("Something broke while %s; the others go on", doing, exc_info=broken)

    @contextlib.contextmanager
    def contained(self, doing: str, then: Callable[[Exception], object] = lambda broken: None) -> Iterator[None]:
        """No exception leaves this; what it hit is dealt with by `then`."""
        try:
            yield
        except Exception as broken:
            self.note(doing, broken)
            with contextlib.suppress(Exception):
                then(broken)
