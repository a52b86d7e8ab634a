"""The code by which a room is joined: four letters that nobody takes for another one or for a digit."""

from __future__ import annotations

import secrets
from collections.abc import Container

from tesla_core.live.company import RoomError
from tesla_core.messages.say import say

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"  # without I, L and O
LENGTH = 4


def draw_code(taken: Container[str]) -> str:
    """One that is not taken."""
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        if code not in taken:
            return code


def read_code(given: object) -> str:
    """A code as people type it: in small letters, with spaces or a dash."""
    text = given if isinstance(given, str) else ""
    code = "".join(text[: 4 * LENGTH].split()).replace("-", "").upper()
    if len(code) != LENGTH or not set(code) <= set(LETTERS):
        raise RoomError(say("A room's code has four letters, and none of them is I, L or O."))
    return code
