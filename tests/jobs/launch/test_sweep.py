"""What is typed into the launch form becomes the runs that were meant, or every reason why not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_core.activations.registry import FURTHER_OPTIONS
from tesla_core.experiments.registry import EXPERIMENTS
from tesla_core.experiments.spec import option_fields
from tesla_core.jobs.launch.options import options_of
from tesla_core.jobs.launch.sweep import MOST_RUNS, Sweep, SweepError, texts_of
from tesla_core.problems.parity.experiment import ParitySpec
from tesla_core.problems.toys.experiment import ToysSpec


def test_an_empty_form_is_one_run_with_the_defaults() -> None:
    """A person who changes nothing gets the experiment as it is described."""
    for name, spec in EXPERIMENTS.items():
        assert Sweep(name).specs() == [spec()]


def test_every_combination_is_a_run_and_the_seeds_go_round_last() -> None:
    """bits × noise × activation × seeds; the first seed of everything comes before the second of anything."""
    sweep = Sweep("parity", {"bits": "16, 20", "noise": "0,0.1 ; 0.2", "activation": "tesla, relu", "seed": "0-1, 5"})
    specs = sweep.specs()
    assert len(specs) == 2 * 3 * 2 * 3
    assert [spec.seed for spec in specs] == sorted(spec.seed for spec in specs)
    assert ParitySpec(bits=20, noise=0.1, activation="relu", seed=5) in specs


@pytest.mark.parametrize("experiment", EXPERIMENTS)
def test_runs_that_differ_by_their_seed_are_checked_once(experiment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person who types 0-4999 goes on typing: thousands of checks of the same settings took seconds at each key."""
    kind, made = EXPERIMENTS[experiment], []
    check = kind.__post_init__
    monkeypatch.setattr(kind, "__post_init__", lambda spec: (made.append(spec), check(spec))[1])
    specs = Sweep(experiment, {"seed": "0-4999"}).specs()
    assert len(made) < 10
    monkeypatch.undo()
    assert [spec.seed for spec in specs] == list(range(5000))
    assert specs[0] == kind()
    assert specs[4321] == kind(seed=4321)
    assert hash(specs[4321]) == hash(kind(seed=4321))


def test_a_seed_that_is_none_is_named_among_thousands() -> None:
    with pytest.raises(SweepError, match=r"-3"):
        Sweep("toys", {"seed": "-3-400"}).specs()


def test_no_run_comes_twice_where_an_option_means_nothing() -> None:
    """Four K make four TESLA runs and one of ReLU, which has no harmonics."""
    specs = Sweep("parity", {"activation": "tesla, relu", "harmonics": "1, 2, 4, 8"}).specs()
    assert [spec.harmonics for spec in specs if spec.activation == "tesla"] == [1, 2, 4, 8]
    assert len([spec for spec in specs if spec.activation == "relu"]) == 1


def test_a_share_of_another_option_follows_it() -> None:
    """The paper's LPN has K = d/4 and a secret of d/2 bits at every length d."""
    specs = Sweep("parity", {"bits": "20, 27", "secret_weight": "bits/2", "harmonics": "bits/4"}).specs()
    assert [(s.bits, s.secret_weight, s.harmonics) for s in specs if isinstance(s, ParitySpec)] == [
        (20, 10, 5),
        (27, 13, 6),
    ]


def test_everything_wrong_is_said_at_once() -> None:
    """Nobody mends a form one mistake a time."""
    texts = {"bits": "x, 100001", "noise": "0.2", "lr": "-1", "epochs": "2.5", "activation": "relo", "colour": "red"}
    with pytest.raises(SweepError) as caught:
        Sweep("parity", texts).specs()
    said = "\n".join(caught.value.problems)
    for word in ("'x'", "100,001", "-1", "'2.5'", "relo", "colour"):
        assert word in said, said
    assert str(caught.value) == said


def test_options_that_do_not_go_together_are_named() -> None:
    """Cells belong to the checkerboard; the spiral of a sweep has none."""
    with pytest.raises(SweepError, match="checkerboard"):
        Sweep("toys", {"toy": "spiral, checkerboard", "cells": "8"}).specs()


def test_too_many_runs_are_refused_by_number() -> None:
    """A slip of the finger does not queue a million jobs."""
    with pytest.raises(SweepError, match=f"{MOST_RUNS:,}"):
        Sweep("parity", {"seed": "0-99", "width": ", ".join(map(str, range(1, 61)))}).specs()
    with pytest.raises(SweepError, match="0-99999999"):
        Sweep("parity", {"seed": "0-99999999"}).specs()


@pytest.mark.parametrize("text", ["", " ", ",", ";;"])
def test_a_field_left_empty_is_the_default(text: str) -> None:
    """Clearing a field does not break the form."""
    assert Sweep("toys", {"samples": text, "noise": text}).specs() == [ToysSpec()]


@settings(deadline=None)
@given(st.data())
def test_a_cloned_run_is_the_same_run(data: st.DataObject) -> None:
    """Clone-and-edit fills the form so that launching it unchanged gives exactly the run it came from."""
    spec = ParitySpec(
        bits=data.draw(st.integers(8, 64)),
        noise=data.draw(st.floats(0, 0.49)),
        lr=data.draw(st.floats(1e-8, 10.0)),
        coefficient_scale=data.draw(st.floats(0, 10)),
        activation=data.draw(st.sampled_from(["tesla", "relu", "siren"])),
        seed=data.draw(st.integers(0, 2**31)),
        init=data.draw(st.sampled_from(["default", "uniform(0.35)", "rademacher"])),
    )
    assert Sweep(spec.experiment, texts_of(spec)).specs() == [spec]


@settings(deadline=None)
@given(st.text(max_size=30))
def test_no_text_breaks_the_form(text: str) -> None:
    """Whatever is typed is a run or a reason, never a crash."""
    found: tuple[object, ...] = ()
    try:
        found = tuple(Sweep("parity", {"bits": text, "noise": text, "init": text, "train_size": text}).specs())
    except SweepError as error:
        found = error.problems
    assert found


@pytest.mark.parametrize("name", list(EXPERIMENTS))
def test_every_field_of_a_spec_is_an_option_with_its_help(name: str) -> None:
    """A new experiment has a form without a word written for it."""
    options, fields = options_of(name), {field.name for field in option_fields(EXPERIMENTS[name])}
    assert {option.name for option in options} == (fields - EXPERIMENTS[name].fixed) | set(FURTHER_OPTIONS)
    assert all(option.help and option.label for option in options)


def test_what_an_experiment_decides_itself_is_not_offered() -> None:
    """A form must not ask for a width that the run would then refuse."""
    assert not {"width", "depth", "init"} & {option.name for option in options_of("imagenet100")}
    with pytest.raises(SweepError, match="imagenet100 has no option 'width'"):
        Sweep("imagenet100", {"width": "64"}).specs()
