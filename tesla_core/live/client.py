"""What pages ask the engine, as plain calls. Every call has a time limit; nothing here imports torch."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesla_core.errors import TeslaError
from tesla_core.live.edits import Edit
from tesla_core.live.protocol import Frame, decode_frame
from tesla_core.live.spec import LiveSpec
from tesla_core.live.wire import Address, ask, unpack_answer
from tesla_core.problems.picture import METRICS

TIMEOUT = 5.0
Floats = NDArray[np.float32]


class LiveError(TeslaError):
    """The engine could not answer: it is starting, busy, or the question was wrong."""


@dataclass(frozen=True)
class EngineStatus:
    """What the engine says of itself. memory_bytes: of all runs, recordings and models. uptime: seconds."""

    device: str
    threads: int
    viewers: int
    runs: int
    training: int
    queued: int
    epochs_per_second: float
    memory_bytes: int
    uptime: float
    pid: int


@dataclass(frozen=True, eq=False)
class Metrics:
    """A run so far. epochs: (E,) from 1. history: (E, N, 4) as METRICS; also by name, (E, N) each.

    coefficients: panel → layer → (E + 1, 2, K), untrained first, a then b. diverged: (N,) the epoch, or -1.
    """

    epochs: NDArray[np.int64]
    history: Floats
    coefficients: dict[int, list[Floats]]
    diverged: NDArray[np.int64]
    edits: tuple[Edit, ...]
    head: float
    over: bool

    def __getattr__(self, name: str) -> Any:
        if name in METRICS:
            return self.history[..., METRICS.index(name)]
        raise AttributeError(name)


@dataclass(frozen=True, eq=False)
class Layer:
    """A hidden layer. weight: (out, in). bias: (out,). a, b: (K,), empty without harmonics. low, high: what its
    activation saw of the training samples, and histogram: (64,) counts in between."""

    weight: Floats
    bias: Floats
    a: Floats
    b: Floats
    low: float
    high: float
    histogram: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Inspection:
    """A panel at one moment. output: the last layer's weight and bias (None for a KAN, which has no such layers)."""

    epoch: float
    step: int
    layers: tuple[Layer, ...]
    output: tuple[Floats, Floats] | None


@dataclass(frozen=True, eq=False)
class WhatIf:
    """A changed panel. grid: (planes, rows, columns) uint8 as in a frame."""

    epoch: float
    grid: NDArray[np.uint8]
    train_loss: float
    train_accuracy: float
    test_loss: float
    test_accuracy: float


@dataclass(frozen=True, eq=False)
class RecordedRun:
    """What the engine has recorded of a run. introduction, backdrop, curves: messages as viewers get them; curves are
    empty before the first epoch is complete. head: epochs that are trained. over: whether that is all of it."""

    introduction: dict[str, Any]
    backdrop: bytes
    curves: bytes
    frames: tuple[Frame, ...]
    head: float
    over: bool


class LiveClient:
    """Questions to the engine at an address. `epoch` is a number of epochs complete; None is the newest frame."""

    def __init__(self, address: Callable[[], Address], timeout: float = TIMEOUT) -> None:
        self._address, self._timeout = address, timeout

    def status(self) -> EngineStatus:
        data, _ = self._ask("status", {})
        return EngineStatus(**data)

    def counts(self) -> str:
        """What the engine counted since its start, as Prometheus reads it."""
        return self._ask("counts", {})[0]["text"]

    def overview(self) -> list[dict[str, Any]]:
        """The runs that the engine holds: run, task, panels, epoch, epochs, viewers, bytes."""
        return self._ask("overview", {})[0]["runs"]

    def metrics(self, spec: LiveSpec) -> Metrics:
        """Curves and coefficients of every complete epoch."""
        data, arrays = self._ask("metrics", {"spec": spec.text})
        history = arrays["history"]
        return Metrics(
            np.arange(1, len(history) + 1),
            history,
            split_coefficients(arrays["coefficients"], data["shape"]),
            np.array(data["diverged"], np.int64),
            spec.edits,
            data["head"],
            data["over"],
        )

    def frame(self, spec: LiveSpec, epoch: float | None = None, resolution: int | None = None) -> Frame:
        """The frame at or before an epoch; with a resolution, that moment exactly and as sharp as asked for."""
        _, arrays = self._ask("frames", {"spec": spec.text, "epoch": epoch})
        frame = decode_frame(next(iter(arrays.values())).tobytes())
        if resolution is None:
            return frame
        _, sharp = self._ask("picture", {"spec": spec.text, "epoch": frame.position, "resolution": resolution})
        return Frame(**{**frame.__dict__, "grid": sharp["grid"]})

    def frames(self, spec: LiveSpec, count: int = 40) -> list[Frame]:
        """Up to `count` frames, evenly over what is stored."""
        _, arrays = self._ask("frames", {"spec": spec.text, "count": count})
        return [decode_frame(arrays[name].tobytes()) for name in sorted(arrays)]

    def recording(self, spec: LiveSpec) -> RecordedRun:
        """The whole run as far as it is trained, with as many frames as a file of it can hold."""
        data, arrays = self._ask("recording", {"spec": spec.text})
        backdrop, curves = (arrays.pop(name, np.zeros(0, np.uint8)).tobytes() for name in ("backdrop", "curves"))
        frames = tuple(decode_frame(arrays[name].tobytes()) for name in sorted(arrays))
        return RecordedRun(data["run"], backdrop, curves, frames, data["head"], data["over"])

    def inspect(self, spec: LiveSpec, panel: int, epoch: float | None = None) -> Inspection:
        """The insides of a panel."""
        data, arrays = self._ask("inspect", {"spec": spec.text, "panel": panel, "epoch": epoch})
        none = np.zeros(0, np.float32)
        layers = tuple(
            Layer(
                arrays[f"{i}/weight"],
                arrays[f"{i}/bias"],
                arrays.get(f"{i}/a", none),
                arrays.get(f"{i}/b", none),
                data["ranges"][i][0],
                data["ranges"][i][1],
                arrays[f"{i}/histogram"],
            )
            for i in range(data["layers"])
        )
        output = (arrays["output/weight"], arrays["output/bias"]) if layers else None
        return Inspection(data["epoch"], data["step"], layers, output)

    def what_if(
        self,
        spec: LiveSpec,
        panel: int,
        epoch: float | None = None,
        *,
        scales: Sequence[tuple[int, int, float]] = (),
        coefficients: Mapping[int, tuple[Any, Any]] | None = None,
        degree: int | Mapping[int, int] | None = None,
        resolution: int | None = None,
    ) -> WhatIf:
        """A panel with harmonics scaled (layer, k, factor), coefficients replaced (layer → a, b), or φ replaced by its
        polynomial of a degree, in all layers or in those named. With nothing changed: the panel as it is."""
        arguments = {
            "spec": spec.text,
            "panel": panel,
            "epoch": epoch,
            "scales": [[int(layer), int(k), float(factor)] for layer, k, factor in scales],
            "coefficients": [
                [int(layer), np.asarray(a, float).tolist(), np.asarray(b, float).tolist()]
                for layer, (a, b) in (coefficients or {}).items()
            ],
            "degree": [[int(layer), int(n)] for layer, n in degree.items()] if isinstance(degree, Mapping) else degree,
            "resolution": resolution,
        }
        data, arrays = self._ask("what_if", arguments)
        return WhatIf(data["epoch"], arrays["grid"], *map(float, arrays["metrics"]))

    def details(
        self, spec: LiveSpec, panel: int, epoch: float | None = None, resolution: int | None = None
    ) -> dict[str, np.ndarray]:
        """What a panel's charts show beyond its frame, by name; a problem's `…live_torch.py` says what that is."""
        asked = {"spec": spec.text, "panel": panel, "epoch": epoch, "resolution": resolution}
        return self._ask("details", asked)[1]

    def weights(self, spec: LiveSpec, panel: int, epoch: float | None = None) -> bytes:
        """A safetensors file."""
        _, arrays = self._ask("weights", {"spec": spec.text, "panel": panel, "epoch": epoch})
        return arrays["safetensors"].tobytes()

    def _ask(self, question: str, arguments: dict[str, Any]) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
        arguments = {"wait": max(self._timeout - 1.0, 0.5), **arguments}
        try:
            payload = ask(self._address(), {"type": "ask", "question": question, "arguments": arguments}, self._timeout)
            data, arrays = unpack_answer(payload)
        except TimeoutError:
            raise LiveError(f"The engine did not answer within {self._timeout:g} s; try again.") from None
        except OSError:
            raise LiveError("The engine is starting; try again in a moment.") from None
        except (ValueError, json.JSONDecodeError) as broken:
            raise LiveError(f"The engine's answer could not be read: {broken}") from None
        if "error" in data:
            raise LiveError(data["error"])
        return data, arrays


def split_coefficients(flat: Floats, shape: Sequence[Sequence[int]]) -> dict[int, list[Floats]]:
    """(…, F) as metrics carry it → panel → layer → (…, 2, K). shape: (panel, layers, K) each."""
    found: dict[int, list[Floats]] = {}
    place = 0
    for panel, layers, harmonics in shape:
        found[panel] = []
        for _ in range(layers):
            part = flat[..., place : place + 2 * harmonics]
            found[panel].append(part.reshape(*flat.shape[:-1], 2, harmonics))
            place += 2 * harmonics
    return found
