"""Mode-wise kernel spectra on the circle (section 4.3, figure 2 of the paper).

The paper draws four spectra λ_m/λ_1 and says little of how; this is the construction here. N inputs t_i are drawn
uniformly from [0, 2π). A layer of `width` random neurons gives features F (N, P); its kernel is F Fᵀ. The eigenvalue
of mode m is the kernel's quadratic form on √2 sin mt and √2 cos mt, the mean of the two, with sums over the samples
in place of integrals; the features are centred first, since mode 0 is not drawn. Samples leak a little of every mode
into every other (about trace/N), which is what lifts the empirical tail above zero beyond K, where the analytic
spectrum stops.

- TESLA: neuron j sees t + θ_j with a random phase θ_j, and its coefficient a_k has the feature √2/k · sin k(t + θ_j):
  over the phases the kernel averages to the paper's Σ_k cos k(t − t′)/k².
- ReLU and GELU: neuron j sees w_j·(cos t, sin t) + β_j with w_j and β_j standard normal. (Without β_j a ReLU layer
  has no odd mode above 1 at all.)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import erf, sqrt

import numpy as np
import numpy.typing as npt

from tesla_core.analysis.arrays import HIGHEST_HARMONIC, FloatArray
from tesla_core.errors import TeslaError, check_range

_REACH, _PARTS = 6.5, 1 << 15  # beyond, erf is 1 in double precision; between two of the table's points it errs by 2e-8


@dataclass(frozen=True)
class Sampling:
    """The size of an empirical spectrum: how many modes, random neurons and inputs on the circle."""

    modes: int = 32
    width: int = 256
    inputs: int = 8192

    def __post_init__(self) -> None:
        check_range("The number of modes", self.modes, 1, 1024)
        check_range("The width", self.width, 1, 65_536)
        check_range("The number of inputs", self.inputs, 2, 65_536)


DEFAULT_SAMPLING = Sampling()


def analytic_spectrum(harmonics: int, modes: int) -> FloatArray:
    """λ_m = 1/(2m²) for m ≤ K and 0 beyond, for m = 1 … modes, shape (modes,)."""
    check_range("The number of harmonics K", harmonics, 1, HIGHEST_HARMONIC)
    check_range("The number of modes", modes, 1, 1024)
    m = np.arange(1, modes + 1, dtype=np.float64)
    return np.where(m <= harmonics, 1 / (2 * m**2), 0.0)


def tesla_spectrum(harmonics: int, generator: np.random.Generator, sampling: Sampling = DEFAULT_SAMPLING) -> FloatArray:
    """The empirical TESLA spectrum, shape (modes,)."""
    return tesla_spectra(harmonics, generator, sampling)[-1]


def tesla_spectra(highest: int, generator: np.random.Generator, sampling: Sampling = DEFAULT_SAMPLING) -> FloatArray:
    """The empirical spectra for K = 1 … highest on the same draw, shape (highest, modes).

    Neither the features (N, width) nor their products with the modes are formed: sin k(t + θ) is sin kt cos kθ +
    cos kt sin kθ, and the mean of a product of two waves over the inputs is a sum of two means of one wave.
    """
    check_range("The number of harmonics K", highest, 1, HIGHEST_HARMONIC)
    inputs = _circle(generator, sampling.inputs)
    phases = _circle(generator, sampling.width)
    m, k = np.arange(1, sampling.modes + 1)[:, None], np.arange(1, highest + 1)  # (modes, 1), (K,)
    sine, cosine = _means(inputs, sampling.modes + highest)
    under, over = m - k, m + k
    odd = np.sign(under) * sine[np.abs(under)]
    sine_sine = (cosine[np.abs(under)] - cosine[over]) / 2 - sine[m] * sine[k]  # centred, (modes, K)
    sine_cosine = (sine[over] + odd) / 2 - sine[m] * cosine[k]
    cosine_sine = (sine[over] - odd) / 2 - cosine[m] * sine[k]
    cosine_cosine = (cosine[np.abs(under)] + cosine[over]) / 2 - cosine[m] * cosine[k]
    sine_phase, cosine_phase = (means[2 * k] for means in _means(phases, 2 * highest))

    def energy(with_sine: FloatArray, with_cosine: FloatArray) -> FloatArray:
        """Mean over the phases of (with_sine · cos kθ + with_cosine · sin kθ)²."""
        squares = with_sine**2 * (1 + cosine_phase) + with_cosine**2 * (1 - cosine_phase)
        return squares / 2 + with_sine * with_cosine * sine_phase

    by_harmonic = 2 / k**2 * (energy(sine_sine, sine_cosine) + energy(cosine_sine, cosine_cosine))
    return np.cumsum(by_harmonic, axis=1).T


def _means(angles: FloatArray, highest: int) -> tuple[FloatArray, FloatArray]:
    """The means of sin nt and cos nt over the angles for n = 0 … highest."""
    waves = np.exp(1j * angles) ** np.arange(highest + 1)[:, None]
    means = waves.mean(axis=1)
    return means.imag, means.real


def relu_spectrum(generator: np.random.Generator, sampling: Sampling = DEFAULT_SAMPLING) -> FloatArray:
    """The random-feature ReLU spectrum, shape (modes,)."""
    return _random_feature_spectrum(lambda z: np.maximum(z, 0), generator, sampling)


def gelu_spectrum(generator: np.random.Generator, sampling: Sampling = DEFAULT_SAMPLING) -> FloatArray:
    """The random-feature GELU spectrum (z·Φ(z), to eight digits), shape (modes,)."""
    return _random_feature_spectrum(_gelu, generator, sampling)


def mode_spectrum(features: npt.ArrayLike, inputs: npt.ArrayLike, modes: int) -> FloatArray:
    """λ_m of the kernel F Fᵀ from features F (N, P) at inputs (N,): ψᵀ F Fᵀ ψ / N², F centred, the two ψ averaged."""
    matrix, angles = np.asarray(features, dtype=np.float64), np.asarray(inputs, dtype=np.float64)
    if matrix.ndim != 2 or angles.shape != matrix.shape[:1]:
        raise TeslaError(f"Features (N, P) need inputs (N,); the shapes {matrix.shape}, {angles.shape} were given.")
    matrix = matrix - matrix.mean(axis=0)
    waves = np.arange(1, modes + 1)[:, None] * angles  # (modes, N)
    sine = sqrt(2) * np.sin(waves) @ matrix / angles.size  # (modes, P)
    cosine = sqrt(2) * np.cos(waves) @ matrix / angles.size
    return ((sine**2).sum(axis=1) + (cosine**2).sum(axis=1)) / 2


def normalised(spectrum: npt.ArrayLike) -> FloatArray:
    """λ_m / λ_1, what the paper's figure draws."""
    values = np.asarray(spectrum, dtype=np.float64)
    if values.ndim != 1 or not values.size or not values[0] > 0:
        raise TeslaError("A spectrum is normalised by its first mode, which must be above 0.")
    return values / values[0]


def _random_feature_spectrum(
    activation: Callable[[FloatArray], FloatArray], generator: np.random.Generator, sampling: Sampling
) -> FloatArray:
    inputs = _circle(generator, sampling.inputs)
    directions = generator.standard_normal((2, sampling.width))
    biases = generator.standard_normal(sampling.width)
    preactivations = np.stack([np.cos(inputs), np.sin(inputs)], axis=1) @ directions + biases  # (N, width)
    return mode_spectrum(activation(preactivations) / sqrt(sampling.width), inputs, sampling.modes)


def _circle(generator: np.random.Generator, count: int) -> FloatArray:
    return generator.uniform(0, 2 * np.pi, count)


def _gelu(z: FloatArray) -> FloatArray:
    return z * (1 + np.interp(z / sqrt(2), *_error_function())) / 2


@cache
def _error_function() -> tuple[FloatArray, FloatArray]:
    """erf as a table: a million of Python's own calls would take half a second, which a slider feels."""
    points = np.linspace(-_REACH, _REACH, _PARTS)
    return points, np.array([erf(point) for point in points])
