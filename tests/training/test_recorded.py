"""A recorded step is the plain step. Nothing here has a GPU: a recorder that writes down every operation of a step and
repeats it in the same memory, without Python in between, stands for a CUDA graph."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import Tensor
from torch.utils._pytree import tree_flatten

from tesla_core.activations import pointwise
from tesla_core.models import kan_pass
from tesla_core.models.build import build_model
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.toys.task import ToyTask
from tesla_core.training.loop import Training
from tesla_core.training.recorded import HostReadError, NoHostReads
from tesla_core.training.settings import Settings

SETTINGS = Settings(epochs=2, batch=16, lr=1e-2, weight_decay=0.01, schedule="cosine")


class Notebook(NoHostReads):
    """A recorder on the CPU: rehearses plainly, writes down, and plays from its notes."""

    def __init__(self) -> None:
        super().__init__()
        self.notes: list[tuple[Any, Any, Any, Any]] = []
        self.played = 0

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        result = super().__torch_dispatch__(func, types, args, kwargs)
        self.notes.append((func, args, kwargs or {}, result))
        return result

    def rehearse(self, work: Callable[[], Tensor]) -> Tensor:
        return work()

    def record(self, work: Callable[[], Tensor]) -> tuple[Callable[[], None], Tensor]:
        """A graph's recording does nothing yet: what it would have changed is put back by playing from the start."""
        self.notes = []
        tensors = self.changed()
        before = [tensor.clone() for tensor in tensors]
        with self:
            result = work()
        for tensor, value in zip(tensors, before, strict=True):
            tensor.copy_(value)
        notes = self.notes
        return lambda: self.play(notes), result

    def changed(self) -> list[Tensor]:
        return []

    @torch.no_grad()
    def play(self, notes: list[tuple[Any, Any, Any, Any]]) -> None:
        self.played += 1
        for func, args, kwargs, result in notes:
            again = func(*args, **kwargs)
            for place, value in zip(tree_flatten(result)[0], tree_flatten(again)[0], strict=True):
                if isinstance(place, Tensor) and place is not value:
                    place.copy_(value)


@pytest.fixture(autouse=True)
def by_torch_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a GPU: the CPU's machine code is not among torch's operations, which are all that is written down."""
    for module in (pointwise, kan_pass):
        monkeypatch.setattr(module, "code_for", lambda kind, like: None)


def training_of(*names: str, recorder: Notebook | None = None, settings: Settings = SETTINGS) -> Training:
    specs = [ModelSpec(activation=name, width=12, harmonics=3) for name in names]
    models = [build_model(spec, 2, 1, seed) for seed, spec in enumerate(specs)]
    for model in models:  # nor is the native kernel
        for module in model.modules():
            if hasattr(module, "kernel"):
                module.kernel = "eager"  # pyright: ignore[reportArgumentType]
    training = Training(models, ToyTask("moons", samples=60).sample(), settings, [0] * len(names))
    if recorder is not None:
        training.record_steps(recorder)
        recorder.changed = lambda: [*(training.optimizer.flat_state() or ()), *training.running().values()]
    return training


def weights_of(training: Training) -> Tensor:
    return torch.cat([parameter.detach().flatten() for parameter in training.stack.parameters()])


EVERY_PAGE = ("tesla", "kan", "relu", "gelu", "silu", "tanh", "siren", "snake", "tesla", "gauss", "rational", "wire")


def test_played_steps_come_to_what_plain_steps_come_to() -> None:
    """Batches of two sizes, a learning rate that falls, weight decay: all of it is read anew, nothing is frozen."""
    recorder = Notebook()
    plain, played = training_of(*EVERY_PAGE), training_of(*EVERY_PAGE, recorder=recorder)
    for one, other in zip(plain.steps(), played.steps(), strict=True):
        torch.testing.assert_close(other.losses, one.losses, rtol=1e-5, atol=1e-6)
    assert played.recorded is not None
    assert played.recorded.gave_way == ""
    assert recorder.played >= 2 * plain.batches - 1
    torch.testing.assert_close(weights_of(played), weights_of(plain), rtol=1e-4, atol=1e-6)
    for mine, theirs in zip(played.history, plain.history, strict=True):
        for name, values in theirs.items():
            assert mine[name] == pytest.approx(values, rel=1e-4)


def test_a_recording_outlives_a_jump_to_another_state() -> None:
    """Scrubbing loads weights and moments; a graph knows only addresses."""
    recorder = Notebook()
    plain, played = training_of("tesla", "relu"), training_of("tesla", "relu", recorder=recorder)
    for training in (plain, played):
        steps = training.steps()
        for _ in range(plain.batches):
            next(steps)
        tensors, data = training.state()
        kept = {name: tensor.clone() for name, tensor in tensors.items()}
        data = {**data, "history": list(data["history"])}
        for _ in range(plain.batches):
            next(steps)
        training.load_state(kept, data)
        for _ in range(3):
            next(training.steps())
    torch.testing.assert_close(weights_of(played), weights_of(plain), rtol=1e-4, atol=1e-6)


class Forgetful(Notebook):
    """A graph in which the last operation, the optimizer's, is lost."""

    def play(self, notes: list[tuple[Any, Any, Any, Any]]) -> None:
        super().play(notes[:-1])


class Broken(Notebook):
    def record(self, work: Callable[[], Tensor]) -> tuple[Callable[[], None], Tensor]:
        raise RuntimeError("CUDA error: operation not permitted when stream is capturing\nmore")


@pytest.mark.parametrize(("recorder", "reason"), [(Forgetful, "off the plain step"), (Broken, "operation not perm")])
def test_a_graph_that_is_wrong_gives_way_once_and_loses_no_step(
    recorder: type[Notebook], reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    plain, played = training_of("tesla", "gelu"), training_of("tesla", "gelu", recorder=recorder())
    for one, other in zip(plain.steps(), played.steps(), strict=True):
        assert torch.equal(one.losses, other.losses)
    assert torch.equal(weights_of(played), weights_of(plain))
    assert played.recorded is not None
    assert reason in played.recorded.gave_way
    assert caplog.text.count("this run trains by plain steps") == 1


def test_what_asks_the_device_for_a_number_is_not_recorded(caplog: pytest.LogCaptureFixture) -> None:
    """Fourier features look which values there are among the inputs."""
    recorder = Notebook()
    plain, played = training_of("fourier", "relu"), training_of("fourier", "relu", recorder=recorder)
    for _ in zip(plain.steps(), played.steps(), strict=True):
        pass
    assert recorder.played == 0
    assert played.recorded is not None
    assert "unique" in played.recorded.gave_way
    assert torch.equal(weights_of(played), weights_of(plain))


@pytest.mark.parametrize(
    "ask",
    [lambda z: z.sum().item(), lambda z: z[z > 0], lambda z: bool((z > 0).any()), lambda z: z.nonzero()],
    ids=["item", "mask", "bool", "nonzero"],
)
def test_the_guard_sees_what_waits_for_a_device(ask: Callable[[Tensor], object]) -> None:
    with pytest.raises(HostReadError, match="waits for the device"), NoHostReads():
        ask(torch.ones(3))


def test_no_page_s_step_reads_from_the_device() -> None:
    """On a GPU each such read stops everything until the device is done, with a graph or without."""
    training = training_of(*EVERY_PAGE)
    steps = training.steps()
    for _ in range(2):
        next(steps)
    with NoHostReads():
        next(steps)
