"""TESLA and what its paper compares it with."""

from __future__ import annotations

from math import erf

import numpy as np

from tesla_core.activations.look import Look
from tesla_core.activations.row import Activation, Option
from tesla_core.messages.say import marked

STARTS = ("normal", "even", "odd")
"""How TESLA's coefficients may start: which of the two series is not zero."""

HARMONICS = Option(
    "harmonics",
    marked("Harmonics K"),
    marked("TESLA's harmonics K"),
    8,
    (1, 64),
    words=("K", "harmonics"),
    dashed=False,
    is_field=True,
)
COEFFICIENT_SCALE = Option(
    "coefficient_scale",
    marked("Coefficient scale at the start"),
    marked("TESLA's coefficients start from N(0, scale²)"),
    0.1,
    (0.0, 10.0),
    words=("scale",),
    full_label=marked("Coefficient scale"),
    argument="scale",
    titled=False,
    # The panels of a page share it, and a K must look the same on every page.
    dashed=False,
    is_field=True,
)
COEFFICIENT_START = Option(
    "coefficient_start",
    marked("Which series starts"),
    marked("which of TESLA's coefficients start nonzero: normal (all), even or odd"),
    "normal",
    choices=STARTS,
    full_label=marked("Coefficient start"),
    argument="start",
    is_field=True,
)
OMEGA = Option(
    "omega",
    marked("Frequency ω₀"),
    marked("SIREN's ω₀"),
    30.0,
    (0.1, 1000.0),
    words=("ω₀", "ω", "omega"),
    full_label=marked("SIREN's ω₀"),
    is_field=True,
)
ALPHA = Option(
    "alpha",
    marked("Frequency α"),
    marked("SNAKE's α"),
    1.0,
    (0.01, 100.0),
    words=("α", "alpha"),
    full_label=marked("SNAKE's α"),
    is_field=True,
)
KAN_WIDTH = Option(
    "kan_width",
    marked("KAN width"),
    marked("neurons in a hidden layer of a KAN"),
    16,
    (1, 64),
    words=("width",),
    titled=False,
    is_field=True,
)
KAN_GRID = Option(
    "kan_grid",
    marked("Grid of the splines"),
    marked("grid cells of a KAN's splines"),
    5,
    (2, 64),
    words=("grid",),
    full_label=marked("KAN grid"),
    argument="grid",
    titled=False,
    is_field=True,
)

_WIDER = 1.25
_TESLA_RAMP = {
    1: Look("#C28A00", "#C1253B", "dot", "circle-open", _WIDER),
    2: Look("#C16F03", "#DE482F", "dash", "circle-open-dot", _WIDER),
    4: Look("#B85604", "#F0621D", "dashdot", "circle-x-open", _WIDER),
    8: Look("#AB3E00", "#FE7F10", "solid", "circle", _WIDER),
    16: Look("#8B1C00", "#FFB935", "longdash", "circle-cross-open", _WIDER),
    32: Look("#65000A", "#FFED84", "longdashdot", "octagon", _WIDER),
}
_TESLA_CODE = '''class Activation(nn.Module):
    """phi_K(z) = sum over k = 1..K of a_k/k sin(kz) + b_k/k cos(kz)"""

    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Parameter(torch.zeros({harmonics})), nn.Parameter(torch.zeros({harmonics}))

    def forward(self, z):
        k = torch.arange(1, {harmonics} + 1, dtype=z.dtype)
        kz = z[..., None] * k
        return (self.a / k * kz.sin() + self.b / k * kz.cos()).sum(-1)
'''
_CLASSIC, _PERIODIC = "tesla_core.activations.classic", "tesla_core.activations.periodic"

ROWS = (
    Activation(
        "tesla",
        "TESLA",
        "Σ a_k/k sin kz + b_k/k cos kz",
        "tesla_core.activations.tesla:TESLA",
        options=(HARMONICS, COEFFICIENT_SCALE, COEFFICIENT_START),
        suggested=tuple(f"TESLA K={harmonics}" for harmonics in _TESLA_RAMP),
        look=_TESLA_RAMP[8],
        ramp=_TESLA_RAMP,
        code=_TESLA_CODE,
        waves=lambda own: (1.0, own["harmonics"]),
        drawn=True,
        series=True,
    ),
    Activation(
        "relu",
        "ReLU",
        "max(z, 0)",
        f"{_CLASSIC}:ReLU",
        look=Look("#226FBB", "#6191F7", "solid", "square"),
        code="z.relu()",
        shape=lambda z, _: np.maximum(z, 0),
    ),
    Activation(
        "gelu",
        "GELU",
        "z Φ(z)",
        f"{_CLASSIC}:GELU",
        look=Look("#9185E5", "#ADA9DF", "dash", "diamond"),
        code="nn.functional.gelu(z)",
        shape=lambda z, _: z * (1 + np.vectorize(erf)(z / np.sqrt(2))) / 2,
    ),
    Activation(
        "silu",
        "SiLU",
        "z σ(z)",
        f"{_CLASSIC}:SiLU",
        look=Look("#529AAC", "#40D4A6", "longdash", "cross"),
        code="nn.functional.silu(z)",
        shape=lambda z, _: z / (1 + np.exp(-z)),
    ),
    Activation(
        "tanh",
        "Tanh",
        "tanh z",
        f"{_CLASSIC}:Tanh",
        look=Look("#814787", "#B274B7", "longdash", "x"),
        code="z.tanh()",
        shape=lambda z, _: np.tanh(z),
    ),
    Activation(
        "siren",
        "SIREN",
        "sin ω₀z",
        f"{_PERIODIC}:Siren",
        options=(OMEGA,),
        own_init="its paper's: first layer U(-1/n, 1/n), the others U(-√(6/n)/ω₀, √(6/n)/ω₀)",
        suggested=("SIREN ω₀=30", "SIREN ω₀=5"),
        look=Look("#929259", "#A1B36B", "solid", "triangle-up"),
        code="torch.sin({omega:g} * z)",
        waves=lambda own: (own["omega"], 1),
    ),
    Activation(
        "snake",
        "SNAKE",
        "z + sin²(αz)/α",
        f"{_PERIODIC}:Snake",
        options=(ALPHA,),
        suggested=("SNAKE α=1", "SNAKE α=10"),
        look=Look("#28287D", "#6652BD", "dash", "triangle-down"),
        code="z + torch.sin({alpha:g} * z) ** 2 / {alpha:g}",
        # sin² αz = (1 - cos 2αz)/2
        waves=lambda own: (2 * own["alpha"], 1),
    ),
    Activation(
        "fourier",
        "Fourier features",
        "ReLU after sin 2^k πx, cos 2^k πx, k = 0…31",
        f"{_CLASSIC}:ReLU",
        network="fourier",
        look=Look("#A36E89", "#FCC8EE", "solid", "star"),
        code="z.relu()",
    ),
    Activation(
        "kan",
        "KAN",
        "B-splines on every edge",
        "tesla_core.models.kan:KAN",
        options=(KAN_WIDTH, KAN_GRID),
        network="kan",
        own_init="its own in every layer: there is no linear first layer that another rule could fill",
        look=Look("#324231", "#5A775A", "solid", "hexagon"),
    ),
)
