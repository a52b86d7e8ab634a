"""Specs: what a JSON file, a link or a command line may say, and how a mistake in it is told."""

from __future__ import annotations

import dataclasses
import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_core.activations import ACTIVATIONS
from tesla_core.errors import TeslaError, UnknownNameError
from tesla_core.experiments.registry import EXPERIMENTS, spec_from_dict
from tesla_core.experiments.spec import ExperimentSpec
from tesla_core.problems.forrelation.experiment import ForrelationSpec
from tesla_core.problems.parity.experiment import ParitySpec
from tesla_core.problems.parity.surface_experiment import SurfaceSpec
from tesla_core.problems.toys.experiment import ToysSpec

each_experiment = pytest.mark.parametrize("spec_class", EXPERIMENTS.values(), ids=EXPERIMENTS)


def test_the_papers_experiments_are_all_there() -> None:
    assert {"parity", "surface", "forrelation", "toys", "imagenet100"} <= set(EXPERIMENTS)
    assert all(spec.experiment == name and spec.label for name, spec in EXPERIMENTS.items())


@each_experiment
def test_a_spec_comes_back_from_json_as_it_was(spec_class: type[ExperimentSpec]) -> None:
    for spec in (spec_class(), spec_class(activation="siren", omega=12.5, seed=4, epochs=3)):
        text = json.dumps(spec.to_dict())
        again = spec_from_dict(json.loads(text))
        assert again == spec
        assert hash(again) == hash(spec)
        assert json.dumps(again.to_dict()) == text


@settings(deadline=None, max_examples=50)
@given(
    st.sampled_from(sorted(ACTIVATIONS)),
    st.integers(1, 64),
    st.integers(4, 14),
    st.floats(0, 0.49),
    st.integers(0, 2**31),
    st.floats(1e-6, 1.0),
)
def test_any_valid_spec_survives_json(
    activation: str, harmonics: int, bits: int, noise: float, seed: int, lr: float
) -> None:
    spec = ParitySpec(activation=activation, harmonics=harmonics, bits=bits, noise=noise, seed=seed, lr=lr)
    assert spec_from_dict(json.loads(json.dumps(spec.to_dict()))) == spec


@each_experiment
def test_what_is_left_out_takes_its_default(spec_class: type[ExperimentSpec]) -> None:
    """Or what it was when such specs were stored, where the default has become another."""
    before = {
        field.name: value
        for field in dataclasses.fields(spec_class)
        if (value := field.metadata["before"]) is not dataclasses.MISSING
    }
    assert spec_from_dict({"experiment": spec_class.experiment}) == spec_class(**before)
    assert (spec_class.experiment == "inr") == ("withheld" in before)
    assert all(field.metadata["help"] for field in dataclasses.fields(spec_class))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"experiment": "pariti"}, r"Unknown experiment 'pariti'.*Did you mean 'parity'"),
        ({}, "Unknown experiment 'None'. Choose one of: parity"),
        ([1], "must be a JSON object; list was given"),
        ({"experiment": "parity", "bit": 8}, r"Unknown option of parity 'bit'.*Did you mean 'bits'"),
        ({"experiment": "toys", "bits": 8}, "Unknown option of toys 'bits'"),
        ({"experiment": "parity", "bits": "8"}, "bits must be of type int; '8' was given"),
        ({"experiment": "parity", "bits": 8.5}, "bits must be of type int; 8.5"),
        ({"experiment": "parity", "bits": True}, "bits must be of type int; True"),
        ({"experiment": "parity", "lr": "fast"}, "lr must be of type float; 'fast'"),
        ({"experiment": "parity", "lr": True}, "lr must be of type float; True"),
        ({"experiment": "parity", "lr": None}, "lr must be of type float; None"),
        ({"experiment": "parity", "activation": 3}, "activation must be of type str; 3"),
        ({"experiment": "toys", "cells": "4"}, "cells must be of type int"),
    ],
)
def test_a_spec_that_can_not_be_read_says_where_and_why(data: Any, message: str) -> None:
    with pytest.raises(TeslaError, match=message):
        spec_from_dict(data)


def test_whole_numbers_pass_as_floats_and_null_where_it_means_the_default() -> None:
    """JSON writers drop the .0."""
    spec = spec_from_dict({"experiment": "parity", "bits": 8, "lr": 1, "train_size": None})
    assert isinstance(spec, ParitySpec)
    assert (type(spec.lr), spec.lr, spec.train_size) == (float, 1.0, None)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"activation": "rely"}, r"Choose one of: tesla, relu.*Did you mean 'relu'"),
        ({"init": "xavier"}, r"default, uniform\(c\), rademacher, own"),
        ({"harmonics": 65}, "Harmonics must be from 1 to 64; 65"),
        ({"coefficient_start": "sine"}, "normal, even, odd"),
        ({"lr": math.nan}, "Learning rate must be from"),
        ({"epochs": 0}, "Epochs must be from 1"),
        ({"schedule": "linear"}, "constant, cosine"),
        ({"noise": 0.7}, "from 0 to 0.5; 0.7"),
        ({"noise": 0.5}, "below 0.5"),
        ({"bits": 3}, "Bits must be .*4"),
        ({"bits": 8, "secret_weight": 9}, "secret's weight must be .*1 to 8"),
        ({"bits": 8, "train_size": 100_000}, r"8 bits have 256 strings.*100,000 were asked for"),
        ({"seed": -1}, "eed"),
    ],
)
def test_numbers_a_task_can_not_hold_are_refused_when_the_spec_is_made(options: dict[str, Any], message: str) -> None:
    """Not after the data are drawn and the folder is there."""
    with pytest.raises(TeslaError, match=message):
        ParitySpec(**options)


def test_the_papers_sizes_shrink_only_where_a_split_holds_fewer() -> None:
    assert ParitySpec(bits=32).task().sizes == (100_000, 20_000, 20_000)
    small = ParitySpec(bits=10).task().sizes
    assert sum(small) == 1024
    assert ParitySpec(bits=32, train_size=500).task().sizes == (500, 20_000, 20_000)


def test_lpn_hides_as_many_bits_as_it_was_asked_to() -> None:
    task = ParitySpec(bits=20, secret_weight=10, seed=1, train_size=100).task()
    assert task.subset is not None
    assert len(task.subset) == 10
    assert ParitySpec(bits=20, train_size=100).task().subset is None
    other = ParitySpec(bits=20, secret_weight=10, seed=2, train_size=100).task()
    assert other.subset != task.subset


def test_each_experiment_makes_its_own_task() -> None:
    assert ForrelationSpec(n=6, train_size=50, seed=3).task().seed == 3
    surface = SurfaceSpec(bits=8, train_size=100).task()
    assert (surface.bits, surface.train_size) == (8, 100)
    toys = ToysSpec(toy="checkerboard", cells=6).task()
    assert (toys.name, toys.cells) == ("checkerboard", 6)
    with pytest.raises(UnknownNameError, match="circles"):
        ToysSpec(toy="donuts")


@each_experiment
def test_equal_tasks_are_equal_values_whatever_the_model(spec_class: type[ExperimentSpec]) -> None:
    """This is how specs of one task come to share their data."""
    assert spec_class(activation="relu").task() == spec_class(harmonics=2, lr=1e-2).task()
    assert spec_class(seed=1).task() != spec_class(seed=2).task()
