"""Who gets a slot or a GPU, and who waits."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_core.errors import TeslaError
from tesla_core.jobs.backends.slots import Grant, Slots, cpu_slots, engine_gpu, visible_gpus
from tesla_core.jobs.store.job import Request
from tests.jobs.light import SPEC

CPU = Request(SPEC, device="cpu")
GPU = Request(SPEC, device="cuda")
AUTO = Request(SPEC)


@given(
    cpus=st.integers(1, 4),
    gpus=st.integers(0, 3),
    moves=st.lists(st.tuples(st.booleans(), st.sampled_from(["cpu", "cuda", "auto"]), st.integers(0, 3)), max_size=40),
)
def test_nothing_is_given_twice_and_nothing_is_lost(cpus: int, gpus: int, moves: list) -> None:
    """Whatever comes and goes: a GPU has one job, a slot has one job, and in the end all are free again."""
    slots = Slots(cpus, [str(number) for number in range(gpus)])
    held: dict[str, Grant] = {}
    for number, (comes, device, processes) in enumerate(moves):
        request = Request(SPEC, device=device, gpus=processes)
        if comes and not slots.impossible(request):
            grant = slots.take(str(number), request)
            if grant is not None:
                held[str(number)] = grant
        elif held:
            key = next(iter(held))
            slots.give_back(key)
            del held[key]
        given_gpus = [gpu for grant in held.values() for gpu in grant.gpus]
        assert len(given_gpus) == len(set(given_gpus))
        assert sum(grant.cpus for grant in held.values()) + slots.free_cpus == cpus
    for key in held:
        slots.give_back(key)
    assert (slots.free_cpus, len(slots.free_gpus)) == (cpus, gpus)


def test_auto_is_a_gpu_where_there_is_one() -> None:
    assert Slots(2).take("a", AUTO) == Grant(cpus=1)
    assert Slots(2, ["0", "1"]).take("a", AUTO) == Grant(gpus=("0",))


def test_a_gpu_has_one_job_at_a_time() -> None:
    slots = Slots(4, ["0", "1"])
    assert [slots.take(key, GPU) for key in "abc"] == [Grant(gpus=("0",)), Grant(gpus=("1",)), None]
    slots.give_back("a")
    assert slots.take("c", GPU) == Grant(gpus=("0",))


def test_a_pinned_gpu_waits_for_that_one() -> None:
    slots = Slots(4, ["4", "7"])
    pinned = Request(SPEC, device="cuda:1")
    assert slots.take("a", pinned) == Grant(gpus=("7",))
    assert slots.take("b", pinned) is None


def test_a_host_without_gpus_runs_two_processes_on_what_it_has() -> None:
    """`--gpus 2` on a laptop is two CPU processes, which must not wait for a second slot that never comes."""
    assert Slots(1).take("a", replace(AUTO, gpus=2)) == Grant(cpus=1)
    assert Slots(4).take("a", replace(AUTO, gpus=2)) == Grant(cpus=2)


@pytest.mark.parametrize(
    ("request_", "gpus", "message"),
    [
        (GPU, [], "asks for 1 GPU; this host has 0"),
        (replace(AUTO, gpus=3), ["0", "1"], "asks for 3 GPUs; this host has 2"),
        (replace(CPU, device="cuda:5"), ["0", "1"], "asks for cuda:5; this host has 2"),
    ],
)
def test_what_can_never_run_here_is_named(request_: Request, gpus: list[str], message: str) -> None:
    assert message in Slots(1, gpus).impossible(request_)


def test_an_adopted_job_keeps_what_it_holds() -> None:
    """After the supervisor's death nobody else gets the GPU of a job that goes on."""
    slots = Slots(2, ["0", "1"])
    slots.hold("old", GPU, ["0"])
    assert slots.take("new", GPU) == Grant(gpus=("1",))
    slots.hold("older", CPU, [])
    assert slots.free_cpus == 1


def test_what_the_host_has_comes_from_its_environment() -> None:
    assert visible_gpus({"TESLA_LAB_GPUS": "0, 1", "CUDA_VISIBLE_DEVICES": "5"}) == ("0", "1")
    assert visible_gpus({"TESLA_LAB_GPUS": "none"}) == ()
    assert visible_gpus({"CUDA_VISIBLE_DEVICES": "GPU-1a2b,3"}) == ("GPU-1a2b", "3")
    assert visible_gpus({"CUDA_VISIBLE_DEVICES": ""}) == ()
    assert cpu_slots({"TESLA_LAB_CPU_SLOTS": "3"}) == 3
    assert cpu_slots({}) >= 1


@pytest.mark.parametrize("given", ["0", "many", "-2"])
def test_a_wrong_number_of_slots_is_named(given: str) -> None:
    with pytest.raises(TeslaError, match="TESLA_LAB_CPU_SLOTS"):
        cpu_slots({"TESLA_LAB_CPU_SLOTS": given})


def test_the_engine_s_gpu_is_given_away_last() -> None:
    """A class on the first GPU keeps it for itself as long as there is another."""
    host = {"CUDA_VISIBLE_DEVICES": "0,1,2", "TESLA_LAB_CPU_SLOTS": "1"}
    slots = Slots.of_this_host(host)
    assert [slots.take(str(number), GPU) for number in range(3)] == [Grant(0, (gpu,)) for gpu in ("1", "2", "0")]
    assert engine_gpu({**host, "TESLA_DEVICE": "cuda:1"}) == "1"
    assert engine_gpu({**host, "TESLA_DEVICE": "cpu"}) is None
    assert engine_gpu({**host, "TESLA_LAB_GPUS": "1,2"}) == "0", "jobs that may not use it are in nobody's way"
