"""First layers drawn without torch. If these fail, tickets are counted on weights that no run ever had."""

from __future__ import annotations

from math import pi, sqrt

import numpy as np
import pytest

from tesla_core.analysis.drawn import drawn_signs, drawn_weights
from tesla_core.errors import TeslaError
from tesla_core.models.build import build_model
from tesla_core.models.init import RADEMACHER_RANGE
from tesla_core.models.spec import ModelSpec


def first_layer(init: str, bits: int, seed: int) -> np.ndarray:
    """What torch draws."""
    model = build_model(ModelSpec(width=40, init=init), bits, 1, seed)
    return dict(model.named_parameters())["linears.0.weight"].detach().numpy()


@pytest.mark.parametrize("seed", [0, 1, 12345])
def test_they_are_the_weights_that_torch_draws(seed: int) -> None:
    for init, half_range in (("uniform(0.35)", 0.35), ("uniform(3.14)", 3.14), ("default", 1 / sqrt(24))):
        assert drawn_weights(40, 24, seed, half_range) == pytest.approx(first_layer(init, 24, seed), abs=1e-6)
    assert drawn_signs(40, 24, seed, RADEMACHER_RANGE) == pytest.approx(first_layer("rademacher", 24, seed), abs=1e-6)


def test_one_size_a_neuron() -> None:
    sizes = np.abs(drawn_signs(8, 20, 3, (0.05, pi / 2)))
    assert np.ptp(sizes, axis=1) == pytest.approx(0)


def test_no_page_can_be_made_to_draw_without_end() -> None:
    with pytest.raises(TeslaError, match="number of weights"):
        drawn_weights(10**6, 10**6, 0, 1.0)
