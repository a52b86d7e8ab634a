"""If these fail, a spec that can't run is queued, or a person mends one mistake only to be told of the next."""

from __future__ import annotations

from typing import Any

import pytest

from tesla_core.errors import TeslaError
from tesla_core.jobs.store.job import Request, check_requests
from tesla_core.problems.parity.experiment import ParitySpec
from tesla_core.problems.toys.experiment import ToysSpec


def problems(*wanted: Any) -> list[str]:
    with pytest.raises(TeslaError) as caught:
        check_requests(wanted)
    return str(caught.value).splitlines()


def test_good_requests_come_back_in_order() -> None:
    wanted = [{"spec": {"experiment": "parity", "bits": 20}, "name": "x", "retries": 0}, {"experiment": "toys"}]
    assert check_requests(wanted) == [Request(ParitySpec(bits=20), name="x", retries=0), Request(ToysSpec())]


def test_all_problems_of_one_spec_are_named_at_once() -> None:
    spec = {
        "experiment": "parity",
        "bits": 999,
        "lr": -1,
        "width": 0,
        "activation": "rellu",
        "noise": "much",
        "bitz": 1,
    }
    found = problems({"spec": spec, "retries": -1, "backend": "cloud", "device": "tpu", "speed": 9})
    expected = ["'bitz'", "noise must be of type float", "'rellu'", "Width", "Learning rate", "999"]
    expected += ["Retries", "'cloud'", "'tpu'", "'speed'"]
    assert [part for part in expected if not any(part in line for line in found)] == []
    assert len(found) == len(expected)


def test_a_problem_that_only_follows_from_another_is_not_reported() -> None:
    """With the bits as they were meant, a secret of 30 may be right."""
    (found,) = problems({"experiment": "parity", "bits": 999, "secret_weight": 30})
    assert "999" in found
    (found,) = problems({"experiment": "toys", "toy": "chequerboard", "cells": 8})
    assert "'chequerboard'" in found


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ({"experiment": "parity", "bits": 999, "noise": 0.7, "train_size": 0}, ["999", "flip rate", "train size"]),
        ({"experiment": "burgers", "samples": 0, "viscosity": 9, "activation": "kan"}, ["points", "ν", "'kan'"]),
        ({"experiment": "toys", "cells": 8, "samples": 1, "lr": 0}, ["checkerboard", "Samples", "Learning rate"]),
        ({"experiment": "imagenet100", "backbone": "vit", "per_class": 0, "harmonics": 65}, ["'vit'", "a class", "65"]),
    ],
)
def test_a_task_names_all_its_problems(spec: dict[str, Any], words: list[str]) -> None:
    found = problems(spec)
    assert [word for word in words if not any(word in line for line in found)] == []
    assert len(found) == len(words)


@pytest.mark.parametrize(
    "spec",
    [
        {"experiment": "parity", "bits": "x", "secret_weight": 30},
        {"experiment": "parity", "activation": 3, "staf_terms": 4},
        {"experiment": "toys", "toy": 3, "cells": 8},
    ],
)
def test_nothing_is_said_of_what_hangs_on_an_option_that_could_not_be_read(spec: dict[str, Any]) -> None:
    """It is not the default that the person meant."""
    (found,) = problems(spec)
    assert "must be of type" in found


def test_all_problems_of_all_specs_are_named_with_their_numbers() -> None:
    good = {"experiment": "toys"}
    found = problems(good, {"experiment": "toys", "epochs": 0}, 7, {"spec": 3}, {"experiment": "toyz"}, {"epochs": 1})
    assert [line.partition(":")[0] for line in found] == ["Run 2", "Run 3", "Run 4", "Run 5", "Run 6"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"name": "a\nb"}, "Name must be a line"),
        ({"owner": "x" * 201}, "Owner must be a line of at most 200"),
        ({"device": "cuda:x"}, "Device must be auto, cpu, mps, cuda or cuda:N; 'cuda:x'"),
        ({"gpus": 65}, "GPUs must be from 0 to 64; 65"),
        ({"gpus": 1.5}, "GPUs must be a whole number"),
        ({"priority": 101}, "Priority must be from -100 to 100"),
        ({"backend": "locale"}, "Did you mean 'local'"),
    ],
)
def test_a_request_is_checked_when_it_is_made(options: dict[str, Any], message: str) -> None:
    with pytest.raises(TeslaError, match=message):
        Request(ToysSpec(), **options)


def test_a_request_names_all_its_problems() -> None:
    with pytest.raises(TeslaError) as caught:
        Request(ToysSpec(), retries=-1, gpus=-1, device="")
    assert len(str(caught.value).splitlines()) == 3
