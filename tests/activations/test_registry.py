"""The one list of activations, and the formulas behind its names."""

from __future__ import annotations

import math

import pytest
import torch
from torch import Tensor

from tesla_core.activations import ACTIVATIONS, TESLA, Activation, find_activation
from tesla_core.activations.periodic import Siren, Snake
from tesla_core.activations.pointwise import Pointwise
from tesla_core.errors import OutOfRangeError, UnknownNameError
from tesla_core.models.build import build_model
from tesla_core.models.spec import ModelSpec

Z = torch.linspace(-4, 4, 81)
FORMULAS = {
    "relu": lambda z: z.clamp(min=0),
    "gelu": lambda z: z * 0.5 * (1 + torch.erf(z / math.sqrt(2))),
    "silu": lambda z: z / (1 + torch.exp(-z)),
    "tanh": lambda z: (torch.exp(z) - torch.exp(-z)) / (torch.exp(z) + torch.exp(-z)),
    "siren": lambda z: torch.sin(30 * z),
    "snake": lambda z: z + torch.sin(z) ** 2,
    "fourier": lambda z: z.clamp(min=0),
}


def test_the_activations_of_the_comparison_are_all_there() -> None:
    expected = {"tesla", "relu", "gelu", "silu", "tanh", "siren", "snake", "fourier", "kan"}
    assert expected <= set(ACTIVATIONS)
    assert all(entry.name == name for name, entry in ACTIVATIONS.items())


@pytest.mark.parametrize("entry", ACTIVATIONS.values(), ids=ACTIVATIONS)
def test_every_entry_builds_a_model_that_gives_numbers(entry: Activation) -> None:
    spec = ModelSpec(activation=entry.name, width=6)
    model = build_model(spec, 3, 2, seed=0)
    output = model(torch.rand(5, 3) * 2 - 1)
    assert output.shape == (5, 2)
    assert output.isfinite().all()
    assert all(option.check(spec.value(option.name)) == option.default for option in entry.options)
    assert all((entry.label, entry.formula, entry.own_init))
    assert spec.label.startswith(entry.label)


@pytest.mark.parametrize("name", FORMULAS)
def test_each_baseline_computes_its_formula(name: str) -> None:
    layer = find_activation(name).load()()
    assert isinstance(layer, Pointwise)
    exact: Tensor = FORMULAS[name](Z.double())
    torch.testing.assert_close(layer(Z).double(), exact, rtol=0, atol=2e-5 if name == "siren" else 1e-6)


def test_omega_and_alpha_change_the_shape_and_are_shown() -> None:
    torch.testing.assert_close(Siren(2.0)(Z), torch.sin(2 * Z))
    torch.testing.assert_close(Snake(4.0)(Z), Z + torch.sin(4 * Z) ** 2 / 4)
    assert (repr(Siren(2.0)), repr(Snake(4.0))) == ("Siren(omega=2)", "Snake(alpha=4)")
    for wrong in (0.0, -1.0, math.nan, 1e6):
        with pytest.raises(OutOfRangeError, match="ω0"):
            Siren(wrong)
        with pytest.raises(OutOfRangeError, match="α"):
            Snake(wrong)


def test_unknown_names_list_the_choices_and_guess_what_was_meant() -> None:
    with pytest.raises(UnknownNameError, match=r"'teslla'.*tesla, relu.*Did you mean 'tesla'\?"):
        find_activation("teslla")


def test_activations_of_different_shapes_never_stack() -> None:
    """A stack that mixed ω0=30 with ω0=10 would train one of them as the other."""
    assert Siren(30.0).stack_key() == Siren(30.0).stack_key()
    keys = [Siren(30.0), Siren(10.0), Snake(1.0), TESLA(4), TESLA(8), TESLA(4, kernel="eager")]
    assert len({layer.stack_key() for layer in keys}) == len(keys)
    assert TESLA(4, scale=0.1).stack_key() == TESLA(4, scale=1.0).stack_key()
