"""Who can learn a parity, said before training. If these fail, the page promises what does not come."""

from __future__ import annotations

import numpy as np
import pytest

from tesla_core.models.spec import ModelSpec
from tesla_core.problems.parity.tickets import Prospect, neuron_correlations, prospect, sentence


def first_layer(width: int, bits: int, half_range: float) -> tuple[np.ndarray, np.ndarray]:
    generator = np.random.default_rng(0)
    return generator.uniform(-half_range, half_range, (width, bits)), generator.uniform(-0.3, 0.3, width)


def test_more_harmonics_are_more_tickets() -> None:
    """The default start of the paper's surface: K = 2 has no chance, K = 8 a clear one."""
    weight, bias = first_layer(128, 10, 10**-0.5)
    found = [prospect(ModelSpec("tesla", harmonics=K), weight, bias, 350) for K in (1, 2, 4, 8)]
    margins = [one.verdict.margin for one in found if one.verdict is not None]
    assert len(margins) == len(found)
    assert margins == sorted(margins)
    assert margins[1] < 0.1 < 1 < margins[3]


@pytest.mark.parametrize("activation", ["relu", "gelu", "silu", "tanh", "siren", "snake"])
def test_every_activation_has_a_verdict(activation: str) -> None:
    """Panels without harmonics are judged too, by what their neurons put out."""
    weight, bias = first_layer(64, 8, 8**-0.5)
    found = prospect(ModelSpec(activation), weight, bias, 100)
    assert found.verdict is not None
    assert 0 <= found.verdict.best.alignment <= 1
    assert found.words


@pytest.mark.parametrize("activation", ["kan", "fourier"])
def test_a_network_without_a_linear_first_layer_has_none(activation: str) -> None:
    """The lottery is about weighted sums; the page says so instead of inventing a number."""
    found = prospect(ModelSpec(activation), np.ones((1, 4)), np.zeros(1), 10)
    assert found.verdict is None
    assert "no ticket" in found.words


def test_a_neuron_that_is_the_parity_correlates_fully() -> None:
    """sin(π/2 · Σx) over an odd number of bits is the parity itself, up to its sign."""
    found = neuron_correlations(np.sin, np.full((1, 5), np.pi / 2), np.zeros(1))
    assert found == pytest.approx([1.0])


def test_the_sentence_before_training_agrees_in_number() -> None:
    """ "TESLA K=8 start with a neuron" was read by everyone who opened the page."""
    weight, bias = first_layer(128, 10, 10**-0.5)
    one = prospect(ModelSpec("tesla", harmonics=8), weight, bias, 350)
    two = prospect(ModelSpec("tesla", harmonics=16), weight, bias, 350)
    needed = "Such a start is needed, but not enough: a run that has it can still memorise."
    leans = "with a neuron that already leans towards the parity"
    assert sentence([one], ["TESLA K=8"]) == f"TESLA K=8 starts {leans}: it can learn it. {needed}"
    assert (
        sentence([one, two], ["TESLA K=8", "TESLA K=16"])
        == f"TESLA K=8 and TESLA K=16 start {leans}: they can learn it. {needed}"
    )


def test_the_sentence_names_who_can_learn() -> None:
    """Before anyone presses play."""
    weight, bias = first_layer(128, 10, 10**-0.5)
    told = sentence(
        [prospect(ModelSpec("tesla", harmonics=8), weight, bias, 350), Prospect(None)], ["TESLA K=8", "KAN"]
    )
    assert "TESLA K=8" in told
    assert "KAN" not in told
    assert "memorise" in sentence([Prospect(None)], ["KAN"])
