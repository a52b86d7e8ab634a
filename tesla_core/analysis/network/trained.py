"""A trained model as the analysis takes it: its TESLA layers, the network where it is a plain one, and its samples.

Files are read as safetensors, tensors and text; nothing is ever unpickled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesla_core.analysis.arrays import HIGHEST_HARMONIC, FloatArray
from tesla_core.analysis.network.dense import DenseNetwork
from tesla_core.analysis.network.losses import LossSamples
from tesla_core.analysis.walsh import mass_by_degree
from tesla_core.errors import TeslaError
from tesla_core.messages.say import say

SUFFIX = ".safetensors"
MOST_BITS = 14  # of strings that are all asked: 16,384

Tensors = Mapping[str, NDArray[Any]]


@dataclass(frozen=True, eq=False)
class TeslaLayer:
    """An activation by its name in the model, and its coefficients (K,)."""

    name: str
    a: FloatArray
    b: FloatArray


@dataclass(frozen=True, eq=False)
class TrainedModel:
    """network: None where it is not of the form f(x) = W_L φ(… φ(W_1 x)), which `shape` explains. inputs: where it was
    trained, (n, d). train, held_out: with what was asked for there, where the loss is one of the outputs alone."""

    source: str
    label: str
    layers: tuple[TeslaLayer, ...]
    network: DenseNetwork | None
    shape: str
    inputs: FloatArray | None = None
    train: LossSamples | None = None
    held_out: LossSamples | None = None
    history: tuple[Mapping[str, Any], ...] = ()
    notes: tuple[str, ...] = field(default=())


def read_safetensors(path: Path) -> tuple[dict[str, NDArray[Any]], dict[str, str]]:
    """Tensors and texts of a file; one that is torn, or none at all, is named."""
    from safetensors import SafetensorError, safe_open

    if path.suffix != SUFFIX:
        raise TeslaError(
            f"{path.name} has the ending {path.suffix or '(none)'}; weights are read from {SUFFIX} files alone, since "
            "others, such as .pt and .pkl, can run code when they are opened."
        )
    try:
        with safe_open(path, framework="np") as file:
            return {name: file.get_tensor(name) for name in file.keys()}, file.metadata() or {}  # noqa: SIM118
    except (SafetensorError, OSError, TypeError, ValueError) as error:
        raise TeslaError(f"{path} is torn or not a safetensors file: {error}.") from error


def tesla_layers(tensors: Tensors) -> tuple[TeslaLayer, ...]:
    """Every pair of vectors NAME.a and NAME.b of one length, in the order of the file's names."""
    found = []
    for name in sorted(tensors, key=_by_numbers):
        stem, _, last = name.rpartition(".")
        other = tensors.get(f"{stem}.b" if stem else "b")
        if last != "a" or other is None:
            continue
        a, b = np.asarray(tensors[name], np.float64), np.asarray(other, np.float64)
        if a.ndim == 1 and a.shape == b.shape and 1 <= a.size <= HIGHEST_HARMONIC:
            found.append(TeslaLayer(stem or "φ", a, b))
    return tuple(found)


def dense_network(tensors: Tensors, layers: tuple[TeslaLayer, ...]) -> DenseNetwork | None:
    """The network of weights as this lab names them; None where the model is another."""
    names = sorted(
        (name for name in tensors if name.startswith("linears.") and name.endswith(".weight")), key=_by_numbers
    )
    if not names or len(names) != len(layers) + 1:
        return None
    return DenseNetwork.of(
        [tensors[name] for name in names],
        [tensors[f"{name.removesuffix('weight')}bias"] for name in names],
        [(layer.a, layer.b) for layer in layers],
    )


def model_of(source: str, label: str, tensors: Tensors, **known: Any) -> TrainedModel:
    """The model of a state_dict. One without TESLA has nothing to analyse, and says so."""
    layers = tesla_layers(tensors)
    if not layers:
        raise TeslaError(
            f"{source} holds no TESLA layer (no pair of coefficients NAME.a, NAME.b among its {len(tensors)} tensors): "
            "it has neither a budget nor a series."
        )
    network = dense_network(tensors, layers)
    shape = (
        say("f(x) = W φ(… φ(W x)): the form for which the paper states its bounds.")
        if network is not None
        else say(
            "Not of the form f(x) = W φ(… φ(W x)): it has other parts between its TESLA layers (convolutions, norms, "
            "attention), and the paper states no bound for such a network. What each φ decides alone is below."
        )
    )
    return TrainedModel(source, label, layers, network, shape, **known)


def walsh_spectrum(model: TrainedModel) -> FloatArray | None:
    """The energy of a network's output by Walsh degree, where its inputs are bits, few enough to ask for all; None
    elsewhere."""
    network, x = model.network, model.inputs
    if network is None or x is None or network.outputs != 1 or not np.isin(x[:256], (-1, 1)).all():
        return None
    if network.inputs > MOST_BITS:
        return None
    strings = np.arange(2**network.inputs)
    signs = 1.0 - 2.0 * ((strings[:, None] >> np.arange(network.inputs)) & 1)
    output = network.output(signs)[:, 0]
    return mass_by_degree(np.where(output > 0, 1.0, -1.0))


def _by_numbers(name: str) -> tuple[tuple[int, int, str], ...]:
    """ "linears.10" after "linears.9"."""
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in name.split("."))
