"""What is suggested to a class can be trained. If these fail, a teacher who takes what is offered is refused."""

from __future__ import annotations

import pytest

from tesla_core.classroom.experiment.differs import SEEDS, differing, find
from tesla_core.classroom.experiment.suggesting import fits, suggested
from tesla_core.live.spec import LiveSpec
from tests.classroom.experiment.test_differs import RUNS, SURFACE


@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
@pytest.mark.parametrize("count", [1, 6, 30])
def test_every_suggested_value_can_be_trained(run: LiveSpec, count: int) -> None:
    """A teacher who takes what is suggested never reads that a value is refused."""
    for one in differing(run):
        values = suggested(one, run, 0, count)
        assert 1 <= len(values) <= count, one.name
        assert list(values) == sorted(set(values)), one.name
        assert all(fits(one, run, 0, value) for value in values), one.name


def test_thirty_seeds_are_thirty() -> None:
    """A class of thirty has thirty starts, from the scene's own seed on."""
    assert suggested(find(SURFACE, 0, SEEDS), SURFACE, 0, 30) == tuple(range(30))
