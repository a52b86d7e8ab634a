"""The command line. Each command is a module with `add(commands)`, which adds its parser, and a function to run."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Sequence

from tesla_core.commands import (
    analyse,
    backup,
    catalogue,
    data,
    doctor,
    figure,
    jobs,
    paper,
    prune,
    record,
    reproduce,
    run,
    table,
)
from tesla_core.errors import TeslaError
from tesla_core.extras import advice_for

USER_MISTAKE = 2
INTERRUPTED = 130


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(
        prog="python -m tesla_core", description="TESLA: learnable sinusoidal activations, and the paper's experiments."
    )
    top.add_argument("--verbose", action="store_true", help="log what is chosen, such as the φ_K kernel")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in (run, jobs, data, table, figure, record, analyse, paper, reproduce, catalogue, doctor, backup, prune):
        module.add(commands)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return the exit code."""
    chosen = parser().parse_args(arguments)
    logging.basicConfig(level=logging.INFO if chosen.verbose else logging.WARNING, format="%(name)s: %(message)s")
    try:
        chosen.function(chosen)
        sys.stdout.flush()
    except TeslaError as mistake:
        print(f"error: {mistake}", file=sys.stderr)
        return USER_MISTAKE
    except ModuleNotFoundError as missing:
        if not (advice := advice_for(missing)):
            raise
        print(f"error: this command needs {missing.name}, which is not installed: {advice}", file=sys.stderr)
        return USER_MISTAKE
    except KeyboardInterrupt:
        print("\ninterrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # whoever read the output has seen enough, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nor may Python complain of it at its end
        return 0
    return 0
