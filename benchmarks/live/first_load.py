"""A cold browser opens a live page: when each stage is reached, how much comes, and what the app pays for it; then the
frames that one browser gets, and thirty viewers of that link.

    python -m benchmarks.live.first_load [--times 5] [--page boundaries] [--before REVISION] [--out FILE]

With --before, the app of another revision runs beside this one, in a work tree that is gone afterwards, and
the two take turns, so that whatever else the machine does falls on both.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import psutil
from playwright.sync_api import sync_playwright

from benchmarks.live.cold_visit import PLAYED_AT, Visit
from benchmarks.live.site import ROOT, processor_seconds, running_app, visit_token
from benchmarks.live.thirty_viewers import watch_together

VIEWERS = 30


@dataclass
class Lab:
    """An app that runs, and all that was measured of it."""

    name: str
    app: psutil.Process
    port: int
    page: str
    visits: list[dict[str, float]]
    played: list[dict[str, float]]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/{self.page}"

    def processor(self) -> float:
        return sum(processor_seconds(each) for each in (self.app, *self.app.children(recursive=True)))

    def is_up(self) -> bool:
        with contextlib.suppress(urllib.error.URLError, OSError):
            return urllib.request.urlopen(self.address, timeout=2).status == 200
        return False

    def figures(self) -> dict[str, float]:
        """Medians over all visits."""
        return {
            name: round(median(each[name] for each in every), 3)
            for every in (self.visits, self.played)
            for name in (every[0] if every else {})
        }


@contextlib.contextmanager
def tree_of(revision: str) -> Iterator[Path]:
    """A revision's files in a folder of their own."""
    with tempfile.TemporaryDirectory(prefix="tesla-before-") as folder:
        tree = Path(folder) / "tree"
        git = ("git", "-C", str(ROOT), "worktree")
        subprocess.run([*git, "add", "--detach", str(tree), revision], check=True, capture_output=True)
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True, capture_output=True)


@contextlib.contextmanager
def lab_of(name: str, root: Path, page: str) -> Iterator[Lab]:
    with (
        tempfile.TemporaryDirectory(prefix="tesla-load-") as home,
        running_app(root=root, TESLA_LAB_HOME=home) as (app, port),
    ):
        lab = Lab(name, app, port, page, [], [])
        deadline = time.monotonic() + 120
        while not lab.is_up():
            if time.monotonic() > deadline:
                raise SystemExit(f"The app of {name} did not start in time.")
            time.sleep(0.2)
        yield lab


def measure(labs: list[Lab], times: int, seconds: float) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for lab in labs:  # the first one imports and compiles; it is not a class's
            with Visit(browser, lab.address, lab.processor) as visit:
                visit.first_frame()
        for _ in range(times):
            for lab in labs:
                time.sleep(1.0)
                with Visit(browser, lab.address, lab.processor) as visit:
                    lab.visits.append(visit.first_frame())
        watched: dict[str, dict[str, Any]] = {}
        for _ in range(times):
            for lab in labs:
                with Visit(browser, lab.address, lab.processor) as visit:
                    visit.first_frame()
                    watched[lab.name] = visit.watch
                    lab.played.append(visit.play(seconds))
        browser.close()
    for number in range(times):
        for lab in labs:
            lab.played[number] |= asyncio.run(
                watch_together(lab.port, watched[lab.name], VIEWERS, seconds, visit_token)
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=8.0, help="of each stretch of playing")
    parser.add_argument("--page", default="boundaries")
    parser.add_argument("--before", metavar="REVISION", help="a revision to compare with, by turns")
    parser.add_argument("--out", type=Path, help="a file for the figures, as JSON")
    options = parser.parse_args()
    with contextlib.ExitStack() as open_ones:
        labs = []
        if options.before:
            tree = open_ones.enter_context(tree_of(options.before))
            labs.append(open_ones.enter_context(lab_of(options.before, tree, options.page)))
        labs.append(open_ones.enter_context(lab_of("now", ROOT, options.page)))
        measure(labs, options.times, options.seconds)
        figures = {lab.name: lab.figures() for lab in labs}
    print(f"\nCold loads of /{options.page} and frames at {PLAYED_AT} epochs/s, medians of {options.times} by turns")
    width = max(len(name) for name in figures["now"])
    print(" " * (width + 2) + "".join(f"{name[:10]:>12}" for name in figures))
    for name in figures["now"]:
        print(f"  {name:<{width}}" + "".join(f"{each[name]:12.3f}" for each in figures.values()))
    data = {"page": options.page, "times": options.times, "viewers": VIEWERS, "figures": figures}
    print(json.dumps(data))
    if options.out:
        options.out.write_text(json.dumps(data, indent=1) + "\n")


if __name__ == "__main__":
    main()
