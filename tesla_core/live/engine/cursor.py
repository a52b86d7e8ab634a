"""A training at one step of a run: it goes forward a batch at a time, and back to any key state.

What it does depends on the spec and the device alone, so that every frame can be made again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tesla_core.live.engine.camera import Camera, Shot
from tesla_core.live.engine.coefficients import find_coefficients, flatten_coefficients
from tesla_core.live.engine.darkroom import Negative, build_models, copy_weights, put_weights
from tesla_core.live.engine.pieces import do_all
from tesla_core.live.spec import LiveSpec
from tesla_core.live.timeline import Timeline
from tesla_core.problems.picture import METRICS
from tesla_core.problems.scene import Scene
from tesla_core.training.lockstep import Lockstep
from tesla_core.training.recorded import CudaRecorder, are_graphs_wanted


@dataclass(frozen=True, eq=False)
class KeyState:
    """Everything to go on from the end of an epoch, on the CPU."""

    step: int
    tensors: dict[str, Tensor]
    data: dict[str, Any]

    @property
    def nbytes(self) -> int:
        return sum(tensor.nbytes for tensor in self.tensors.values())


@dataclass(frozen=True, eq=False)
class EpochEnd:
    """What an epoch leaves in the recording. metrics: (N, 4), the kind's measures. coefficients: (F,). over: the run
    ends."""

    epoch: int
    metrics: NDArray[np.float32]
    coefficients: NDArray[np.float32]
    over: bool


class Cursor:
    """The models of a spec at step 0, and from there wherever `advance` and `load` bring them."""

    def __init__(
        self, spec: LiveSpec, scene: Scene, device: torch.device, models: Sequence[nn.Module] | None = None
    ) -> None:
        """models: the spec's, of its own, where they have been built already."""
        self.spec, self.scene, self.device = spec, scene, device
        self.camera = Camera(scene, device)
        models = models or do_all(build_models(spec))
        self.training = self.camera.lens.training(models, spec.settings, spec.seed)
        if are_graphs_wanted(device) and isinstance(self.training, Lockstep):
            self.training.record_steps(CudaRecorder())
        self.timeline = Timeline(spec, scene.train_size)
        self.step = 0
        self.over = False  # nothing comes after this step
        self.coefficients = find_coefficients(self.training.stack)
        self.diverged = [-1] * len(spec.panels)
        self._last_good: dict[int, Shot] = {}  # one-panel shots of what diverged
        self._held = [0] * len(spec.panels)  # epochs in a row at the stop rule's accuracy
        self._steps = self.training.steps()
        self._muted: list[Tensor] = []
        self._good = copy_weights(self.training.stack)

    @property
    def epoch(self) -> int:
        return self.training.epoch

    def advance(self) -> EpochEnd | None:
        """Train one batch; the epoch's results after its last."""
        if self.training.batch == 0:
            self._enter_epoch()
        step = next(self._steps)
        for coefficient in self._muted:
            coefficient.zero_()
        self.step += 1
        if step.record is None:
            return None
        # A fresh generator an epoch, so that a new batch size never meets the old epoch's order.
        self.training.batch = 0
        self.training.history.clear()
        self._steps = self.training.steps()
        metrics = self.camera.lens.of_epoch(self.training.stack, step.record)
        self._notice_divergence(metrics)
        self.over = self._over(metrics)
        return EpochEnd(self.epoch, metrics, flatten_coefficients(self.coefficients), self.over)

    def _enter_epoch(self) -> None:
        """Edits take effect with the first batch after their epoch, so that the frame there is still the parent's."""
        self.training.settings = self.spec.settings_at(self.epoch)
        self._muted = []
        for edit in self.spec.edits:
            for scale in edit.harmonics if edit.epoch <= self.epoch else ():
                for row in self.coefficients[scale.panel][scale.layer]:
                    place = row[scale.harmonic - 1]
                    if edit.epoch == self.epoch:
                        place.mul_(scale.factor)
                    if scale.factor == 0:
                        self._muted.append(place)

    def _notice_divergence(self, metrics: NDArray[np.float32]) -> None:
        """Diverged is a panel while its numbers are not finite; one whose numbers come back goes on."""
        lost = ~np.isfinite(metrics).all(1)
        for panel in np.flatnonzero(~lost).tolist():
            self.diverged[panel] = -1
            self._last_good.pop(panel, None)
        fresh = [panel for panel in np.flatnonzero(lost).tolist() if self.diverged[panel] < 0]
        if fresh:
            self._freeze(fresh, self.epoch)
        self._good = copy_weights(self.training.stack)

    def _freeze(self, panels: list[int], epoch: int) -> None:
        """Keep what these panels showed at the end of the last good epoch."""
        now = copy_weights(self.training.stack)
        put_weights(self.training.stack, self._good)
        shot = self.camera.take(self.training.stack)
        put_weights(self.training.stack, now)
        for panel in panels:
            self.diverged[panel] = epoch
            self._last_good[panel] = Shot(shot.grid[panel], shot.metrics[panel])

    def _over(self, metrics: NDArray[np.float32]) -> bool:
        """Whether the run ends here: the last epoch, every panel lost, or accuracy that has held long enough."""
        stop = self.spec.stop
        going = [panel for panel, epoch in enumerate(self.diverged) if epoch < 0]
        if self.training.finished or not going:
            return True
        if stop is None:
            return False
        reached = metrics[:, METRICS.index("test_accuracy")] >= stop.accuracy
        self._held = [count + 1 if ok else 0 for count, ok in zip(self._held, reached, strict=True)]
        held = [self._held[panel] >= stop.epochs for panel in going]
        return all(held) if stop.panels == "all" else any(held)

    def negative(self) -> Negative:
        """A copy of what the frame of this step needs."""
        return Negative(
            self.step,
            *self.timeline.place(self.step),
            copy_weights(self.training.stack),
            self._good,
            tuple(self.diverged),
            dict(self._last_good),
        )

    def state(self) -> KeyState:
        """A copy of where it stands; only at the end of an epoch."""
        assert self.training.batch == 0
        tensors, _ = self.training.state()
        copies = {name: tensor.detach().to("cpu", copy=True) for name, tensor in tensors.items()}
        data = {"epoch": self.epoch, "diverged": list(self.diverged), "held": list(self._held)}
        return KeyState(self.step, copies, {**data, "last_good": dict(self._last_good)})

    def load(self, state: KeyState) -> None:
        """Stand where `state` was taken, in this spec or one that it branched from."""
        self.training.load_state(state.tensors, {"epoch": state.data["epoch"], "batch": 0, "history": []})
        self.step, self.over = state.step, False
        self.diverged, self._held = list(state.data["diverged"]), list(state.data["held"])
        self._last_good = dict(state.data["last_good"])
        self._steps = self.training.steps()
        self._muted = []
        self._good = copy_weights(self.training.stack)
