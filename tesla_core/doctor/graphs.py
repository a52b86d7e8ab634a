"""The step of the lab as a CUDA graph on this device: whether it comes to what the plain step comes to, and what it
saves. Once it has passed, the live engine uses graphs there without being asked."""

from __future__ import annotations

import time
from statistics import median

import torch

from tesla_core.doctor.finding import Finding
from tesla_core.training.lockstep import Lockstep
from tesla_core.training.recorded import VARIABLE, CudaRecorder, Recorder

STEPS = 30


def check_graphs(device: torch.device, recorder: Recorder | None = None) -> Finding:
    """Twelve panels, trained plainly and by recordings of a step, which are compared at their first use."""
    plain, _ = _train(device, None)
    recorded, gave_way = _train(device, CudaRecorder() if recorder is None else recorder)
    about = about_graphs(device)
    if gave_way:
        return Finding(
            about,
            f"the recorded step gave way to the plain one: {gave_way}",
            "failed",
            f"Training is right without it; leave {VARIABLE} unset, and please report this line.",
        )
    return Finding(about, f"the recorded step agrees with the plain one; {1e3 * recorded:.2f} ms for {1e3 * plain:.2f}")


def about_graphs(device: torch.device) -> str:
    return f"CUDA graphs on {device}"


def _train(device: torch.device, recorder: Recorder | None) -> tuple[float, str]:
    """Seconds a step, and why recordings gave way."""
    from tesla_core.live.engine.run import build
    from tesla_core.live.spec import LiveSpec, default_panels
    from tesla_core.problems.registry import problems

    task = next(problem.warm_up for problem in problems().values() if problem.warm_up is not None)
    cursor = build(LiveSpec(task, default_panels()), device, None, None).cursor
    training = cursor.training
    assert isinstance(training, Lockstep)
    training.recorded = None
    if recorder is not None:
        training.record_steps(recorder)
    times = []
    for _ in range(STEPS):
        start = time.perf_counter()
        cursor.advance()
        if device.type != "cpu":
            torch.accelerator.synchronize(device)
        times.append(time.perf_counter() - start)
    return median(times), "" if training.recorded is None else training.recorded.gave_way
