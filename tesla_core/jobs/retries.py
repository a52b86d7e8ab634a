"""When a failed attempt is tried again: failures in a row without a newer checkpoint count, and each waits longer."""

from __future__ import annotations

FIRST_WAIT = 0.5  # seconds
LONGEST_WAIT = 60.0


def failures_after(failures: int, reached_before: float, reached: float) -> int:
    """Failures in a row once one more attempt has failed; if it left a newer checkpoint, the count starts anew.

    `reached` is the place of the checkpoint in the job's folder, in epochs (2.5: half of the third epoch is done).
    """
    return 1 if reached > reached_before else failures + 1


def backoff(failures: int) -> float:
    """Seconds to wait after so many failures in a row: 0.5, 1, 2, … and at most 60."""
    return min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** min(failures - 1, 30))
