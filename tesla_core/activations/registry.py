"""The one list of activations. Callers read what differs from the entry and never branch on a name.

Nothing here imports torch: pages and the command line list and validate names with it, and an entry finds its class
only when a model is built.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from tesla_core.errors import check_choice


@dataclass(frozen=True)
class Activation:
    """A choice of nonlinearity.

    formula: as people write it. options: the fields of a ModelSpec that mean something for it. implementation: where
    its class is, called with those options. network: the builder in models/build.py that puts it into a model.
    own_init: what its own first-layer rule does, in words.
    """

    name: str
    label: str
    formula: str
    implementation: str
    options: tuple[str, ...] = ()
    network: str = "mlp"
    own_init: str = "as PyTorch's nn.Linear: U(-1/√n, 1/√n)"

    def load(self) -> Any:
        """The class that implements it (imports torch)."""
        module, name = self.implementation.split(":")
        return getattr(import_module(module), name)


# How TESLA's coefficients may start: which of the two series is not zero.
STARTS = ("normal", "even", "odd")

_CLASSIC, _PERIODIC = "tesla_core.activations.classic", "tesla_core.activations.periodic"

ACTIVATIONS: dict[str, Activation] = {
    entry.name: entry
    for entry in (
        Activation(
            "tesla",
            "TESLA",
            "Σ a_k/k sin kz + b_k/k cos kz",
            "tesla_core.activations.tesla:TESLA",
            options=("harmonics", "coefficient_scale", "coefficient_start"),
        ),
        Activation("relu", "ReLU", "max(z, 0)", f"{_CLASSIC}:ReLU"),
        Activation("gelu", "GELU", "z Φ(z)", f"{_CLASSIC}:GELU"),
        Activation("silu", "SiLU", "z σ(z)", f"{_CLASSIC}:SiLU"),
        Activation("tanh", "Tanh", "tanh z", f"{_CLASSIC}:Tanh"),
        Activation(
            "siren",
            "SIREN",
            "sin ω₀z",
            f"{_PERIODIC}:Siren",
            options=("omega",),
            own_init="its paper's: first layer U(-1/n, 1/n), the others U(-√(6/n)/ω₀, √(6/n)/ω₀)",
        ),
        Activation("snake", "SNAKE", "z + sin²(αz)/α", f"{_PERIODIC}:Snake", options=("alpha",)),
        Activation(
            "fourier",
            "Fourier features",
            "ReLU after sin 2^k πx, cos 2^k πx, k = 0…31",
            f"{_CLASSIC}:ReLU",
            network="fourier",
        ),
        Activation(
            "kan",
            "KAN",
            "B-splines on every edge",
            "tesla_core.models.kan:KAN",
            options=("kan_width", "kan_grid"),
            network="kan",
            own_init="its own in every layer: there is no linear first layer that another rule could fill",
        ),
    )
}


def find_activation(name: str) -> Activation:
    """The entry of that name; an unknown name lists the choices."""
    return ACTIVATIONS[check_choice("activation", name, ACTIVATIONS)]
