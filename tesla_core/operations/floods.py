"""Logs that can't flood: what is said again and again is said some times, and then counted."""

from __future__ import annotations

import logging
from collections import OrderedDict

from tesla_core.allowance import Allowance

AT_ONCE, SECONDS = 20, 30.0  # of one sort of message, and until the next
MOST_SORTS = 500


class FloodFilter(logging.Filter):
    """Lets one sort of message (one place in some code) through so many times; the next one says how many were left
    out in between."""

    def __init__(self) -> None:
        super().__init__()
        self._sorts: OrderedDict[tuple[str, str], Allowance] = OrderedDict()
        self._left_out: dict[tuple[str, str], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        said = record.__dict__  # where `extra` goes, too
        if "let_through" not in said:  # else it was counted, by a logger or another handler
            said["let_through"] = self._let_through(record)
        return said["let_through"]

    def _let_through(self, record: logging.LogRecord) -> bool:
        sort = f"{record.pathname}:{record.lineno}", str(record.msg)[:40]
        allowance = self._sorts.setdefault(sort, Allowance(AT_ONCE, SECONDS))
        self._sorts.move_to_end(sort)
        if len(self._sorts) > MOST_SORTS:
            forgotten, _ = self._sorts.popitem(last=False)
            self._left_out.pop(forgotten, None)
        if allowance.wait() > 0.0:
            self._left_out[sort] = self._left_out.get(sort, 0) + 1
            return False
        allowance.use()
        if left_out := self._left_out.pop(sort, 0):
            record.msg, record.args = f"{record.getMessage()} ({left_out:,} more like this were left out)", None
        return True


def calm_logs() -> None:
    """Put a filter on what the web process's libraries and the lab itself write."""
    flood = FloodFilter()
    for name in ("asyncio", "uvicorn", "uvicorn.error", "websockets", "starlette", "streamlit", "tesla_core"):
        logger = logging.getLogger(name)
        logger.addFilter(flood)
        for handler in logger.handlers:
            handler.addFilter(flood)
    for handler in logging.getLogger().handlers:
        handler.addFilter(flood)
