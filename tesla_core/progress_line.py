"""How far long work is, on stderr: on a terminal one line that moves, in a file a line now and then."""

from __future__ import annotations

import sys
import time
from typing import TextIO

TERMINAL_SECONDS, FILE_SECONDS = 0.1, 10.0


class ProgressLine:
    """`show` as often as one likes; what comes too soon after another is passed over, the last of a kind never."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._moves = self._stream.isatty()
        self._shown = float("-inf")
        self._open = False

    def due(self, last: bool) -> bool:
        """Whether a text would be shown now."""
        return last or time.monotonic() - self._shown >= (TERMINAL_SECONDS if self._moves else FILE_SECONDS)

    def show(self, text: str, last: bool) -> None:
        """last: the work is done, and what is printed next begins on a line of its own."""
        if not self.due(last):
            return
        self._shown = time.monotonic()
        self._open = self._moves and not last
        print(f"\r\x1b[K{text}" if self._moves else text, end="" if self._open else "\n", file=self._stream)
        self._stream.flush()

    def close(self) -> None:
        """End the line where the work broke off in its middle."""
        if self._open:
            print(file=self._stream)
            self._open = False
