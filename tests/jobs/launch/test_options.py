"""An experiment has its form by its own fields, whoever brings it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pytest

from tesla_core.experiments.registry import EXPERIMENTS
from tesla_core.experiments.spec import option
from tesla_core.jobs.launch.options import options_of
from tesla_core.problems.toys.experiment import ToysSpec


@dataclass(frozen=True, kw_only=True)
class GuestSpec(ToysSpec):
    """Of another package."""

    experiment: ClassVar[str] = "guest"
    label: ClassVar[str] = "A guest's"

    metal: str = option("tin", "which metal", label="The metal", choices=("tin", "zinc"))
    lr: float = option(1e-2, "slower at first")
    schedule: str = option("cosine", "as the metal cools")


def test_a_guests_experiment_has_choices_and_labels_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """And those of a field that it only gave another default."""
    monkeypatch.setitem(EXPERIMENTS, "guest", GuestSpec)
    found = {one.name: one for one in options_of("guest")}
    assert (found["metal"].label, found["metal"].choices) == ("The metal", ("tin", "zinc"))
    assert (found["lr"].label, found["lr"].default) == ("Learning rate", 1e-2)
    assert (found["schedule"].choices, found["schedule"].default) == (("constant", "cosine"), "cosine")


@pytest.mark.parametrize(
    ("experiment", "name", "label", "choice"),
    [
        ("toys", "toy", "Toy", "moons"),
        ("inr", "pattern", "Withheld pattern", "chessboard"),
        ("imagenet100", "place", "Place", "last-stage"),
        ("parity", "activation", "Activation", "siren"),
        ("parity", "coefficient_start", "Coefficient start", "even"),
    ],
)
def test_a_word_is_chosen_from_a_list(experiment: str, name: str, label: str, choice: str) -> None:
    """Nobody has to know how a toy, a place or a pattern is spelt."""
    found = next(one for one in options_of(experiment) if one.name == name)
    assert found.label == label
    assert choice in found.choices
