"""`backup` and `restore`: the lab's data folder as one file, taken while it runs, and back into a fresh folder."""

from __future__ import annotations

import argparse
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tesla_core.files import to_json
from tesla_core.jobs.store.home import Home
from tesla_core.operations.backup import Contents, back_up, restore
from tesla_core.wording import counted


def add(commands: Any) -> None:
    saving = commands.add_parser(
        "backup",
        help="write all jobs with their files into one tar file, while they run",
        description="Write the lab's data folder (TESLA_LAB_HOME) into one tar file. Jobs and viewers go on meanwhile.",
    )
    saving.add_argument(
        "file", nargs="?", type=Path, help="a new file (default: tesla-lab-DATE-TIME.tar in this folder)"
    )
    saving.add_argument("--json", action="store_true", help="one JSON object")
    saving.set_defaults(function=execute_backup)
    restoring = commands.add_parser(
        "restore",
        help="unpack a backup into a data folder that has no jobs yet",
        description="Unpack a backup into the data folder (TESLA_LAB_HOME), which must hold no jobs yet. What ran when "
        "the backup was taken is queued again and goes on from its checkpoint.",
    )
    restoring.add_argument("file", type=Path, help="as `backup` wrote it")
    restoring.add_argument("--json", action="store_true", help="one JSON object")
    restoring.set_defaults(function=execute_restore)


def execute_backup(arguments: argparse.Namespace) -> None:
    target = arguments.file or Path(time.strftime("tesla-lab-%Y%m%d-%H%M%S.tar"))
    contents = back_up(Home.find(), target.absolute())
    _say(f"{target}: {_words(contents)}.", {"file": str(target), **asdict(contents)}, arguments.json)


def execute_restore(arguments: argparse.Namespace) -> None:
    home = Home.find()
    contents = restore(arguments.file, home)
    again = f" {counted(contents.unfinished, 'job')} will go on when the lab starts." if contents.unfinished else ""
    _say(f"{home.path}: {_words(contents)}.{again}", {"home": str(home.path), **asdict(contents)}, arguments.json)


def _say(sentence: str, data: dict[str, Any], as_json: bool) -> None:
    print(to_json(data) if as_json else sentence)


def _words(contents: Contents) -> str:
    return f"{counted(contents.jobs, 'job')}, {counted(contents.files, 'file')}, {contents.nbytes / 1e6:,.1f} MB"
