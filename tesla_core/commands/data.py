"""`data`: make or check the data of problems that need some; each problem adds its own actions."""

from __future__ import annotations

from typing import Any

from tesla_core.problems.registry import problems


def add(commands: Any) -> None:
    command = commands.add_parser("data", help="make or check a folder of pictures")
    actions = command.add_subparsers(title="actions", metavar="ACTION", required=True)
    for problem in problems().values():
        if problem.add_data_actions is not None:
            problem.add_data_actions(actions)
