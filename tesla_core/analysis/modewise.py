"""Training whose error is measured mode by mode, beside what the kernel at its start foretells (section 4.3).

Full-batch gradient descent on ½ · mean (f − f*)² over N inputs spread evenly on the circle, in plain NumPy: real
training, of something small. f* is a sum of modes m = 1 … M of equal size. In the linearised flow the error in mode m
decays as e^(−ηλ_mτ), λ_m being the eigenvalue of the kernel of the parameters' gradients at the start. Three learners:

- coefficients: f(t) = Σ_k a_k/k · sin kt + b_k/k · cos kt, the paper's own setting, in which nothing but a and b is
  trained: λ_m = 1/(2m²) up to K, and the flow is exact;
- a TESLA network of one hidden layer, f(t) = Σ_j v_j φ_K(w_j·(cos t, sin t) + β_j)/√P, with v, w, β, a, b trained;
- the same with ReLU.

For the networks the modes are no eigenfunctions and the kernel moves: what is foretold is the diagonal at the start.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from math import sqrt

import numpy as np

from tesla_core.analysis.arrays import FloatArray
from tesla_core.analysis.kernels import mode_spectrum
from tesla_core.errors import check_choice, check_range, check_whole

MODES, INPUTS, WIDTH = 8, 48, 24
STEPS = 400
MOST_HARMONICS = 12
FRAMES = 60
LARGEST = 1e3  # an error beyond this is a training that runs away: it is stopped there
_CIRCLE = np.linspace(0, 2 * np.pi, INPUTS, endpoint=False)


@dataclass(frozen=True, eq=False)
class ModeTraining:
    """What was kept of a training: steps (frames,), outputs (frames, inputs), and by frame and mode the error's size as
    measured and as foretold, (frames, modes). eigenvalues: λ_m at the start, (modes,). target: (inputs,)."""

    steps: FloatArray
    outputs: FloatArray
    measured: FloatArray
    foretold: FloatArray
    eigenvalues: FloatArray
    target: FloatArray


class Learner(ABC):
    """Parameters in one vector θ, and f with its gradients at all inputs."""

    theta: FloatArray

    @abstractmethod
    def look(self) -> tuple[FloatArray, FloatArray]:
        """f (N,) and what `pull` needs of this step."""

    @abstractmethod
    def pull(self, residual: FloatArray, seen: FloatArray) -> FloatArray:
        """Σ_i residual_i · ∂f(t_i)/∂θ, of residual (N,)."""

    def jacobian(self) -> FloatArray:
        """∂f(t_i)/∂θ, (N, parameters)."""
        _, seen = self.look()
        return np.stack([self.pull(row, seen) for row in np.eye(INPUTS)])


class Coefficients(Learner):
    """The coefficients of one φ_K alone, from zero."""

    def __init__(self, harmonics: int, _generator: np.random.Generator) -> None:
        k = np.arange(1, harmonics + 1)
        waves = np.outer(_CIRCLE, k)
        self._features = np.concatenate([np.sin(waves) / k, np.cos(waves) / k], axis=1)  # (N, 2K)
        self.theta = np.zeros(2 * harmonics)

    def look(self) -> tuple[FloatArray, FloatArray]:
        return self._features @ self.theta, self._features

    def pull(self, residual: FloatArray, seen: FloatArray) -> FloatArray:
        return residual @ seen


class HiddenLayer(Learner):
    """One hidden layer; θ is v (P), β (P), w (2P) and whatever the activation has. A subclass has the activation."""

    def __init__(self, generator: np.random.Generator, extra: FloatArray) -> None:
        self._x = np.stack([np.cos(_CIRCLE), np.sin(_CIRCLE)], axis=1)  # (N, 2)
        self.theta = np.concatenate([generator.standard_normal(4 * WIDTH), extra])

    @abstractmethod
    def activation(self, z: FloatArray) -> tuple[FloatArray, FloatArray]:
        """φ(z) and φ′(z), both (N, P)."""

    def by_extra(self, _out: FloatArray) -> FloatArray:
        """Σ out · ∂φ(z)/∂extra at the z of the last `activation`, of out (N, P)."""
        return np.empty(0)

    @property
    def extra(self) -> FloatArray:
        return self.theta[4 * WIDTH :]

    def look(self) -> tuple[FloatArray, FloatArray]:
        bias, weights = self.theta[WIDTH : 2 * WIDTH], self.theta[2 * WIDTH : 4 * WIDTH].reshape(2, WIDTH)
        value, slope = self.activation(self._x @ weights + bias)
        return value @ self.theta[:WIDTH] / sqrt(WIDTH), np.stack([value, slope])

    def pull(self, residual: FloatArray, seen: FloatArray) -> FloatArray:
        value, slope = seen / sqrt(WIDTH)
        out = residual[:, None] * self.theta[:WIDTH]  # (N, P)
        into = out * slope
        own = self.by_extra(out) / sqrt(WIDTH)
        return np.concatenate([residual @ value, into.sum(axis=0), (self._x.T @ into).ravel(), own])


class TeslaNetwork(HiddenLayer):
    """φ_K with coefficients drawn from N(0, 0.3²), shared by the layer and trained with it."""

    def __init__(self, harmonics: int, generator: np.random.Generator) -> None:
        self._k = np.arange(1, harmonics + 1)
        self._waves = np.empty((2, harmonics, INPUTS * WIDTH))  # sin kz and cos kz, in memory that is kept
        super().__init__(generator, 0.3 * generator.standard_normal(2 * harmonics))

    def activation(self, z: FloatArray) -> tuple[FloatArray, FloatArray]:
        waves, flat = self._waves, z.ravel()
        np.sin(flat, out=waves[0, 0])
        np.cos(flat, out=waves[1, 0])
        twice = 2 * waves[1, 0]
        for k in range(1, len(self._k)):  # sin kz = 2 cos z · sin (k−1)z − sin (k−2)z, and so for the cosine
            np.multiply(twice, waves[:, k - 1], out=waves[:, k])
            waves[:, k] -= waves[:, k - 2] if k > 1 else np.array([[0.0], [1.0]])
        a, b = np.split(self.extra, 2)
        value = (a / self._k) @ waves[0] + (b / self._k) @ waves[1]
        slope = a @ waves[1] - b @ waves[0]
        return value.reshape(z.shape), slope.reshape(z.shape)

    def by_extra(self, out: FloatArray) -> FloatArray:
        return (self._waves @ out.ravel() / self._k).ravel()


class ReluNetwork(HiddenLayer):
    """max(0, z), which has nothing of its own to train."""

    def __init__(self, _harmonics: int, generator: np.random.Generator) -> None:
        super().__init__(generator, np.empty(0))

    def activation(self, z: FloatArray) -> tuple[FloatArray, FloatArray]:
        return np.maximum(z, 0), (z > 0).astype(np.float64)


LEARNERS = {"coefficients": Coefficients, "tesla": TeslaNetwork, "relu": ReluNetwork}


def train_modes(learner: str, harmonics: int, rate: float, seed: int = 0) -> ModeTraining:
    """Train for STEPS steps at the learning rate η and keep some FRAMES of them, close together at first.

    What runs away, at a rate too large, is stopped at an error of LARGEST and keeps that.
    """
    check_choice("learner", learner, LEARNERS)
    check_whole("The number of harmonics K", harmonics, 1, MOST_HARMONICS)
    check_range("The learning rate", rate, 1e-4, 100)
    generator = np.random.default_rng(seed)
    m = np.arange(1, MODES + 1)
    target = sqrt(2) * np.sin(np.outer(_CIRCLE, m) + generator.uniform(0, 2 * np.pi, MODES)).sum(axis=1)
    model = LEARNERS[learner](harmonics, generator)
    eigenvalues = mode_spectrum(model.jacobian(), _CIRCLE, MODES)
    steps = np.unique(np.round(np.geomspace(1, STEPS + 1, FRAMES)).astype(int)) - 1
    outputs, residual = np.empty((len(steps), INPUTS)), np.zeros(INPUTS)
    kept = 0
    for step in range(STEPS + 1):
        runs_away = bool(np.abs(residual).max() > LARGEST)
        if not runs_away:
            output, seen = model.look()
            residual = output - target
            model.theta = model.theta - rate / INPUTS * model.pull(residual, seen)
        if step == steps[kept]:
            outputs[kept] = output
            kept += 1
    measured = mode_sizes(outputs - target)
    foretold = measured[0] * np.exp(-rate * steps[:, None] * eigenvalues)
    return ModeTraining(steps.astype(np.float64), outputs, measured, foretold, eigenvalues, target)


def mode_sizes(errors: FloatArray) -> FloatArray:
    """√(⟨e, √2 sin mt⟩² + ⟨e, √2 cos mt⟩²) for m = 1 … MODES: (…, N) to (…, MODES)."""
    waves = np.exp(1j * np.outer(_CIRCLE, np.arange(1, MODES + 1)))  # (N, modes)
    return sqrt(2) * np.abs(errors @ waves) / INPUTS
