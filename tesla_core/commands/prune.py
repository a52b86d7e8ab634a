"""`prune`: make room on the disk. Nothing goes without --yes; before that it says what would."""

from __future__ import annotations

import argparse
from typing import Any

from tesla_core.errors import check_range, check_whole
from tesla_core.files import to_json
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.states import FINISHED, State
from tesla_core.jobs.store.store import Store
from tesla_core.operations.pruning import plan, prune
from tesla_core.wording import counted


def add(commands: Any) -> None:
    command = commands.add_parser(
        "prune",
        help="remove finished jobs of long ago, or only their checkpoints",
        description="Say which finished jobs are old enough to go, and which folders belong to no job any more; with "
        "--yes, remove them. What is queued or runs is never touched.",
    )
    command.add_argument(
        "--older-than", type=float, default=30.0, metavar="DAYS", help="finished longer ago than this (default: 30)"
    )
    command.add_argument("--keep", type=int, default=0, metavar="N", help="the newest N stay in any case (default: 0)")
    command.add_argument("--state", action="append", choices=sorted(map(str, FINISHED)), help="only in this state")
    command.add_argument(
        "--checkpoints", action="store_true", help="keep the jobs and their results, remove the checkpoints they had"
    )
    command.add_argument("--yes", action="store_true", help="remove it")
    command.add_argument("--json", action="store_true", help="one JSON object")
    command.set_defaults(function=execute)


def execute(arguments: argparse.Namespace) -> None:
    days = check_range("--older-than", arguments.older_than, 0.0, 100_000.0)
    keep = check_whole("--keep", arguments.keep, 0, 1_000_000)
    with Store(Home.find()) as store:
        found = plan(store, days, keep, arguments.checkpoints, [State(name) for name in arguments.state or ()])
        if arguments.yes:
            prune(store, found)
    if arguments.json:
        named = {"jobs": [job.id for job in found.jobs], "checkpoints": len(found.checkpoints)}
        print(
            to_json(
                {
                    **named,
                    "orphans": len(found.orphans),
                    "rooms": len(found.rooms),
                    "bytes": found.nbytes,
                    "removed": arguments.yes,
                }
            )
        )
        return
    parts = [
        counted(len(found.jobs), "job"),
        counted(len(found.checkpoints), "checkpoint"),
        f"{counted(len(found.orphans), 'folder')} without a job",
        f"{counted(len(found.rooms), 'room')} that ended",
    ]
    sentence = f"{', '.join(parts)}: {found.nbytes / 1e6:,.1f} MB"
    print(f"Removed {sentence}." if arguments.yes else f"{sentence} would go; --yes removes them.")
