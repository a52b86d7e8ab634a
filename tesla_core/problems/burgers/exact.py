"""The exact solution of the viscous Burgers equation u_t + u·u_x = ν·u_xx that the PINN is measured against.

On -1 ≤ x ≤ 1 with u(0, x) = -sin πx and u(t, ±1) = 0. The Cole–Hopf transform turns the equation into the heat
equation, whose solution is an integral over a Gaussian; Gauss–Hermite quadrature takes it.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from tesla_core.analysis.arrays import FloatArray
from tesla_core.errors import TeslaError, check_range

VISCOSITY = 0.01 / np.pi
LEAST_VISCOSITY, MOST_VISCOSITY = 0.002, 1.0
NODES = 100


def burgers_exact(t: npt.ArrayLike, x: npt.ArrayLike, viscosity: float = VISCOSITY) -> FloatArray:
    """u(t, x), in the shape to which t ≥ 0 and x broadcast.

    u = -∫ sin π(x-η)·f(x-η)·G(η) dη / ∫ f(x-η)·G(η) dη with f(y) = exp(-cos(πy)/2πν) and G(η) = exp(-η²/4νt);
    η = √(4νt)·s makes G the Hermite weight exp(-s²).
    """
    check_viscosity(viscosity)
    times, places = np.broadcast_arrays(np.asarray(t, dtype=np.float64), np.asarray(x, dtype=np.float64))
    if not np.all(times >= 0):
        raise TeslaError(f"t must not be negative; {times.min():g} was given.")
    s, log_weights = _quadrature()
    y = places[..., None] - np.sqrt(4 * viscosity * times)[..., None] * s
    # f spans 10^±22 and more: the largest term is taken out before exp.
    exponents = log_weights - np.cos(np.pi * y) / (2 * np.pi * viscosity)
    terms = np.exp(exponents - exponents.max(axis=-1, keepdims=True))
    return -(np.sin(np.pi * y) * terms).sum(axis=-1) / terms.sum(axis=-1)


def check_viscosity(viscosity: float) -> float:
    """Return ν if the quadrature is exact for it: below, the shock at x = 0 is sharper than its nodes are dense."""
    return check_range("Viscosity ν", viscosity, LEAST_VISCOSITY, MOST_VISCOSITY)


def relative_error(measured: npt.ArrayLike, exact: npt.ArrayLike) -> FloatArray:
    """‖measured - exact‖₂ / ‖exact‖₂ over the last axis."""
    truth = np.asarray(exact, dtype=np.float64)
    return np.linalg.norm(np.asarray(measured, dtype=np.float64) - truth, axis=-1) / np.linalg.norm(truth, axis=-1)


@lru_cache(maxsize=1)
def _quadrature() -> tuple[FloatArray, FloatArray]:
    """Nodes and logarithms of the weights, each (NODES,)."""
    nodes, weights = np.polynomial.hermite.hermgauss(NODES)
    return nodes, np.log(weights)
