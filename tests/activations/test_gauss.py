"""Gauss is the bump its formula says, at the width that was asked for."""

from __future__ import annotations

import math

import pytest
import torch

from tesla_core.activations.gauss import Gauss
from tesla_core.errors import OutOfRangeError
from tesla_core.models.build import activation_maker
from tesla_core.models.spec import ModelSpec


def test_the_bump_has_the_width_of_the_option() -> None:
    layer = activation_maker(ModelSpec("gauss", options=(("gauss_sigma", 0.5),)), None)()
    assert ModelSpec("gauss", options=(("gauss_sigma", 0.5),)).label == "Gauss σ=0.5"
    measured = layer(torch.tensor([0.0, 0.5, -1.0], dtype=torch.float64))
    expected = torch.tensor([1.0, math.exp(-0.5), math.exp(-2.0)], dtype=torch.float64)
    torch.testing.assert_close(measured, expected)
    z = torch.linspace(-1, 1, 11, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(Gauss(0.5), (z,))


def test_no_width_at_all_is_refused() -> None:
    with pytest.raises(OutOfRangeError, match=r"Gauss's σ must be from 0\.001 to 10; 0 was given"):
        ModelSpec("gauss", options=(("gauss_sigma", 0.0),))
