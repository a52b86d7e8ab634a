"""If these fail, the figure of mode-wise spectra shows something other than the kernels it names."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_core.analysis.kernels import (
    Sampling,
    analytic_spectrum,
    gelu_spectrum,
    mode_spectrum,
    normalised,
    relu_spectrum,
    tesla_spectra,
    tesla_spectrum,
)
from tesla_core.errors import TeslaError

SMALL = Sampling(modes=12, width=128, inputs=2048)


@settings(deadline=None)
@given(st.integers(1, 20), st.integers(1, 40))
def test_analytic_spectrum_is_the_papers(harmonics, modes):
    spectrum = analytic_spectrum(harmonics, modes)
    expected = [1 / (2 * m * m) if m <= harmonics else 0 for m in range(1, modes + 1)]
    np.testing.assert_allclose(spectrum, expected)


def test_evenly_spaced_inputs_give_the_analytic_eigenvalues():
    """With both coefficients of every harmonic and no randomness, projection must give 1/(2m²) exactly."""
    inputs = np.linspace(0, 2 * np.pi, 256, endpoint=False)
    k = np.arange(1, 9)
    features = np.concatenate([np.sin(inputs[:, None] * k) / k, np.cos(inputs[:, None] * k) / k], axis=1)
    np.testing.assert_allclose(mode_spectrum(features, inputs, 12), analytic_spectrum(8, 12), atol=1e-14)


def test_empirical_tesla_follows_the_analytic_law_up_to_k():
    empirical = normalised(tesla_spectrum(6, np.random.default_rng(0), SMALL))
    analytic = normalised(analytic_spectrum(6, 12))
    np.testing.assert_allclose(empirical[:6], analytic[:6], rtol=0.35)
    assert np.all(empirical[6:] < analytic[5])


def test_spectra_of_every_k_are_those_of_the_features_themselves():
    """The quick way, by means of single waves, is the long one: all features, projected."""
    generator = np.random.default_rng(3)
    inputs, phases = generator.uniform(0, 2 * np.pi, 300), generator.uniform(0, 2 * np.pi, 17)
    quick = tesla_spectra(9, np.random.default_rng(3), Sampling(modes=12, width=17, inputs=300))
    slow = np.zeros(12)
    for k in range(1, 10):
        features = np.sqrt(2 / 17) / k * np.sin(k * (inputs[:, None] + phases))
        slow += mode_spectrum(features, inputs, 12)
        np.testing.assert_allclose(quick[k - 1], slow, rtol=1e-9, atol=1e-14)


def test_tesla_is_flatter_than_the_random_feature_proxies():
    """The paper's claim of figure 2: medium modes get relatively larger eigenvalues."""
    tesla = normalised(tesla_spectrum(8, np.random.default_rng(0), SMALL))
    relu = normalised(relu_spectrum(np.random.default_rng(0), SMALL))
    gelu = normalised(gelu_spectrum(np.random.default_rng(0), SMALL))
    assert np.all(tesla[1:6] > relu[1:6])
    assert np.all(tesla[1:6] > gelu[1:6])


@pytest.mark.parametrize("spectrum", [lambda g: tesla_spectrum(3, g, SMALL), lambda g: gelu_spectrum(g, SMALL)])
def test_a_seed_gives_the_same_spectrum_again(spectrum):
    first, again = spectrum(np.random.default_rng(7)), spectrum(np.random.default_rng(7))
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, spectrum(np.random.default_rng(8)))


def test_bad_sizes_are_named():
    with pytest.raises(TeslaError, match="width must be from 1"):
        Sampling(width=0)
    with pytest.raises(TeslaError, match="need inputs"):
        mode_spectrum(np.ones((4, 2)), np.ones(3), 2)
    with pytest.raises(TeslaError, match="first mode"):
        normalised([0.0, 1.0])
