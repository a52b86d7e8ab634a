"""What became of an attempt on a cluster: its own last words first, then what its folder and the cluster say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tesla_core.jobs.backends.contract import KINDS, Exit
from tesla_core.jobs.backends.exits import exit_of
from tesla_core.jobs.backends.ray_client import last_line
from tesla_core.jobs.backends.ray_watch import MISSING, REFUSED, TAKEN_BACK, Seen
from tesla_core.jobs.worker.attempt import EXIT_EVENT
from tesla_core.jobs.worker.files import read_exit
from tesla_core.jobs.worker.heartbeat import EVENT

CLUSTERS_OWN = {
    "JOB_SUPERVISOR_ACTOR_START_TIMEOUT": "No machine of the cluster was free for it for too long.",
    "JOB_SUPERVISOR_ACTOR_START_FAILURE": "The cluster could not start it.",
}
"""Ray's errors that say nothing about the job."""


def beat_in(seen: Seen, token: str) -> dict[str, Any] | None:
    """The newest heartbeat among a job's lines."""
    return _event(seen, EVENT, token)


def exit_on_cluster(folder: Path, token: str, seen: Seen) -> Exit:
    """The end of an attempt that the cluster says is over."""
    said = _event(seen, EXIT_EVENT, token)
    if said is not None and said.get("kind") in KINDS:
        return Exit(said.get("code", seen.code), said["kind"], str(said.get("reason")))
    found = read_exit(folder)
    if seen.code is not None or (found is not None and found.get("token") == token):
        return _with_message(exit_of(folder, token, seen.code), seen)
    return _without_words(seen)


def _without_words(seen: Seen) -> Exit:
    """It left no word and no exit code: the cluster ended it, or ended with it."""
    if seen.status == "STOPPED":
        return Exit(None, "interrupted", "The cluster stopped it.")
    if seen.status == TAKEN_BACK:
        return Exit(None, "interrupted", "It was taken back before the cluster had begun it.")
    if seen.status == MISSING:
        return Exit(None, "machine-gone", "The cluster does not know it any more: its head was started anew.")
    if seen.status == REFUSED:
        return Exit(None, "mistake", seen.message)
    if seen.error in CLUSTERS_OWN:
        return Exit(None, "machine-gone", CLUSTERS_OWN[seen.error])
    if "its node" in seen.message:
        return Exit(None, "machine-gone", "The machine of the cluster that it ran on went away.")
    return Exit(None, "crash", f"The cluster lost it: {last_line(seen.message)}")


def _with_message(end: Exit, seen: Seen) -> Exit:
    """A process that never got to its own log (no interpreter, no package) left its error with the cluster."""
    if end.reason != f"It ended with code {end.code}.":
        return end
    return Exit(end.code, end.kind, f"It ended with code {end.code}: {last_line(seen.message)}")


def _event(seen: Seen, prefix: str, token: str) -> dict[str, Any] | None:
    for line in reversed(seen.lines):
        if line.startswith(prefix):
            try:
                data = json.loads(line.removeprefix(prefix))
            except ValueError:
                continue  # the rest of the line is still on its way
            if isinstance(data, dict) and data.get("token") == token:
                return data
    return None
