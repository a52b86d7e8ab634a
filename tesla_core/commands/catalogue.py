"""`list`: what there is to run, by name."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from typing import Any

from tesla_core.activations.registry import ACTIVATIONS
from tesla_core.activations.registry import left_out as activations_left_out
from tesla_core.experiments.registry import EXPERIMENTS
from tesla_core.models.init import RULES
from tesla_core.problems.registry import left_out as problems_left_out


def add(commands: Any) -> None:
    command = commands.add_parser("list", help="name the tasks, activations and inits")
    command.add_argument("--json", action="store_true", help="one JSON object")
    command.set_defaults(function=show)


def show(arguments: argparse.Namespace) -> None:
    catalogue: dict[str, Mapping[str, str]] = {
        "tasks": {name: spec.label for name, spec in EXPERIMENTS.items()},
        "activations": {name: f"{entry.label}: {entry.formula}" for name, entry in ACTIVATIONS.items()},
        "inits": RULES,
    }
    if missing := {**problems_left_out(), **activations_left_out()}:
        catalogue["left out, since it did not load"] = missing
    if arguments.json:
        print(json.dumps({title: dict(entries) for title, entries in catalogue.items()}, ensure_ascii=False))
        return
    for title, entries in catalogue.items():
        print(title)
        for name, text in entries.items():
            print(f"  {name:12} {text}")
