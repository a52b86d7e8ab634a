"""How fast φ_K is here: beside GELU, beside what memory can move, and in a step of the lab.

Turn by turn, and only times of the same turn are divided by each other: other programs on the machine slow both.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median

import numpy as np
import torch
from torch.nn import functional

from tesla_core.activations.tesla import TESLA
from tesla_core.doctor.finding import Finding
from tesla_core.wording import counted

HARMONICS, LAYER, TURNS = 8, (128, 1024), 40
LARGE, LARGE_TURNS = 1 << 23, 5  # elements, 32 MB: more than caches hold
STEPS = 30
FEWEST_TURNS, MOST_SECONDS = 3, 1.5


def gelu_ratio(device: torch.device) -> float:
    """φ_8's time over GELU's, forward and backward, on the layer that `make bench` measures; one thread on a CPU."""
    generator = torch.Generator().manual_seed(0)
    z, g = (torch.randn(LAYER, generator=generator).to(device) for _ in range(2))
    z.requires_grad_()
    layer = TESLA(HARMONICS, generator=generator).to(device)
    coefficients = list(layer.parameters())

    def ours() -> object:
        return torch.autograd.grad(layer(z), [z, *coefficients], g)

    def theirs() -> object:
        return torch.autograd.grad(functional.gelu(z), z, g)

    with _one_thread():
        return median(over / under for over, under in _turns(ours, theirs, TURNS, device))


def check_speed(device: torch.device, ratio: float) -> list[Finding]:
    beside = Finding(
        f"speed on {device}",
        f"φ_{HARMONICS} takes {ratio:.2f} × GELU's time, forward and backward, {LAYER[0]}×{LAYER[1]}"
        + (", one thread" if device.type == "cpu" else ""),
    )
    return [beside, _check_bandwidth(device)]


def _check_bandwidth(device: torch.device) -> Finding:
    """The forward pass reads z once and writes φ once, as a copy does; what keeps it from that speed is arithmetic."""
    z = torch.linspace(-9, 9, LARGE, device=device)
    out, layer = torch.empty_like(z), TESLA(HARMONICS).to(device)
    with _one_thread(), torch.no_grad():
        times = _turns(lambda: layer(z), lambda: out.copy_(z), LARGE_TURNS, device)
    phi, copy = (2 * z.nbytes / median(column) / 1e9 for column in zip(*times, strict=True))
    return Finding(
        f"bandwidth on {device}",
        f"φ_{HARMONICS} forward moves {phi:.1f} GB/s, {100 * phi / copy:.0f}% of the {copy:.1f} that a copy moves",
    )


def check_lab_step(device: torch.device) -> Finding:
    """A step of twelve panels, trained together as the live engine trains them."""
    from tesla_core.live.engine.cursor import EpochEnd
    from tesla_core.live.engine.run import build
    from tesla_core.live.spec import LiveSpec, default_panels
    from tesla_core.problems.registry import problems

    task = next(problem.warm_up for problem in problems().values() if problem.warm_up is not None)
    spec = LiveSpec(task, default_panels())
    times: list[float] = []
    ends: list[EpochEnd | None] = []
    with _one_thread():  # small matrices: threads would mostly wait for each other
        cursor = build(spec, device, None, None).cursor
        enough = time.monotonic() + MOST_SECONDS
        while len(times) < FEWEST_TURNS or (len(times) < STEPS and time.monotonic() < enough):
            times.append(_seconds(lambda: ends.append(cursor.advance()), device))
    epochs = [end.metrics for end in ends if end is not None]
    right = bool(epochs) and all(np.isfinite(metrics).all() for metrics in epochs)
    batch = min(spec.settings.batch, cursor.scene.train_size)
    return Finding(
        f"the lab on {device}",
        f"{1e3 * median(times):.1f} ms a step of {len(spec.panels)} panels on {counted(batch, 'point')}, "
        + ("all losses finite" if right else f"losses not finite within {counted(len(epochs), 'epoch')}"),
        "ok" if right else "failed",
        "" if right else "Set TESLA_DEVICE=cpu for the app, and please report this line.",
    )


def _turns(
    ours: Callable[[], object], theirs: Callable[[], object], turns: int, device: torch.device
) -> list[tuple[float, float]]:
    """Seconds of each in every turn, after a call that is not counted; fewer turns on a machine that is busy."""
    for call in (ours, theirs):
        call()
    enough, times = time.monotonic() + MOST_SECONDS, []
    while len(times) < FEWEST_TURNS or (len(times) < turns and time.monotonic() < enough):
        times.append((_seconds(ours, device), _seconds(theirs, device)))
    return times


def _seconds(call: Callable[[], object], device: torch.device) -> float:
    """On a CPU the time of this thread's processor, which other programs don't enter; on a GPU until it is done."""
    clock = time.thread_time if device.type == "cpu" else time.perf_counter
    _finish(device)
    start = clock()
    call()
    _finish(device)
    return clock() - start


def _finish(device: torch.device) -> None:
    if device.type != "cpu":
        torch.accelerator.synchronize(device)


@contextmanager
def _one_thread() -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
