"""A panel's model as PyTorch code that runs on its own, with the weights that are saved beside it."""

from __future__ import annotations

from tesla_core.models.spec import ModelSpec

_HEAD = '''"""{label}, as trained in TESLA Lab. Needs torch and safetensors; put {file} beside this file."""

import torch
from safetensors.torch import load_file
from torch import nn

'''

_FUNCTION = """
class Activation(nn.Module):
    def forward(self, z):
        return {formula}

"""

_TESLA = '''
class Activation(nn.Module):
    """phi_K(z) = sum over k = 1..K of a_k/k sin(kz) + b_k/k cos(kz)"""

    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Parameter(torch.zeros({harmonics})), nn.Parameter(torch.zeros({harmonics}))

    def forward(self, z):
        k = torch.arange(1, {harmonics} + 1, dtype=z.dtype)
        kz = z[..., None] * k
        return (self.a / k * kz.sin() + self.b / k * kz.cos()).sum(-1)

'''

_MLP = """
class Model(nn.Module):
    def __init__(self):
        super().__init__()
        sizes = {sizes}
        self.linears = nn.ModuleList(nn.Linear(n, m) for n, m in zip(sizes, sizes[1:]))
        self.activations = nn.ModuleList(Activation() for _ in sizes[1:-1])

    def forward(self, x):
        h = {encoded}
        for linear, activation in zip(self.linears, self.activations):
            h = activation(linear(h))
        return self.linears[-1](h)

"""

_FOURIER = '''
def encode(x):
    """sin and cos of 2^k pi u, k = 0..31, for u = (1 - x) / 2 of every coordinate"""
    phase = torch.pi * torch.remainder((1 - x)[..., None] / 2 * 2.0 ** torch.arange(32), 2.0)
    return torch.cat((phase.sin(), phase.cos()), -1).flatten(-2)

'''

_KAN = '''
class Layer(nn.Module):
    """A SiLU and a cubic spline on every edge, on {grid} cells over [-1, 1]"""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.base_weight = nn.Parameter(torch.zeros(outputs, inputs))
        self.spline_weight = nn.Parameter(torch.zeros(outputs, {grid} + 3, inputs))

    def forward(self, x):
        centres = torch.arange({grid} + 3, dtype=x.dtype)[:, None] - 1
        distance = ((x + 1) * {grid} / 2)[..., None, :].sub(centres).abs()
        splines = (2 - distance).relu() ** 3 / 6 - 4 * (1 - distance).relu() ** 3 / 6
        base = nn.functional.linear(nn.functional.silu(x), self.base_weight)
        return base + nn.functional.linear(splines.flatten(-2), self.spline_weight.flatten(1))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        sizes = {sizes}
        self.layers = nn.Sequential(*(Layer(n, m) for n, m in zip(sizes, sizes[1:])))

    def forward(self, x):
        return self.layers(x)

'''

_TAIL = """
model = Model()
model.load_state_dict(load_file("{file}"))
x = torch.tensor({example})  # {meaning}
with torch.no_grad():
    print({answer})
"""

# Each activation as torch code of z; TESLA and KAN have parameters and so a text of their own.
_FORMULAS = {
    "relu": "z.relu()",
    "gelu": "nn.functional.gelu(z)",
    "silu": "nn.functional.silu(z)",
    "tanh": "z.tanh()",
    "siren": "torch.sin({omega:g} * z)",
    "snake": "z + torch.sin({alpha:g} * z) ** 2 / {alpha:g}",
    "fourier": "z.relu()",
}
_NETWORKS = {"mlp": _MLP, "fourier": _FOURIER + _MLP, "kan": _KAN}


def fit_snippet(panel: ModelSpec, inputs: int, outputs: int, meaning: str, file: str) -> str:
    """The code of a model that fits a function; `meaning` says what its inputs are."""
    example = repr([[0.3, -0.5][:inputs]])
    return _snippet(panel, inputs, outputs, file, {"example": example, "meaning": meaning, "answer": "model(x)"})


def snippet(panel: ModelSpec, inputs: int, classes: int, file: str) -> str:
    """The code of a model that tells classes apart; `file` is the name of its weights."""
    outputs = 1 if classes == 2 else classes
    use = {
        "example": repr([[0.3, -0.5]] if inputs == 2 else [[1.0, -1.0] * (inputs // 2) + [1.0] * (inputs % 2)]),
        "meaning": "points (x, y)" if inputs == 2 else "strings of bits: 0 is +1, 1 is -1",
        "answer": "torch.sigmoid(model(x))" if outputs == 1 else "torch.softmax(model(x), -1)",
    }
    return _snippet(panel, inputs, outputs, file, use)


def _snippet(panel: ModelSpec, inputs: int, outputs: int, file: str, use: dict[str, str]) -> str:
    network = panel.entry.network
    width = panel.kan_width if network == "kan" else panel.width
    first = 64 * inputs if network == "fourier" else inputs
    fields = {
        "label": panel.label,
        "file": file,
        "sizes": repr((first, *[width] * panel.depth, outputs)),
        "encoded": "encode(x)" if network == "fourier" else "x",
        "grid": panel.kan_grid,
        "harmonics": panel.harmonics,
        **use,
    }
    formula = _FORMULAS.get(panel.activation)
    if formula is not None:
        activation = _FUNCTION.format(formula=formula.format(omega=panel.omega, alpha=panel.alpha))
    else:
        activation = _TESLA.format(**fields) if network == "mlp" else ""
    return _HEAD.format(**fields) + activation + _NETWORKS[network].format(**fields) + _TAIL.format(**fields)
