"""Kills the lab's processes by a seeded draw while viewers watch and jobs run, and looks what became of everything.

    python -m benchmarks.soak [--kills 1000] [--seed N] [--minutes 58] [--out FILE] [--above]

The real app runs under a parent that starts it again. Three sockets and a page in Chromium watch live runs; jobs of
seven kinds run. Web process, engine, its keeper, supervisor and jobs get SIGKILL, some in quick succession. Fails when
a viewer or the page had no frame, or jobs no supervisor, within ten seconds of a kill; when a job was lost, doubled or
ended otherwise than a run of it that nobody stopped; when a process, a half-written file or a damaged store is left.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import signal
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.live.site import ROOT
from benchmarks.soak.figures import Figures
from benchmarks.soak.soak import soak

RESULTS = ROOT / "benchmarks" / "results" / "soak.json"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**8))
    parser.add_argument("--minutes", type=float, default=58.0, help="after which nothing more is killed")
    parser.add_argument("--out", type=Path, default=RESULTS, help="where the figures go, as they come")
    parser.add_argument("--above", action="store_true", help="as root: app and viewers go before other programs")
    options = parser.parse_args(arguments)
    for number in (signal.SIGINT, signal.SIGTERM):  # also where a shell in the background has SIGINT ignored
        signal.signal(number, signal.default_int_handler)
    print(f"{options.kills} kills, drawn with SEED={options.seed}", flush=True)
    figures = Figures(options.seed, options.kills, above_others=options.above)
    with tempfile.TemporaryDirectory(prefix="tesla-soak-", ignore_cleanup_errors=True) as folder:
        try:
            asyncio.run(soak(Path(folder), figures, options.minutes * 60, options.out))
        finally:
            figures.write(options.out)
            print(figures.summary(), flush=True)
    return int(bool(figures.failures) or not figures.finished)


if __name__ == "__main__":
    raise SystemExit(main())
