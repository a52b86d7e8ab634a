"""Where a run stands: epochs and batches, through changes of the batch size."""

from __future__ import annotations

from bisect import bisect_right

from tesla_core.live.spec import LiveSpec


class Timeline:
    """Between a step (batches trained) and a position (epochs trained, as a fraction)."""

    def __init__(self, spec: LiveSpec, train_size: int) -> None:
        self.epochs = spec.settings.epochs
        starts = sorted({0, *(edit.epoch for edit in spec.edits)})
        self._epochs: list[int] = starts  # first epoch of each stretch of equal batches
        self._batches = [-(-train_size // spec.settings_at(epoch).batch) for epoch in starts]
        self._steps = [0]
        for index in range(1, len(starts)):
            length = starts[index] - starts[index - 1]
            self._steps.append(self._steps[-1] + length * self._batches[index - 1])

    @property
    def end(self) -> int:
        """The last step."""
        return self.step_at(self.epochs)

    def batches(self, epoch: int) -> int:
        """Batches of the epoch that follows `epoch` complete ones."""
        return self._batches[bisect_right(self._epochs, epoch) - 1]

    def step_at(self, position: float) -> int:
        """The last step at or before a position."""
        epoch = int(position)
        index = bisect_right(self._epochs, epoch) - 1
        batches = self._batches[index]
        # A position computed from a step must lead back to it, through rounding.
        inside = int((position - epoch) * batches + 1e-6)
        return self._steps[index] + (epoch - self._epochs[index]) * batches + inside

    def place(self, step: int) -> tuple[int, int, int]:
        """(epoch, batch, batches) of a step; at an epoch's end, batch is 0 and batches the next epoch's."""
        index = bisect_right(self._steps, step) - 1
        batches = self._batches[index]
        epoch, batch = divmod(step - self._steps[index], batches)
        return self._epochs[index] + epoch, batch, batches

    def position(self, step: int) -> float:
        """Epochs trained after that step."""
        epoch, batch, batches = self.place(step)
        return epoch + batch / batches
