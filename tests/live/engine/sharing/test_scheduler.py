"""If these fail, somebody in the class waits for ever, or one person takes the whole machine."""

from __future__ import annotations

from statistics import median

from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_core.live.engine.sharing.scheduler import Admission, EngineLimits, slice_seconds
from tesla_core.live.engine.sharing.shares import FairShare
from tesla_core.visits.visit import NOBODY, Visit


def at(place: str, *names: str) -> list[Visit]:
    """People of one address."""
    return [Visit(name, place) for name in names]


def alone(name: str) -> list[Visit]:
    return at(name, name)


def served(wanted: dict[str, list[Visit]], cost: float = 0.03, turns: int = 4000) -> dict[str, float]:
    """The part of the device that each run gets."""
    share, had = FairShare(), dict.fromkeys(wanted, 0.0)
    for _ in range(turns):
        run = share.pick(wanted)
        share.charge(run, cost)
        had[run] += cost
    return {run: seconds / sum(had.values()) for run, seconds in had.items()}


@settings(max_examples=30, deadline=None)
@given(st.lists(st.floats(0.01, 0.2), min_size=2, max_size=30))
def test_runs_get_equal_time_whatever_their_slices_cost(costs: list[float]) -> None:
    share, had = FairShare(), dict.fromkeys(map(str, range(len(costs))), 0.0)
    wanted = {run: alone(run) for run in had}
    for _ in range(100 * len(costs)):
        run = share.pick(wanted)
        share.charge(run, costs[int(run)])
        had[run] += costs[int(run)]
    assert min(had.values()) >= 0.5 * median(had.values())


def test_one_who_comes_late_gets_no_arrears() -> None:
    share = FairShare()
    for _ in range(1000):
        share.charge(share.pick({"old": alone("a")}), 1.0)
    turns = []
    for _ in range(10):
        turns.append(share.pick({"old": alone("a"), "new": alone("b")}))
        share.charge(turns[-1], 1.0)
    assert 4 <= turns.count("old") <= 6


def test_forty_runs_of_one_visitor_weigh_as_one() -> None:
    got = served({"honest": alone("me"), **{f"r{i}": alone("you") for i in range(40)}})
    assert got["honest"] >= 0.49


def test_all_whom_nobody_knows_weigh_less_than_one_who_is_known() -> None:
    """Forty connections with invented names, from forty addresses."""
    got = served({"honest": alone("me"), **{f"r{i}": at(f"127.0.0.{i}", NOBODY) for i in range(40)}})
    assert got["honest"] >= 0.6


def test_a_mill_of_identities_at_one_address_gets_less_than_half() -> None:
    """What their messages cost goes beyond any account, so one who is alone has more than half of what is shared."""
    got = served({"honest": alone("me"), **{f"r{i}": at("mill", f"i{i}") for i in range(40)}})
    assert got["honest"] >= 0.6


def test_a_crowd_that_comes_at_once_does_not_go_first_in_a_row() -> None:
    """Forty runs begin at the same moment; one who was there before is seen again soon."""
    share, turns = FairShare(), []
    for _ in range(50):
        share.charge(share.pick({"honest": alone("me")}), 0.03)
    for _ in range(40):
        turns.append(share.pick({"honest": alone("me"), **{f"r{i}": at("mill", f"i{i}") for i in range(40)}}))
        share.charge(turns[-1], 0.03)
    assert turns.count("honest") >= 12


def test_a_class_behind_one_router_is_not_held_back_by_its_number() -> None:
    """A hundred with runs of their own, beside six visitors elsewhere: they get half of all, not a seventh."""
    strangers = {f"s{i}": alone(f"s{i}") for i in range(6)}
    own = served({**strangers, **{f"c{i}": at("school", f"c{i}") for i in range(100)}}, turns=1200)
    assert sum(part for run, part in own.items() if run[0] == "c") >= 0.49
    link = served({**strangers, "link": at("school", *(f"c{i}" for i in range(100)))})
    assert link["link"] >= 0.49


def test_a_link_that_many_watch_leaves_half_to_one_alone() -> None:
    got = served({"link": [Visit(f"v{i}", f"a{i}") for i in range(30)], "own": alone("me")})
    assert got["own"] >= 0.45
    together = served({"link": at("school", *(f"v{i}" for i in range(30))), "own": at("school", "me")})
    assert together["own"] >= 0.45


def test_a_second_tab_beside_the_class_s_link_is_not_starved() -> None:
    got = served({"link": at("school", "me", *(f"v{i}" for i in range(30))), "own": at("school", "me")})
    assert got["own"] >= 0.25


def test_who_hops_from_spec_to_spec_takes_along_what_they_have_cost() -> None:
    """Seventy specs, each left as soon as it had one turn."""
    share, honest, hopping = FairShare(), 0.0, 0.0
    for turn in range(2000):
        wanted = {"honest": alone("me"), f"hop {turn}": alone("you")}
        run = share.pick(wanted)
        share.charge(run, 0.05)
        honest, hopping = honest + 0.05 * (run == "honest"), hopping + 0.05 * (run != "honest")
    assert honest >= 0.49 * (honest + hopping)


def test_who_has_left_before_it_is_known_what_their_turn_took_pays_all_the_same() -> None:
    """Turns are chosen ahead: a hop is gone when its building ends, which took ten times what was planned."""
    share, spent = FairShare(), {"honest": 0.0, "hops": 0.0}
    late: list[str] = []
    for turn in range(2000):
        run = share.pick({"honest": alone("me"), f"hop {turn}": alone("you")})
        share.charge(run, 0.05)
        late.append(run)
        if len(late) == 2:
            before = late.pop(0)
            took = 0.05 if before == "honest" else 0.5
            share.charge(before, took - 0.05)
            spent["honest" if before == "honest" else "hops"] += took
    assert spent["honest"] >= 0.4 * sum(spent.values()), spent


def test_past_the_limit_runs_queue_in_order_and_see_their_place() -> None:
    admission = Admission(EngineLimits(training=2, a_viewer=9))
    wanting = {run: alone(run) for run in "abcd"}
    admission.update(wanting, now=0.0)
    assert [admission.place(run) for run in "abcd"] == [0, 0, 1, 2]
    del wanting["a"]
    admission.update(wanting, now=1.0)
    assert [admission.place(run) for run in "bcd"] == [0, 0, 1]


def test_one_viewer_takes_no_more_than_its_share() -> None:
    admission = Admission(EngineLimits(training=9, a_viewer=2))
    admission.update({"a": alone("me"), "b": alone("me"), "c": alone("me"), "d": alone("you")}, now=0.0)
    assert [admission.admits(run) for run in "abcd"] == [True, True, False, True]


def test_a_long_run_gives_way_when_others_wait() -> None:
    admission = Admission(EngineLimits(training=1, lease=60.0))
    wanting = {"long": alone("me"), "next": alone("you")}
    admission.update(wanting, now=0.0)
    admission.update(wanting, now=61.0)
    assert (admission.place("next"), admission.place("long")) == (0, 1)
    admission.update({"next": alone("you")}, now=62.0)
    admission.update(wanting, now=63.0)
    assert admission.place("long") == 1


def test_a_crowd_at_one_address_gives_way_to_one_from_elsewhere() -> None:
    """Every slot is a mill's, and a hundred more of its runs wait: one from elsewhere is in after seconds."""
    admission = Admission(EngineLimits(training=8))
    wanting = {f"r{i}": at("mill", f"i{i}") for i in range(108)}
    admission.update(wanting, now=0.0)
    wanting["honest"] = alone("me")
    admission.update(wanting, now=1.0)
    assert not admission.admits("honest")
    admission.update(wanting, now=6.0)
    assert admission.admits("honest")
    assert admission.training == 8


def test_a_class_at_one_address_fills_every_slot_when_nobody_else_is_there() -> None:
    admission = Admission(EngineLimits(training=8))
    admission.update({f"r{i}": at("school", f"c{i}") for i in range(100)}, now=0.0)
    assert (admission.training, admission.queued) == (8, 92)


def test_slices_are_short_enough_for_everyone_to_move() -> None:
    assert slice_seconds(1) >= slice_seconds(4) >= slice_seconds(30) > 0
    assert 30 * slice_seconds(30) < 1.0
