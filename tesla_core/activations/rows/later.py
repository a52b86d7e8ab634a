"""Activations that people compare with and the paper left out. A further one has its row here."""

from __future__ import annotations

import numpy as np

from tesla_core.activations.look import GUEST, Look
from tesla_core.activations.row import Activation, Array, Option
from tesla_core.messages.say import marked

_STAF_CODE = '''class Activation(nn.Module):
    """sum over i of weight_i sin(omega_i z + phase_i)"""

    def __init__(self):
        super().__init__()
        self.omega = nn.Parameter(torch.zeros({staf_terms}))
        self.phase = nn.Parameter(torch.zeros({staf_terms}))
        self.weight = nn.Parameter(torch.zeros({staf_terms}))

    def forward(self, z):
        return (self.weight * (self.omega * z[..., None] + self.phase).sin()).sum(-1)
'''

RATIONAL_START = (
    (0.02996348, 0.61690165, 2.37539147, 3.06608078, 1.52474449, 0.25281987),
    (1.19160814, 4.40811795, 0.91111034, 0.34885983),
)
"""a_0 … a_5 and b_1 … b_4 with which Padé activation units are published to start: they come near ReLU."""
_RATIONAL_CODE = '''class Activation(nn.Module):
    """a polynomial of degree 5 over one of degree 4 that is at least 1"""

    def __init__(self):
        super().__init__()
        self.numerator, self.denominator = nn.Parameter(torch.zeros(6)), nn.Parameter(torch.zeros(4))

    def forward(self, z):
        powers = z[..., None] ** torch.arange(6)
        below = (self.denominator * powers[..., 1:5]).abs().sum(-1)
        return (self.numerator * powers).sum(-1) / (1 + below)
'''


def _rational(z: Array) -> Array:
    numerator, denominator = RATIONAL_START
    below = sum(np.abs(b * z**power) for power, b in enumerate(denominator, start=1))
    return np.polynomial.Polynomial(numerator)(z) / (1 + below)


_WIRE_OPTIONS = (
    Option(
        "wire_omega",
        marked("Frequency ω₀"),
        marked("WIRE's ω₀"),
        20.0,
        (0.1, 1000.0),
        words=("ω₀", "ω", "omega"),
        full_label=marked("WIRE's ω₀"),
        argument="omega",
    ),
    Option(
        "wire_scale",
        marked("Scale s₀ of the bump"),
        marked("WIRE's s₀: its bump is 1/s₀ wide"),
        10.0,
        (0.01, 1000.0),
        words=("s₀", "s", "scale"),
        full_label=marked("WIRE's s₀"),
        argument="scale",
        titled=False,
    ),
)

ROWS = (
    Activation(
        "staf",
        "STAF",
        "Σ c_i sin(ω_i z + φ_i), all of it trained",
        "tesla_core.activations.staf:Staf",
        options=(
            Option(
                "staf_terms",
                marked("Terms τ"),
                marked("STAF's number of sines τ"),
                5,
                (1, 32),
                words=("τ", "tau", "terms"),
                full_label=marked("STAF's τ"),
                argument="terms",
            ),
            Option(
                "staf_omega",
                marked("Largest frequency ω₀ at the start"),
                marked("STAF's frequencies start from U(0, ω₀)"),
                30.0,
                (0.1, 1000.0),
                words=("ω₀", "ω", "omega"),
                full_label=marked("STAF's ω₀"),
                titled=False,
                argument="omega",
            ),
        ),
        look=Look("#647A6B", "#8BA9B1", "dashdot", "triangle-left"),
        code=_STAF_CODE,
        drawn=True,
        neuron=600.0,
    ),
    Activation(
        "finer",
        "FINER",
        "sin(ω₀(|z| + 1)z), |z| + 1 held fixed going back",
        "tesla_core.activations.finer:Finer",
        options=(
            Option(
                "finer_omega",
                marked("Frequency ω₀"),
                marked("FINER's ω₀"),
                30.0,
                (0.1, 1000.0),
                words=("ω₀", "ω", "omega"),
                full_label=marked("FINER's ω₀"),
                argument="omega",
            ),
            Option(
                "finer_k",
                marked("First biases from U(-k, k), under its own rule"),
                marked("FINER's k: under the rule `own` the first biases start from U(-k, k)"),
                5.0,
                (0.01, 100.0),
                words=("k",),
                full_label=marked("FINER's k"),
                titled=False,
                argument="bias",
            ),
        ),
        own_init="its paper's: as SIREN's, and the first biases U(-k, k)",
        look=Look("#A98E86", "#A3927E", "dash", "triangle-right"),
        code="torch.sin({finer_omega:g} * (z.detach().abs() + 1) * z)",
        shape=lambda z, own: np.sin(own["finer_omega"] * (np.abs(z) + 1) * z),
    ),
    Activation(
        "gauss",
        "Gauss",
        "exp(-z²/2σ²)",
        "tesla_core.activations.gauss:Gauss",
        options=(
            Option(
                "gauss_sigma",
                marked("Width σ"),
                marked("σ, the width of Gauss's bump"),
                0.1,
                (0.001, 10.0),
                words=("σ", "sigma"),
                full_label=marked("Gauss's σ"),
                argument="sigma",
            ),
        ),
        look=Look("#3B0040", "#296A84", "dashdot", "bowtie"),
        code="torch.exp(-0.5 * (z / {gauss_sigma:g}) ** 2)",
        shape=lambda z, own: np.exp(-0.5 * (z / own["gauss_sigma"]) ** 2),
    ),
    Activation(
        "rational",
        "Rational",
        "Σ a_i zⁱ / (1 + Σ |b_j zʲ|), degrees 5 and 4, trained",
        "tesla_core.activations.rational:Rational",
        look=Look("#716741", "#D2FFD0", "dot", "star-diamond"),
        code=_RATIONAL_CODE,
        shape=lambda z, _: _rational(z),
        neuron=320.0,
    ),
    Activation(
        "wire",
        "WIRE",
        "exp(iω₀z - |s₀z|²) between complex layers",
        "tesla_core.models.complex_gabor:ComplexGabor",
        options=_WIRE_OPTIONS,
        network="complex_gabor",
        look=Look("#5B5B5B", "#616161", "twodash", "hourglass"),
        neuron=600.0,
    ),
    Activation(
        "wire_real",
        "WIRE (real)",
        "cos(ω₀z) exp(-(s₀z)²), the real variant of WIRE",
        "tesla_core.activations.wire:RealGabor",
        options=_WIRE_OPTIONS,
        short="WIRE real",
        look=Look("#0A0002", "#D9D7D5", "dashdotdot", "hourglass-open"),
        code="torch.cos({wire_omega:g} * z) * torch.exp(-(({wire_scale:g} * z) ** 2))",
        shape=lambda z, own: np.cos(own["wire_omega"] * z) * np.exp(-((own["wire_scale"] * z) ** 2)),
        neuron=200.0,
    ),
)

KEPT_LOOKS = {
    "sin": GUEST,
}
"""Looks that no row may take but the one that is meant."""
