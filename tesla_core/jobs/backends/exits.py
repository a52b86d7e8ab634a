"""What became of an attempt that is no longer there: from what it left in its folder, else from its exit code."""

from __future__ import annotations

import signal
from pathlib import Path

from tesla_core.experiments.folder import RunFolder
from tesla_core.jobs.backends.contract import KINDS, SUCCEEDED, Exit
from tesla_core.jobs.worker.endings import CODES, STARVED
from tesla_core.jobs.worker.files import LogTail, read_exit

KIND_OF_CODE = {code: kind for kind, code in CODES.items()}


def exit_of(folder: Path, token: str, code: int | None, starved: bool = False) -> Exit:
    """How the attempt `token` ended. code: what the system says of its process, None where nobody saw it end. starved:
    whether the kernel has ended processes for lack of memory since it began."""
    said = read_exit(folder)
    if said is not None and said.get("token") == token:
        kind = str(said.get("kind"))
        return Exit(said.get("code", code), kind if kind in KINDS else "crash", str(said.get("reason", "")))
    if RunFolder(folder).result_file.is_file():
        return Exit(code, SUCCEEDED, "It ended with a result.")
    if starved and code in (None, -signal.SIGKILL):
        return Exit(code, STARVED.kind, STARVED.reason)
    if code is None:
        return Exit(None, "crash", "It was killed, or it ended without leaving a reason.")
    if code < 0:
        return Exit(code, "crash", f"It was killed by {_signal_name(-code)}.")
    kind = KIND_OF_CODE.get(code, "crash")
    if kind == SUCCEEDED:
        return Exit(code, "crash", "It ended without an error and without a result.")
    last = LogTail(folder).last(1)
    return Exit(code, kind, f"It ended with code {code}" + (f": {last[0].strip()}" if last else "."))


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
