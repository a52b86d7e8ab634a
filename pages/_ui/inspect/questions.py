"""What the Spectra and Taylor pages ask of the engine, kept: thirty people at one frame ask it once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import streamlit as st

from tesla_core.live.service import live_service
from tesla_core.live.spec import LiveSpec
from tesla_core.problems.scene import Scene

COARSE = 16  # pixels a side where only the accuracy is wanted
_HASH: dict[str | type[Any], Callable[[Any], Any]] = {LiveSpec: lambda spec: spec.address}

Scale = tuple[int, int, float]
"""Layer (from 0), harmonic (from 1), factor."""

Coefficients = tuple[tuple[float, ...], tuple[float, ...]]
"""a and b of one layer."""


@dataclass(frozen=True, eq=False)
class LayerView:
    """One hidden layer at a frame: its coefficients (K,), and the range and histogram of its pre-activations."""

    a: npt.NDArray[np.float64]
    b: npt.NDArray[np.float64]
    low: float
    high: float
    counts: npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Outcome:
    """A net, changed or not: its picture (planes, rows, columns) and its accuracies from 0 to 1."""

    grid: npt.NDArray[np.uint8]
    train: float
    test: float


def coefficient_history(spec: LiveSpec, panel: int, layer: int, epoch: int) -> npt.NDArray[np.float64]:
    """a and b of a layer at the end of epochs 0 … epoch: (epochs + 1, 2, K). Never empty."""
    layers = live_service().client().metrics(spec).coefficients[panel]
    return np.asarray(layers[layer][: epoch + 1], dtype=np.float64)


@st.cache_resource(max_entries=256, show_spinner=False, hash_funcs=_HASH)
def layer_view(spec: LiveSpec, panel: int, layer: int, epoch: int) -> LayerView:
    """A layer as it is after `epoch` epochs."""
    found = live_service().client().inspect(spec, panel, epoch=epoch).layers[layer]
    a, b = (np.asarray(values, dtype=np.float64) for values in (found.a, found.b))
    return LayerView(a, b, float(found.low), float(found.high), np.asarray(found.histogram))


@st.cache_resource(max_entries=512, show_spinner=False, hash_funcs=_HASH)
def outcome(
    spec: LiveSpec,
    panel: int,
    epoch: int,
    *,
    scales: tuple[Scale, ...] = (),
    coefficients: tuple[tuple[int, Coefficients], ...] = (),
    degree: int | None = None,
    coarse: bool = False,
) -> Outcome:
    """The net after `epoch` epochs with a change: harmonics scaled, a layer's coefficients replaced, or φ by its
    polynomial in every layer. Without one, the net as it is."""
    found = (
        live_service()
        .client()
        .what_if(
            spec,
            panel,
            epoch=epoch,
            scales=list(scales),
            coefficients=dict(coefficients),
            degree=degree,
            resolution=COARSE if coarse else None,
        )
    )
    return Outcome(np.asarray(found.grid), float(found.train_accuracy), float(found.test_accuracy))


def muted_accuracies(spec: LiveSpec, panel: int, epoch: int) -> npt.NDArray[np.float64]:
    """Test accuracy (%) without each harmonic of each layer in turn: (layers, K)."""
    model = spec.panels[panel]
    return np.array(
        [
            [
                100 * outcome(spec, panel, epoch, scales=((layer, k, 0.0),), coarse=True).test
                for k in range(1, model.harmonics + 1)
            ]
            for layer in range(model.depth)
        ]
    )


def degree_accuracies(spec: LiveSpec, panel: int, epoch: int, degrees: Sequence[int]) -> npt.NDArray[np.float64]:
    """Accuracies (%) with φ's polynomials of these degrees in its place: (2, degrees), train before test."""
    found = [outcome(spec, panel, epoch, degree=degree, coarse=True) for degree in degrees]
    return 100 * np.array([[each.train for each in found], [each.test for each in found]])


@st.cache_resource(max_entries=64, show_spinner=False, hash_funcs=_HASH)
def picture_extent(spec: LiveSpec) -> tuple[float, float, float, float] | None:
    """The outer edges of a run's picture, left, right, bottom, top; None for the parity surface."""
    return Scene(spec).extent
