"""What tests of several parts of the jobs measure themselves against."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.jobs.attempts import TEAM, TEAM_SPEC, JobFolder


@pytest.fixture(scope="session")
def whole_team(tmp_path_factory: pytest.TempPathFactory) -> Iterator[JobFolder]:
    """A run of two processes that nobody stops. It begins when the first test wants it and may take its time."""
    job = JobFolder(tmp_path_factory.mktemp("team") / "whole", TEAM_SPEC)
    job.start("team-whole", *TEAM)
    yield job
    job.close()
