"""If these fail, a job can end up in a state nobody can explain."""

from __future__ import annotations

import itertools

import pytest

from tesla_core.jobs.store.states import ACTIVE, FINISHED, TRANSITIONS, IllegalTransition, State, check_transition


def test_every_state_has_its_moves_and_can_be_reached() -> None:
    """No job can get stuck in a state that the table forgot."""
    assert set(TRANSITIONS) == set(State)
    reached = {State.QUEUED}
    while more := {after for state in reached for after in TRANSITIONS[state]} - reached:
        reached |= more
    assert reached == set(State)


def test_a_success_is_final_and_the_other_ends_can_only_be_retried() -> None:
    assert TRANSITIONS[State.SUCCEEDED] == frozenset()
    assert all(TRANSITIONS[state] == {State.QUEUED} for state in FINISHED - {State.SUCCEEDED})
    assert frozenset(State) - FINISHED - ACTIVE == {State.QUEUED}


def test_a_job_that_is_being_cancelled_is_never_queued_again() -> None:
    assert State.QUEUED not in TRANSITIONS[State.CANCELLING]


def test_a_move_outside_the_table_is_refused_by_name() -> None:
    for now, wanted in itertools.product(State, State):
        if wanted in TRANSITIONS[now]:
            assert check_transition("7", now, wanted) is None, f"{now} to {wanted}"
        else:
            with pytest.raises(IllegalTransition, match=f"Job 7 is {now} and can't become {wanted}"):
                check_transition("7", now, wanted)
