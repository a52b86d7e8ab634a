"""How fast somebody may send: messages of one connection, and a visitor's turns to other specs over all of theirs."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from tesla_core.allowance import Allowance

MESSAGES_A_SECOND = 40.0
# A slider that is dragged turns to a spec a few times a second, for some seconds; each may have to be built.
TURNS_AT_ONCE, TURN_SECONDS = 30, 0.5
MOST_VISITORS = 10_000


class Paces:
    """Turns by visitor: to specs, unless it is said how many of something else may be taken, and how often."""

    def __init__(self, at_once: float = TURNS_AT_ONCE, seconds: float = TURN_SECONDS) -> None:
        self._at_once, self._seconds = at_once, seconds
        self._turns: OrderedDict[str, Allowance] = OrderedDict()

    async def turn(self, identity: str) -> None:
        """Wait until this visitor may take another turn."""
        await use(self._allowance(identity))

    def try_turn(self, identity: str) -> bool:
        """Whether this visitor may take another turn now; if so, it is taken."""
        allowance = self._allowance(identity)
        if allowance.wait() > 0.0:
            return False
        allowance.use()
        return True

    def _allowance(self, identity: str) -> Allowance:
        allowance = self._turns.setdefault(identity, Allowance(self._at_once, self._seconds))
        self._turns.move_to_end(identity)
        if len(self._turns) > MOST_VISITORS:
            self._turns.popitem(last=False)
        return allowance


def message_allowance() -> Allowance:
    """For the messages of one connection."""
    return Allowance(MESSAGES_A_SECOND, 1 / MESSAGES_A_SECOND)


async def use(allowance: Allowance) -> None:
    """Wait for the next; what comes faster stays in its sender's own buffers."""
    if (wait := allowance.wait()) > 0.0:
        await asyncio.sleep(wait)
    allowance.use()
