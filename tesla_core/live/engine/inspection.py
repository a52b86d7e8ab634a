"""Looking into one panel of a stack: its layers, its weights, and changed copies of it.

Each look goes in pieces. The first, on the worker thread, copies what it needs of the stack, which then trains on.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import torch
from safetensors.torch import save
from torch import Tensor, nn

from tesla_core.activations.tesla import TESLA
from tesla_core.analysis.taylor import HIGHEST_DEGREE
from tesla_core.errors import TeslaError, check_range, check_whole, shown
from tesla_core.live.engine.camera import Camera
from tesla_core.live.engine.darkroom import build_models, copy_weights, put_weights
from tesla_core.live.engine.pieces import InPieces, do_all
from tesla_core.live.engine.polynomial import Polynomial
from tesla_core.live.text import write_json
from tesla_core.models.mlp import MLP
from tesla_core.models.spec import ModelSpec
from tesla_core.models.stacked import Stack
from tesla_core.problems.live_torch import lens_of

if TYPE_CHECKING:
    from tesla_core.live.engine.run import Run

BINS = 64
LARGEST_COEFFICIENT = 1e3

Reply = tuple[dict[str, Any], dict[str, np.ndarray]]
Look = InPieces[Reply]


@dataclass(frozen=True)
class NetChange:
    """What is different: harmonics scaled (layer, k, factor), a layer's coefficients replaced (layer → a, b), or φ
    replaced by its polynomial (layer → degree). Layers count from 0."""

    scales: tuple[tuple[int, int, float], ...] = ()
    coefficients: tuple[tuple[int, tuple[float, ...], tuple[float, ...]], ...] = ()
    degrees: tuple[tuple[int, int], ...] = ()

    @classmethod
    def read(cls, data: dict[str, Any], panel: ModelSpec) -> NetChange:
        """From a question's arguments, checked against the panel."""

        def layer(value: Any) -> int:
            return check_whole(f"The layer of {panel.label}", int(value), 0, panel.depth - 1)

        def numbers(values: Any) -> tuple[float, ...]:
            if len(values) != panel.harmonics:
                raise TeslaError(f"{panel.label} has {panel.harmonics} harmonics; {len(values)} numbers were given.")
            return tuple(_number("A coefficient", value, LARGEST_COEFFICIENT) for value in values)

        scales = tuple(
            (layer(at), check_whole("Harmonic", k, 1, panel.harmonics), _number("A factor", factor, 100.0))
            for at, k, factor in data.get("scales") or ()
        )
        coefficients = tuple((layer(at), numbers(a), numbers(b)) for at, a, b in data.get("coefficients") or ())
        degree = data.get("degree")
        pairs = [(at, degree) for at in range(panel.depth)] if isinstance(degree, int) else degree or ()
        degrees = tuple((layer(at), check_whole("Degree", int(n), 0, HIGHEST_DEGREE)) for at, n in pairs)
        if (scales or coefficients or degrees) and not panel.entry.series:
            raise TeslaError(f"{panel.label} has no harmonics to change; choose a TESLA panel.")
        return cls(scales, coefficients, degrees)

    @torch.no_grad()
    def apply(self, model: nn.Module) -> None:
        """Change a TESLA network in place."""
        for at, a, b in self.coefficients:
            layer = _tesla(model, at)
            layer.a.copy_(torch.tensor(a))
            layer.b.copy_(torch.tensor(b))
        for at, k, factor in self.scales:
            layer = _tesla(model, at)
            layer.a[k - 1] *= factor
            layer.b[k - 1] *= factor
        for at, degree in self.degrees:
            layer = _tesla(model, at)
            cast(MLP, model).activations[at] = Polynomial(layer.a, layer.b, degree)


def picture(run: Run, stack: Stack, resolution: int | None) -> Look:
    """All panels, as sharp as asked for."""
    weights = copy_weights(stack)
    yield
    own = run.darkroom.stack
    put_weights(own, weights)
    shot = yield from Camera(run.scene, run.cursor.device, resolution).taking(own)
    return {}, {"grid": shot.grid, "metrics": shot.metrics}


def inspect(run: Run, stack: Stack, panel: int) -> Look:
    """Per layer: weight, bias, a, b, and the pre-activations over the training samples (range and histogram)."""
    model = panel_model(run, stack, panel)
    yield
    arrays: dict[str, np.ndarray] = {}
    ranges: list[list[float]] = []
    if isinstance(model, MLP):
        x = torch.from_numpy(run.scene.kind.train_inputs(run.scene.data))
        for index, z in enumerate(_pre_activations(model, x)):
            linear, activation = cast(nn.Linear, model.linears[index]), model.activations[index]
            low, high = float(z.min()), float(z.max())
            ranges.append([low, high])
            counts, _ = np.histogram(np.nan_to_num(z.numpy()), BINS, (low, high) if low < high else None)
            arrays |= {f"{index}/histogram": counts}
            arrays |= {f"{index}/weight": linear.weight.detach().numpy(), f"{index}/bias": linear.bias.detach().numpy()}
            if isinstance(activation, TESLA):
                arrays |= {f"{index}/a": activation.a.detach().numpy(), f"{index}/b": activation.b.detach().numpy()}
        last = cast(nn.Linear, model.linears[-1])
        arrays |= {"output/weight": last.weight.detach().numpy(), "output/bias": last.bias.detach().numpy()}
    return {"layers": len(ranges), "ranges": ranges}, arrays


def what_if(run: Run, stack: Stack, panel: int, change: NetChange, resolution: int | None) -> Look:
    """The changed panel's picture and metrics."""
    model = panel_model(run, stack, panel)
    yield
    change.apply(model)
    shot = yield from Camera(run.scene, torch.device("cpu"), resolution).taking(_One(model))
    return {}, {"grid": shot.grid[0], "metrics": shot.metrics[0]}


def details(run: Run, stack: Stack, panel: int, resolution: int | None) -> Look:
    """What the charts of a panel show beyond its frame, as the problem says."""
    model = panel_model(run, stack, panel)
    yield
    found = lens_of(run.scene, torch.device("cpu")).details(model, resolution)
    if not all(np.isfinite(each).all() for each in found.values()):
        raise TeslaError(f"{run.spec.panels[panel].label} had diverged by then: there is nothing to draw.")
    return {}, found


def weights(run: Run, stack: Stack, panel: int) -> Look:
    """A safetensors file of the panel's state_dict, with its description."""
    model = panel_model(run, stack, panel)
    yield
    tensors = {name: tensor.contiguous() for name, tensor in model.state_dict().items()}
    spec = run.spec
    description = {
        "model": write_json(spec.panels[panel]),
        "inputs": str(spec.inputs),
        "outputs": str(spec.outputs),
        "run": spec.address,
        "seed": json.dumps(spec.start_of(panel)),
    }
    return {}, {"safetensors": np.frombuffer(save(tensors, description), np.uint8)}


def panel_model(run: Run, stack: Stack, panel: int) -> nn.Module:
    """A copy of one panel's network, on the CPU."""
    spec = run.spec
    models = do_all(build_models(spec))
    stack.write_back(models)
    return models[panel]


class _One(nn.Module):
    """One model as a stack of one."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, x: Tensor) -> Tensor:
        return self.model(x)[None]


@torch.no_grad()
def _pre_activations(model: MLP, x: Tensor) -> list[Tensor]:
    """z of every hidden layer, (n, width) each."""
    found, h = [], model.encoding(x)
    for linear, activation in zip(model.linears, model.activations, strict=False):
        found.append(linear(h))
        h = activation(found[-1])
    return found


def _tesla(model: nn.Module, layer: int) -> TESLA:
    return cast(TESLA, cast(MLP, model).activations[layer])


def _number(what: str, value: Any, largest: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TeslaError(f"{what} must be a number; {shown(value)} was given.")
    return float(check_range(what, value, -largest, largest))
