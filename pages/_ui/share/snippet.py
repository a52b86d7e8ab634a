"""A panel's model as PyTorch code that runs on its own, with the weights that are saved beside it."""

from __future__ import annotations

from tesla_core.models.spec import ModelSpec

_HEAD = '''"""{label}, as trained in TESLA Lab. Needs torch and safetensors; put {file} beside this file."""

import torch
from safetensors.torch import load_file
from torch import nn

'''

_FUNCTION = """class Activation(nn.Module):
    def forward(self, z):
        return {formula}
"""

_TAIL = """
model = Model()
model.load_state_dict(load_file("{file}"))
x = torch.tensor({example})  # {meaning}
with torch.no_grad():
    print({answer})
"""


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
    network = panel.network
    fields = {"label": panel.label, "file": file, "sizes": repr(network.sizes(panel, inputs, outputs)), **use}
    code = panel.entry.code.format(**panel.chosen)
    if code and "\n" not in code:
        code = _FUNCTION.format(formula=code)
    activation = f"\n{code}\n" if code else ""
    model = network.code.format(**fields, **panel.chosen)
    return _HEAD.format(**fields) + activation + model + _TAIL.format(**fields)
