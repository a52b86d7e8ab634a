"""All that is said of a trained model: spectra, budgets, bounds beside what is measured, series, Walsh spectrum."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tesla_core.analysis.arrays import FloatArray
from tesla_core.analysis.bounds import amplitude_bound, coefficient_budget
from tesla_core.analysis.network.measured_bounds import MeasuredBound, layer_bounds, network_bounds
from tesla_core.analysis.network.trained import TrainedModel, walsh_spectrum
from tesla_core.analysis.taylor import maclaurin_coefficients
from tesla_core.messages.say import say

SHOWN_ORDERS = 12


@dataclass(frozen=True, eq=False)
class Analysis:
    """walsh: energy by degree of the sign of its output, where its inputs are few bits."""

    model: TrainedModel
    bounds: tuple[MeasuredBound, ...]
    series: tuple[FloatArray, ...]
    walsh: FloatArray | None

    def to_dict(self) -> dict[str, Any]:
        model = self.model
        layers = [
            {
                "name": layer.name,
                "a": layer.a.tolist(),
                "b": layer.b.tolist(),
                "budget": coefficient_budget(layer.a, layer.b),
                "amplitude_bound": amplitude_bound(layer.a, layer.b),
                "maclaurin": series.tolist(),
            }
            for layer, series in zip(model.layers, self.series, strict=True)
        ]
        return {
            "source": model.source,
            "model": model.label,
            "form": model.shape,
            "layers": layers,
            "bounds": [bound.to_dict() for bound in self.bounds],
            "walsh": None if self.walsh is None else self.walsh.tolist(),
            "gaps": gaps(model),
            "notes": notes(self),
        }


def analyse(model: TrainedModel, seed: int = 0) -> Analysis:
    """The seed is that of the search for steep places."""
    found = layer_bounds([(layer.a, layer.b) for layer in model.layers])
    if model.network is not None:
        found += network_bounds(model.network, model.inputs, model.train, model.held_out, seed)
    series = tuple(maclaurin_coefficients(layer.a, layer.b, SHOWN_ORDERS) for layer in model.layers)
    return Analysis(model, tuple(found), series, walsh_spectrum(model))


def gaps(model: TrainedModel) -> dict[str, dict[str, float]]:
    """Training and held-out numbers of the last epoch in the history that have both."""
    if not model.history:
        return {}
    last = model.history[-1]
    found = {}
    for number in ("loss", "accuracy"):
        for split in ("validation", "test"):
            train, other = last.get(f"train_{number}"), last.get(f"{split}_{number}")
            if isinstance(train, int | float) and isinstance(other, int | float):
                found[f"{split}_{number}"] = {"train": train, split: other, "gap": other - train}
    return found


def notes(analysis: Analysis) -> list[str]:
    """What was left out, and why."""
    model, told = analysis.model, []
    if model.network is None:
        return told
    if model.inputs is None:
        told.append(say("A file of weights has no samples: slopes are searched for where N(0, 1) draws inputs."))
    elif model.train is None:
        told.append(
            say(
                "Its loss is not one of the outputs alone, which the paper's gradient and Rademacher bounds suppose: "
                "they are left out."
            )
        )
    if analysis.walsh is None and model.inputs is not None and abs(model.inputs[:64]).min() == 1:
        told.append(say("Its inputs are {bits} bits: too many strings to ask for all.", bits=model.network.inputs))
    return told
