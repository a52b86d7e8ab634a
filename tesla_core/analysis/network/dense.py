"""A trained TESLA network f(x) = W_L φ(… φ(W_1 x + b_1) …) + b_L on NumPy arrays: its outputs, slopes and gradients."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tesla_core.analysis.arrays import FloatArray, check_coefficients, check_weights
from tesla_core.analysis.taylor import phi, phi_prime
from tesla_core.errors import TeslaError

MOST_WORK = 3e9  # multiply-adds that one search for steep places may take: a second or two
STARTS, CHILDREN, ROUNDS = 16, 8, 40
POWER_ROUNDS = 12


@dataclass(frozen=True, eq=False)
class DenseNetwork:
    """weights: W_1 … W_L, (out, in) each. biases: (out,) each. coefficients: a and b of the L − 1 activations."""

    weights: tuple[FloatArray, ...]
    biases: tuple[FloatArray, ...]
    coefficients: tuple[tuple[FloatArray, FloatArray], ...]

    @classmethod
    def of(
        cls,
        weights: Sequence[npt.ArrayLike],
        biases: Sequence[npt.ArrayLike],
        coefficients: Sequence[tuple[npt.ArrayLike, npt.ArrayLike]],
    ) -> DenseNetwork:
        matrices = check_weights(weights)
        offsets = [np.asarray(bias, dtype=np.float64).reshape(-1) for bias in biases]
        pairs = tuple(check_coefficients(a, b) for a, b in coefficients)
        sizes, given = [len(matrix) for matrix in matrices], [len(bias) for bias in offsets]
        if sizes != given or len(pairs) != len(matrices) - 1:
            raise TeslaError(
                f"A network of layers {sizes} needs biases of these sizes and {len(sizes) - 1} activations; "
                f"{given} and {len(pairs)} were given."
            )
        return cls(tuple(matrices), tuple(offsets), pairs)

    @property
    def inputs(self) -> int:
        return self.weights[0].shape[1]

    @property
    def outputs(self) -> int:
        return self.weights[-1].shape[0]

    @property
    def work(self) -> int:
        """Multiply-adds of one sample, there and back."""
        return 2 * sum(weight.size for weight in self.weights)

    def layers(self, x: npt.ArrayLike) -> tuple[list[FloatArray], list[FloatArray]]:
        """For inputs (n, d): what each W_ℓ is given, and what it makes of that: a hidden layer's pre-activations, and
        last the output."""
        h = np.asarray(x, dtype=np.float64)
        given, before = [], []
        for place, (weight, bias) in enumerate(zip(self.weights, self.biases, strict=True)):
            given.append(h)
            before.append(h @ weight.T + bias)
            if place < len(self.coefficients):
                h = phi(before[-1], *self.coefficients[place])
        return given, before

    def output(self, x: npt.ArrayLike) -> FloatArray:
        """(n, outputs)."""
        return self.layers(x)[1][-1]

    def deltas(self, before: Sequence[FloatArray], last: FloatArray) -> list[FloatArray]:
        """What `last` (n, outputs) becomes at the pre-activations of each layer on its way back."""
        found = [last]
        for place in reversed(range(len(self.coefficients))):
            back = found[0] @ self.weights[place + 1]
            found.insert(0, back * phi_prime(before[place], *self.coefficients[place]))
        return found

    def slopes(self, x: npt.ArrayLike) -> FloatArray:
        """‖J_f(x)‖_op at each input, (n,)."""
        _, before = self.layers(x)
        rows = [
            self.deltas(before, np.tile(unit, (len(before[0]), 1)))[0] @ self.weights[0]
            for unit in np.eye(self.outputs)
        ]
        if len(rows) == 1:
            return np.linalg.norm(rows[0], axis=1)
        return np.linalg.norm(np.stack(rows, axis=1), 2, axis=(1, 2))

    def gradient_norms(self, x: npt.ArrayLike, last: FloatArray) -> FloatArray:
        """‖∇_{W_ℓ}‖_F of each layer for each sample, (L, n), where `last` (n, outputs) is the loss's gradient by f."""
        given, before = self.layers(x)
        pairs = zip(self.deltas(before, last), given, strict=True)
        return np.stack([np.linalg.norm(delta, axis=1) * np.linalg.norm(h, axis=1) for delta, h in pairs])

    def layer_slopes(self, x: npt.ArrayLike) -> list[float]:
        """The largest ‖diag φ′(z) W_ℓ‖_op of each hidden layer at the inputs x (a few)."""
        _, before = self.layers(x)
        found = []
        for weight, (a, b), z in zip(self.weights, self.coefficients, before, strict=False):
            gram = weight @ weight.T
            slopes = phi_prime(z, a, b)
            steepest = slopes[_largest(gram, slopes)]
            largest = float(np.linalg.eigvalsh(steepest[:, None] * gram * steepest)[-1])
            found.append(max(largest, 0.0) ** 0.5)
        return found

    def steepest(self, x: npt.ArrayLike, generator: np.random.Generator, work: float = MOST_WORK) -> float:
        """The steepest slope that a search finds: from the steepest samples, steps at random that get shorter. What it
        finds is there; that nothing steeper is, it does not say. work: multiply-adds that it may take."""
        points = np.asarray(x, dtype=np.float64)
        rounds = int(np.clip(work / (STARTS * CHILDREN * self.work * self.outputs), 3, ROUNDS))
        most = max(STARTS, int(work / (4 * self.work * self.outputs)))
        points = points[generator.permutation(len(points))[:most]]
        slopes = self.slopes(points)
        order = np.argsort(slopes)[::-1][:STARTS]
        best, value = points[order], slopes[order]
        reach = float(points.std()) or 1.0
        for _ in range(rounds):
            tried = best[:, None] + reach * generator.standard_normal((len(best), CHILDREN, self.inputs))
            found = self.slopes(tried.reshape(-1, self.inputs)).reshape(len(best), CHILDREN)
            child = found.argmax(axis=1)
            better = found.max(axis=1) > value
            best = np.where(better[:, None], tried[np.arange(len(best)), child], best)
            value = np.where(better, found.max(axis=1), value)
            reach *= 0.8
        return float(value.max())


def _largest(gram: FloatArray, scales: FloatArray) -> int:
    """For which row d of scales diag(d) gram diag(d) has the largest eigenvalue, by a few rounds of power iteration: a
    hundredth of the work that all eigenvalues take."""
    directions = np.abs(scales) + 1e-12
    for _ in range(POWER_ROUNDS):
        directions /= np.linalg.norm(directions, axis=1, keepdims=True)
        directions = ((directions * scales) @ gram) * scales
    return int(np.linalg.norm(directions, axis=1).argmax())
