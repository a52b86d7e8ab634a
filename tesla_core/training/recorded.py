"""A training step as a CUDA graph: on a GPU, a step of small networks is bound by some two hundred launches, not by
arithmetic, and a graph is one.

Recorded is what works on one batch, from its samples to the optimizer's update, all in memory that stays where it is.
The first step of a kind is made both ways, and the graph is used only if it comes to what the plain step comes to. It
is asked for by TESLA_LAB_CUDA_GRAPHS=1, and by nothing else until the doctor has seen it work on that device.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode

log = logging.getLogger("tesla_core")

VARIABLE = "TESLA_LAB_CUDA_GRAPHS"
RELATIVE = 1e-4
"""How far what a graph comes to may be from the plain step, over the largest number of its kind."""

Work = Callable[[], Tensor]


def are_graphs_wanted(device: torch.device) -> bool:
    return device.type == "cuda" and os.environ.get(VARIABLE) == "1"


class Recorder(Protocol):
    """What a device can do: work on a batch once, as a rehearsal, and record it so that it can be played."""

    def rehearse(self, work: Work) -> Tensor: ...

    def record(self, work: Work) -> tuple[Callable[[], None], Tensor]:
        """How it is played, and where its result will be; nothing has been done yet."""
        ...


class CudaRecorder:
    """torch.cuda.graphs. A rehearsal on another stream lets libraries set themselves up, which no graph may hold."""

    def rehearse(self, work: Work) -> Tensor:
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            result = work()
        torch.cuda.current_stream().wait_stream(stream)
        return result

    def record(self, work: Work) -> tuple[Callable[[], None], Tensor]:
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            result = work()
        return graph.replay, result


class HostReadError(RuntimeError):
    """Something in a step waits for the device, or moves memory to or from it."""


class NoHostReads(TorchDispatchMode):
    """Raises where an operation asks the device for a number or for a shape that depends on one: what no graph can
    hold. Looked for beforehand, since a recording that breaks off can take the device with it."""

    REFUSED = ("_local_scalar_dense", "nonzero", "unique", "_unique", "_unique2", "masked_select", "equal", "item")

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        name = func._schema.name.removeprefix("aten::")
        masks = name in ("index", "index_put", "index_put_") and any(
            one is not None and one.dtype in (torch.bool, torch.uint8) for one in args[1]
        )
        if name in self.REFUSED or masks:
            raise HostReadError(f"{name} waits for the device")
        result = func(*args, **(kwargs or {}))
        if name in ("_to_copy", "copy_") and isinstance(result, Tensor):
            devices = {one.device.type for one in (result, *args[:2]) if isinstance(one, Tensor) and one.ndim}
            if len(devices) > 1:
                raise HostReadError(f"{name} moves memory between {' and '.join(sorted(devices))}")
        return result


@dataclass(frozen=True)
class _Recording:
    inputs: tuple[Tensor, ...]
    play: Callable[[], None]
    losses: Tensor
    kept: object  # memory that the graph works in


class RecordedSteps:
    """The recorded steps of one training, one for each kind of batch.

    work(*samples): the plain step, which gives the losses (N,). rate: a number on the device, which the optimizer reads
    in a recorded step. state: all that a step changes, each tensor always the same memory. memory: what else a step
    works in, so that it lives as long as its graph.
    """

    def __init__(
        self,
        work: Callable[..., Tensor],
        use_rate: Callable[[Tensor | float], None],
        state: Callable[[], Sequence[Tensor]],
        memory: Callable[[], object],
        recorder: Recorder,
    ) -> None:
        self._work, self._use_rate, self._state, self._memory = work, use_rate, state, memory
        self._recorder = recorder
        self._recordings: dict[object, _Recording] = {}
        self._rate: Tensor | None = None
        self.gave_way = ""

    def step(self, samples: Sequence[Tensor], rate: float, kind: object) -> Tensor:
        """The losses (N,) of a step. kind: what else, beside the samples' shapes, is fixed in a recording."""
        if self.gave_way:
            return self._work(*samples)
        key = kind, tuple((one.shape, one.dtype) for one in samples)
        recording = self._recordings.get(key)
        if recording is None:
            return self._first(samples, rate, key)
        for place, one in zip(recording.inputs, samples, strict=True):
            place.copy_(one)
        self._rate_on(samples[0].device).fill_(rate)
        recording.play()
        return recording.losses.clone()

    def _first(self, samples: Sequence[Tensor], rate: float, key: object) -> Tensor:
        """The plain step, and beside it the recorded one, if it can be had and comes to the same."""
        inputs = tuple(one.clone() for one in samples)
        before = [tensor.clone() for tensor in self._state()]
        try:
            with NoHostReads():
                losses = self._recorder.rehearse(lambda: self._work(*inputs)).clone()
        except HostReadError as refused:
            self._give_way(before, str(refused))
            return self._work(*samples)
        after = [tensor.clone() for tensor in self._state()]
        try:
            self._put(before)
            recording = self._record(inputs, rate)
            recording.play()
            error = max(map(_error, [*self._state(), recording.losses], [*after, losses]))
        except Exception as failure:  # a driver that nobody has seen may raise anything
            self._give_way(after, f"{type(failure).__name__}: {str(failure).strip().partition(chr(10))[0]}")
            return losses
        if error <= RELATIVE:
            self._recordings[key] = recording
        else:
            self._give_way(after, f"it is off the plain step by {error:.1e}, {RELATIVE:.0e} is allowed")
        return losses

    def _record(self, inputs: tuple[Tensor, ...], rate: float) -> _Recording:
        self._use_rate(self._rate_on(inputs[0].device).fill_(rate))
        try:
            play, losses = self._recorder.record(lambda: self._work(*inputs))
        finally:
            self._use_rate(rate)
        return _Recording(inputs, play, losses, self._memory())

    def _rate_on(self, device: torch.device) -> Tensor:
        if self._rate is None:
            self._rate = torch.zeros((), device=device)
        return self._rate

    def _put(self, tensors: Sequence[Tensor]) -> None:
        for place, tensor in zip(self._state(), tensors, strict=True):
            place.copy_(tensor)

    def _give_way(self, state: Sequence[Tensor], reason: str) -> None:
        self._put(state)
        self._recordings.clear()
        self.gave_way = reason
        log.warning("CUDA graphs: this run trains by plain steps (%s)", reason)


def _error(found: Tensor, expected: Tensor) -> float:
    """The largest difference over the largest number; what diverged in both is no difference."""
    difference = (found - expected).double().abs().nan_to_num(0.0, 0.0, 0.0)
    one_sided = found.isfinite() != expected.isfinite()
    if bool(one_sided.any()):
        return float("inf")
    largest = expected.double().nan_to_num(0.0, 0.0, 0.0).abs().max()
    return float(difference.max() / largest.clamp_min(1e-30))
