"""Whether what the live pages' presets say of themselves is so: each is trained on three seeds, and its note is held
against the numbers.

`python -m benchmarks.preset_notes` trains all of them, some twenty minutes of one core, keeps the numbers in
results/preset_notes.json and says which notes are not true; with `--missing` only those that were changed since they
were measured, with `--check` none.
"""

from __future__ import annotations

import argparse
import logging
import sys
import time
from collections.abc import Sequence

from benchmarks.claims import problems_of
from benchmarks.preset_runs import PAGES, SEEDS, Look, all_presets, record, recorded, train


def is_measured(page: str, preset: str, seed: int) -> bool:
    """Whether the numbers of today's preset are kept."""
    found = recorded().get(page, {}).get(preset, {}).get(str(seed), {})
    return found.get("run") == PAGES[page].spec(PAGES[page].preset(preset), seed).address


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.preset_notes", description=__doc__)
    parser.add_argument("--page", action="append", choices=tuple(PAGES), help="only this page's; can be repeated")
    parser.add_argument("--preset", default="", help="only presets whose names hold this")
    parser.add_argument("--seeds", default=",".join(map(str, SEEDS)), help="numbers with commas between them")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--missing", action="store_true", help="train only what was changed since it was measured")
    which.add_argument("--check", action="store_true", help="train nothing; judge the numbers that are kept")
    asked = parser.parse_args(arguments)
    logging.disable(logging.WARNING)  # Streamlit's, that nothing is served
    seeds = [int(text) for text in asked.seeds.split(",")]
    chosen = [
        (page, preset)
        for page, preset in all_presets()
        if page in (asked.page or PAGES) and asked.preset.lower() in preset.name.lower()
    ]
    trained: dict[str, Look] = {}  # Spectra and Taylor have runs in common
    for page, preset in chosen:
        for seed in seeds:
            if asked.check or (asked.missing and is_measured(page, preset.name, seed)):
                continue
            before, address = time.process_time(), PAGES[page].spec(preset, seed).address
            if address not in trained:
                trained[address] = train(PAGES[page], preset, seed)
            record(page, preset.name, seed, trained[address])
            print(f"{page}, {preset.name}, seed {seed}: {time.process_time() - before:.0f} s", flush=True)
    wrong = 0
    for page, preset in chosen:
        changed = [seed for seed in seeds if not is_measured(page, preset.name, seed)]
        problems = [f"Seed {seed} of today's preset was not measured." for seed in changed]
        problems = problems or problems_of(page, preset.name, recorded(), seeds)
        wrong += bool(problems)
        print(f"{page}, {preset.name}: {'the note is true' if not problems else ' '.join(problems)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
