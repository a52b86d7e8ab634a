"""`doctor`: whether TESLA computes rightly and quickly on this machine, and what to do where it doesn't."""

from __future__ import annotations

import argparse
import logging
import time
from typing import TYPE_CHECKING, Any

from tesla_core.commands.terminal import printable
from tesla_core.files import to_json

if TYPE_CHECKING:
    from tesla_core.doctor.finding import Finding

FAILED = 1
SIGNS = {"ok": "ok    ", "note": "note  ", "failed": "FAILED"}
WIDTH = 20  # of what a line is about


def add(commands: Any) -> None:
    command = commands.add_parser(
        "doctor",
        help="check kernels, speed, jobs and devices on this machine",
        description="Check φ_K against float64 on every device here, time it, and look at what the lab needs. "
        "Exits with 1 if anything failed.",
    )
    command.add_argument("--json", action="store_true", help="one JSON object")
    command.set_defaults(function=execute)


def execute(arguments: argparse.Namespace) -> None:
    start = time.monotonic()
    logging.getLogger("tesla_core").setLevel(logging.ERROR)  # a kernel that gave way has a line of its own here
    from tesla_core.doctor.examination import Examination

    examination = Examination()
    for finding in examination.findings():
        if not arguments.json:
            _print(finding)
    examination.keep()
    seconds = time.monotonic() - start
    if arguments.json:
        findings = [finding.to_dict() for finding in examination.found]
        print(to_json({"ok": not examination.failed, "seconds": round(seconds, 1), "findings": findings}))
    else:
        wrong = ", ".join(examination.failed)
        print(f"\n{f'Failed: {wrong}.' if wrong else 'Nothing failed.'} {seconds:.0f} s.")
    if examination.failed:
        raise SystemExit(FAILED)


def _print(finding: Finding) -> None:
    print(f"{SIGNS[finding.verdict]}  {finding.about:{WIDTH}}  {printable(finding.result)}", flush=True)
    if finding.advice:
        print(f"{' ' * (len(SIGNS['ok']) + WIDTH + 4)}→ {printable(finding.advice)}", flush=True)
