"""A kernel is tried once on the device it first runs on; one that is wrong there gives way, and training goes on."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import torch
from torch import nn
from torch._subclasses.fake_tensor import FakeTensorMode

from tesla_core.activations import TESLA, tesla
from tesla_core.activations.kernels import eager_kernel, kernel_for, native_kernel, trial
from tesla_core.activations.kernels.choice import _tried
from tesla_core.activations.kernels.trial import TOLERANCE, worst_error

CPU = torch.device("cpu")


@pytest.fixture
def first_use() -> Iterator[None]:
    """As in a process that has used no kernel yet."""
    for cached in (kernel_for, _tried):
        cached.cache_clear()
    yield
    for cached in (kernel_for, _tried):
        cached.cache_clear()


def _off_by_little(z: torch.Tensor, a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return eager_kernel.evaluate(z.view(1, -1) if a.ndim == 1 else z, *(c.view(-1, c.shape[-1]) for c in (a, b))) + 1e-3


def _raising(*_: object) -> torch.Tensor:
    raise RuntimeError("PTX was compiled for another GPU\nand more lines")


def test_the_kernels_of_this_machine_are_right_with_room_to_spare_and_the_trial_is_short() -> None:
    for kernel in (native_kernel, eager_kernel):
        assert worst_error(kernel, CPU) < TOLERANCE / 5
    start = time.process_time()
    worst_error(native_kernel, CPU)
    assert time.process_time() - start < 0.05


@pytest.mark.parametrize(
    ("broken", "said"), [(_off_by_little, "it is wrong by"), (_raising, "RuntimeError: PTX was compiled")]
)
@pytest.mark.usefixtures("first_use")
def test_training_goes_on_by_the_recurrence_where_a_kernel_is_wrong(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, broken: object, said: str
) -> None:
    """Somebody on a GPU or a processor that nobody here has seen gets right numbers, and is told once."""
    monkeypatch.setattr(native_kernel, "evaluate", broken)
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(1, 32), TESLA(3), nn.Linear(32, 1))
    x = torch.linspace(-2, 2, 64)[:, None]
    optimizer, losses = torch.optim.Adam(model.parameters(), 0.02), []
    with caplog.at_level(logging.WARNING, "tesla_core"):
        for _ in range(40):
            loss = (model(x) - torch.sin(3 * x)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
    assert losses[-1] < 0.3 * losses[0]
    assert "kernel=eager" in repr(model)
    (warning,) = caplog.messages
    assert said in warning
    assert "using the slower recurrence" in warning
    assert "more lines" not in warning


@pytest.mark.usefixtures("first_use")
def test_threads_that_come_first_together_are_told_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """An engine trains, develops pictures and leaves word of its kernel on three threads."""
    monkeypatch.setattr(native_kernel, "evaluate", _raising)
    with caplog.at_level(logging.WARNING, "tesla_core"), ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda _: kernel_for(CPU, torch.float32), range(8)))
    assert set(found) == {eager_kernel}
    assert len(caplog.messages) == 1


@pytest.mark.usefixtures("first_use")
def test_a_log_that_prints_a_model_beside_a_first_use_does_not_stop_both(monkeypatch: pytest.MonkeyPatch) -> None:
    """A handler holds its lock while it formats, and a model's text asks for the kernel; the trial's word waits for
    the handler."""
    formats, printing = threading.Event(), threading.Event()

    class Printing(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.msg == "%r":
                formats.set()
                printing.wait(60)
            record.getMessage()

    def slow(*_: object) -> float:
        formats.wait(60)  # the other thread is in its handler
        printing.set()
        return float("inf")

    monkeypatch.setattr("tesla_core.activations.kernels.choice.worst_error", slow)
    handler, model = Printing(), nn.Sequential(TESLA(2))
    log = logging.getLogger("tesla_core")
    log.addHandler(handler)
    try:
        threads = [
            threading.Thread(target=lambda: kernel_for(CPU, torch.float32), daemon=True),
            threading.Thread(target=lambda: log.warning("%r", model), daemon=True),
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
            assert not thread.is_alive()
    finally:
        log.removeHandler(handler)


@pytest.mark.usefixtures("first_use")
def test_a_kernel_that_never_answers_gives_way(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A driver that hangs must not take the training with it."""
    ends = threading.Event()
    monkeypatch.setattr(native_kernel, "evaluate", lambda *_: ends.wait(60))
    monkeypatch.setattr(trial, "LONGEST", 0.05)
    with caplog.at_level(logging.WARNING, "tesla_core"):
        assert kernel_for(CPU, torch.float32) is eager_kernel
    ends.set()
    (warning,) = caplog.messages
    assert "no answer within 0.05 s" in warning


# Sixteen threads that import and use TESLA at once, in several ways; then children of this process by fork: after the
# kernel's threads have worked, and in the middle of another thread's trial.
FIRST_USES = """
import os, sys, threading
import torch
from torch.func import grad, vmap

torch.set_num_threads(2)
together, wrong = threading.Barrier(16), []
x = torch.linspace(-3, 3, 1 << 19)

def use(number):
    together.wait()
    from tesla_core import TESLA, tesla
    layer = TESLA(3, scale=0.5)
    values = [lambda: layer(x[:50]), lambda: vmap(layer)(x[:50].view(5, 10)).flatten(), lambda: layer(x)[:50]]
    value = values[number % 3]()
    grad(lambda a: tesla(x[:50], a, a).sum())(layer.a.detach())
    value.sum().backward()
    if not torch.equal(value, layer(x[:50])):
        wrong.append(number)

threads = [threading.Thread(target=use, args=(number,)) for number in range(16)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
assert not wrong, wrong

from tesla_core import TESLA
from tesla_core.activations.kernels import choice, kernel_for

def in_a_child(use):
    child = os.fork()
    if not child:
        use()
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0

in_a_child(lambda: TESLA(3)(x))
tried, over = threading.Event(), threading.Event()
choice.worst_error = lambda *_: [tried.set(), over.wait(), 0.0][-1]
for cached in (kernel_for, choice._tried):
    cached.cache_clear()
trial = threading.Thread(target=kernel_for, args=(x.device, x.dtype))
trial.start()
tried.wait()

def use():
    choice.worst_error = lambda *_: 0.0
    TESLA(3)(x)

in_a_child(use)
over.set()
trial.join()
print("done")
"""


@pytest.mark.slow
def test_first_uses_at_once_and_children_by_fork_do_not_wait_for_ever(root: Path) -> None:
    """A run of the tests once stood still here; a data loader's workers and `multiprocessing` fork as well."""
    done = subprocess.run(
        [sys.executable, "-c", FIRST_USES], cwd=root, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stdout == "done\n", done.stderr


@pytest.mark.usefixtures("first_use")
def test_what_the_caller_is_in_the_middle_of_does_not_enter_the_trial() -> None:
    """A first use under fake tensors, autocast or another default must not take a right kernel for a wrong one."""
    before = torch.get_default_dtype()
    try:
        torch.set_default_dtype(torch.float64)
        with FakeTensorMode(), torch.autocast("cpu", torch.bfloat16), torch.device("meta"):
            assert kernel_for(CPU, torch.float32) is native_kernel
    finally:
        torch.set_default_dtype(before)


def test_gradients_are_the_same_whatever_dtype_new_tensors_have() -> None:
    """A PINN's script sets float64 as the default and may still hold a float32 layer: its sums were garbage."""
    z = torch.linspace(-3, 3, 50)
    a, b = (torch.tensor(values, requires_grad=True) for values in ([0.3, -0.2, 0.5], [0.1, 0.7, -0.4]))
    before = torch.get_default_dtype()
    wanted = torch.autograd.grad(tesla(z, a, b, "native").sum(), (a, b))
    try:
        torch.set_default_dtype(torch.float64)
        found = torch.autograd.grad(tesla(z, a, b, "native").sum(), (a, b))
    finally:
        torch.set_default_dtype(before)
    assert all(torch.equal(one, other) for one, other in zip(found, wanted, strict=True))
