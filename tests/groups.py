"""Which tests run in one worker of `make test`, and which first.

A file's tests stay together, for the sake of what they share. Files that share something costly, or that must not run
beside each other, form a group. xdist has marks for this, but with pytest 9.2 it passes over them (its issue 1386).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath

import pytest
from xdist.scheduler import LoadScopeScheduling

GROUPS = {
    "kills": ("test_supervisor_resume", "test_team_launch", "test_supervisor_death", "test_interruption"),
    "classroom": ("test_following", "test_asking", "test_strangers", "test_attacks", "test_class_experiment"),
    "live engine": ("test_client", "test_hostile", "test_ready", "test_relay", "test_route"),
}
BROWSER = "browser"  # of the files that end in _browser.py

# What is made once for a whole group; a test elsewhere that asked for it would have it made in the other worker too.
SHARED = {"browser": BROWSER, "live_site": "live engine", "class_site": "classroom", "whole_team": "kills"}

# The slowest begin, so that both workers end at the same time.
FIRST = (
    BROWSER,
    "kills",
    "test_attempt",
    "test_jobs",
    "live engine",
    "classroom",
    "test_triton_kernel",
    "test_vision",
    "test_sweep",
    "test_supervisor",
    "test_run",
    "test_changes",
)


def group_of(nodeid: str) -> str:
    """The name of its group, else the file of the test."""
    path = nodeid.partition("::")[0]
    name = PurePosixPath(path).stem
    if name.endswith("_browser"):
        return BROWSER
    return next((group for group, names in GROUPS.items() if name in names), path)


def place(nodeid: str) -> int:
    """Lower for what is to begin sooner."""
    group = PurePosixPath(group_of(nodeid)).stem
    return FIRST.index(group) if group in FIRST else len(FIRST)


def check(items: Sequence[pytest.Item]) -> None:
    for item in items:
        for fixture, group in SHARED.items():
            if fixture in getattr(item, "fixturenames", ()) and group_of(item.nodeid) != group:
                raise pytest.UsageError(
                    f"{item.nodeid} uses {fixture}, which the group {group!r} shares: put its file into that group "
                    "(tests/groups.py)" + (", by a name that ends in _browser.py" if group == BROWSER else "")
                )


class GroupScheduling(LoadScopeScheduling):
    """Hands out one group after the other, in the order in which the tests were collected."""

    def __init__(self, config: pytest.Config, log=None) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)
