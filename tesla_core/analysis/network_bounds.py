"""Bounds of a whole network f(x) = W_L φ_K(… φ_K(W_1 x)) from its weights and its layers' budgets (section 4.1).

`budgets` holds one bound on ‖φ_K′‖∞ for each of the L − 1 activations: A_K as in the paper, or anything sharper.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod, sqrt

import numpy as np
import numpy.typing as npt

from tesla_core.analysis.arrays import FloatArray, check_coefficients, check_not_negative, check_weights
from tesla_core.errors import TeslaError, check_range


def operator_norms(weights: Sequence[npt.ArrayLike]) -> list[float]:
    """‖W_ℓ‖_op, the largest singular value of each layer."""
    return [float(np.linalg.norm(weight, 2)) for weight in check_weights(weights)]


def lipschitz_bound(weights: Sequence[npt.ArrayLike], budgets: Sequence[float]) -> float:
    """Lip(f) ≤ Π_ℓ ‖W_ℓ‖_op · Π_ℓ A_K,ℓ."""
    _check_budgets(check_weights(weights), budgets)
    return prod(operator_norms(weights)) * prod(budgets)


def coefficient_bound(weights: Sequence[npt.ArrayLike], budgets: Sequence[float]) -> float:
    """Π_ℓ A_K,ℓ · Π_ℓ ‖W_ℓ‖_{1→1}, the paper's bound on ‖coef(f)‖₁.

    It bounds the *harmonic* coefficients of one hidden layer (Σ |a_k|/k + |b_k|/k ≤ A_K). The Maclaurin coefficients
    can exceed it: those of sin z alone sum to sinh 1 = 1.175 with A_K = 1.
    """
    matrices = check_weights(weights)
    _check_budgets(matrices, budgets)
    return prod(float(np.linalg.norm(matrix, 1)) for matrix in matrices) * prod(budgets)


def gradient_bound(
    weights: Sequence[npt.ArrayLike],
    budgets: Sequence[float],
    input_norm: float,
    loss_lipschitz: float = 1.0,
    layer: int | None = None,
) -> float:
    """The bound on ‖∇_{W_ℓ} 𝓛(f(x), y)‖_F for ‖x‖₂ = input_norm and an L_loss-Lipschitz loss.

    With `layer=None` it is the paper's, the product over all layers. With a layer from 1 to L that layer's own norm
    is left out, as the chain rule has it, so that it also holds where ‖W_ℓ‖_op < 1. Both suppose φ_K(0) = 0 and no
    biases.
    """
    matrices = check_weights(weights)
    _check_budgets(matrices, budgets)
    check_not_negative("The input norm", input_norm)
    check_not_negative("The loss's Lipschitz constant", loss_lipschitz)
    norms = operator_norms(weights)
    if layer is not None:
        check_range("The layer", layer, 1, len(norms))
        norms = norms[: layer - 1] + norms[layer:]
    return loss_lipschitz * input_norm * prod(norms) * prod(budgets)


def _check_budgets(matrices: list[FloatArray], budgets: Sequence[float]) -> None:
    if len(budgets) != len(matrices) - 1:
        raise TeslaError(
            f"A network of {len(matrices)} weight matrices has {len(matrices) - 1} activations and needs as many "
            f"budgets; {len(budgets)} were given."
        )
    for budget in budgets:
        check_not_negative("A budget", budget)


def height(a: npt.ArrayLike, b: npt.ArrayLike) -> float:
    """Σ_k √(a_k² + b_k²)/k: |φ_K| is nowhere above it."""
    sines, cosines = check_coefficients(a, b)
    return float((np.hypot(sines, cosines) / np.arange(1, sines.size + 1)).sum())


def chain_gradient_bound(
    weights: Sequence[npt.ArrayLike],
    budgets: Sequence[float],
    heights: Sequence[float],
    input_norm: float,
    loss_lipschitz: float,
    layer: int,
) -> float:
    """A bound on ‖∇_{W_ℓ} 𝓛‖_F that the chain rule gives, whatever the biases, cosines and norms are.

    It is the loss's slope, times A_K‖W‖ of the layers after ℓ, times the largest input of layer ℓ: ‖x‖ for the first,
    √width · sup|φ_K| for the others (`heights`, one for each activation).
    """
    matrices = check_weights(weights)
    _check_budgets(matrices, budgets)
    _check_budgets(matrices, heights)
    check_range("The layer", layer, 1, len(matrices))
    after = prod(operator_norms(weights)[layer:]) * prod(budgets[layer - 1 :])
    given = input_norm if layer == 1 else heights[layer - 2] * sqrt(matrices[layer - 1].shape[1])
    return loss_lipschitz * after * given
