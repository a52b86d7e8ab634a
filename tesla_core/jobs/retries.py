"""Which failures count against a job's retries."""

from __future__ import annotations


def failures_after(failures: int, reached_before: float, reached: float) -> int:
    """Failures in a row once one more attempt has failed; if it left a newer checkpoint, the count starts anew.

    `reached` is the place of the checkpoint in the job's folder, in epochs (2.5: half of the third epoch is done).
    """
    return 1 if reached > reached_before else failures + 1
