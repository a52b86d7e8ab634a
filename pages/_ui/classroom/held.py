"""What a page draws on the server of somebody whose class is asked what comes next: no more than the class may see."""

from __future__ import annotations

from pages._ui.visit import this_visit
from tesla_core.classroom.hall import hall
from tesla_core.classroom.holding import HERE, limit
from tesla_core.classroom.service import classroom
from tesla_core.live.spec import LiveSpec


def within_hold(spec: LiveSpec, epoch: float) -> float:
    """The epoch that a browser asks for, as far as it may see the run: where its canvas stands is only its own word."""
    identity = this_visit().identity
    found = limit(classroom(), identity, spec.text)
    if found == HERE:
        found = hall().seen(identity, spec.text)
    return epoch if found is None else min(epoch, found)
