"""Each attack against a fresh app, with an honest viewer beside it.

    python -m benchmarks.attack [names …] [--seconds 20] [--out FILE]

Everything stays on loopback: attackers have the addresses 127.0.0.2 and up. Fails when an attack took more from the
honest viewer than it may, when memory left its bounds, or when something had to be started again.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.attack.bad_speed import wait_with_a_bad_speed
from benchmarks.attack.crowds import (
    fill_the_lab_and_pause,
    hop_over_seventy_specs,
    play_under_forty_identities,
    play_under_forty_names,
)
from benchmarks.attack.ground import QUIET, Attack, Outcome, fight
from benchmarks.attack.large_runs import play_the_largest_runs
from benchmarks.attack.sockets import announce_fifty_megabytes, never_read, send_what_grows, sit_idle

ATTACKS: dict[str, Attack] = {
    attack.__name__: attack
    for attack in (
        wait_with_a_bad_speed,
        play_the_largest_runs,
        play_under_forty_names,
        play_under_forty_identities,
        fill_the_lab_and_pause,
        hop_over_seventy_specs,
        never_read,
        announce_fifty_megabytes,
        send_what_grows,
        sit_idle,
    )
}


def describe(outcome: Outcome) -> str:
    """A few lines for people."""
    lines = [outcome.name, f"  {(ATTACKS[outcome.name].__doc__ or '').splitlines()[0]}"]
    for what, stretch in (("in peace", outcome.before), ("attacked", outcome.under)):
        lines.append(
            f"  {what:<9} {stretch.epochs_a_second:6.2f} epochs/s  {stretch.frames_a_second:5.1f} frames/s"
            f"  longest wait for a frame {stretch.stall:.2f} s"
            + (f"  (other programs had {stretch.others:.0%} of the machine)" if stretch.others > QUIET else "")
        )
    moments = (outcome.memory_before, outcome.memory_under, outcome.memory_after)
    for name in ("web", "engine"):
        sizes = [getattr(memory, name) or [0.0] for memory in moments]
        lines.append(f"  {name:<9} {sizes[0][-1]:.0f} MB before, {max(sizes[1]):.0f} at most, {sizes[2][-1]:.0f} after")
    lines.append(f"  restarts {outcome.restarts}, {outcome.log_megabytes:.2f} MB of log")
    return "\n".join([*lines, *(f"  FAILED: {failure}" for failure in outcome.failures)])


def figures(outcome: Outcome) -> dict[str, Any]:
    """What is kept of an attack."""
    stretches = {"before": outcome.before, "under": outcome.under}
    return {
        "attack": outcome.name,
        **{
            f"{name} {when}": round(value, 2)
            for when, stretch in stretches.items()
            for name, value in (
                ("epochs/s", stretch.epochs_a_second),
                ("frames/s", stretch.frames_a_second),
                ("longest wait for a frame, s", stretch.stall),
                ("part of the machine that other programs had", stretch.others),
            )
        },
        "web, MB at most": round(max(outcome.memory_under.web)),
        "engine, MB at most": round(max(outcome.memory_under.engine, default=0.0)),
        "restarts": outcome.restarts,
        "failures": outcome.failures,
    }


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", choices=[*ATTACKS, []], help="attacks; all without a name")
    parser.add_argument("--seconds", type=float, default=20.0, help="of each attack")
    parser.add_argument("--out", type=Path, help="a file for the figures, as JSON")
    options = parser.parse_args(arguments)
    outcomes = []
    for name in options.names or ATTACKS:
        outcomes.append(asyncio.run(fight(name, ATTACKS[name], options.seconds)))
        print(describe(outcomes[-1]), flush=True)
    if options.out:
        options.out.write_text(json.dumps([figures(outcome) for outcome in outcomes], indent=1) + "\n")
    return int(any(outcome.failures for outcome in outcomes))


if __name__ == "__main__":
    raise SystemExit(main())
