"""What pages ask of a run: its curves, a sharper picture, the insides of a panel, and what would be if.

A question about a moment that is not at hand first goes there from the nearest key state, in slices between the
others'; what it asks for is made in pieces between others' pictures. So a question never holds up the class.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import numpy as np

from tesla_core.errors import TeslaError, check_range, check_whole
from tesla_core.live.cost import weights as weights_of
from tesla_core.live.engine import inspection
from tesla_core.live.engine.engine import Engine
from tesla_core.live.engine.inspection import Look, Reply
from tesla_core.live.engine.run import Run
from tesla_core.live.engine.slices import SlicePlan, run_slice
from tesla_core.live.engine.viewer import introduction
from tesla_core.live.spec import LiveSpec
from tesla_core.models.spec import ModelSpec
from tesla_core.models.stacked import Stack

LONGEST_WAIT = 20.0
MOST_FRAMES = 100
MOST_RECORDED = 24 << 20  # bytes of frames that are told at once
SLICE = 0.03
MOST_SHARP = 7e10  # work of a picture that is asked for once: seconds

Arguments = dict[str, Any]


async def status(engine: Engine, _: Arguments) -> Reply:
    return engine.status(), {}


async def counts(engine: Engine, _: Arguments) -> Reply:
    return {"text": engine.counts.text()}, {}


async def overview(engine: Engine, _: Arguments) -> Reply:
    """The runs that are held, those with most viewers first."""
    runs = sorted(engine.runs.values(), key=lambda run: -len(run.viewers))
    rows = [
        {
            "run": run.address[:8],
            "task": type(run.spec.task).__name__,
            "panels": len(run.spec.panels),
            "epoch": run.head if run.built else 0.0,
            "epochs": run.spec.settings.epochs,
            "viewers": len(run.viewers),
            "bytes": run.nbytes,
        }
        for run in runs
    ]
    return {"runs": rows}, {}


async def metrics(engine: Engine, arguments: Arguments) -> Reply:
    """Curves and coefficients of every complete epoch."""
    run = await _run(engine, arguments)
    recording = run.recording
    history = np.stack(recording.history) if recording.history else np.zeros((0, len(run.spec.panels), 4), np.float32)
    shape = [[panel, len(layers), len(layers[0][0])] for panel, layers in run.cursor.coefficients.items()]
    arrays = {"history": history, "coefficients": np.stack(recording.coefficients)}
    return {"shape": shape, "diverged": run.cursor.diverged, "head": run.head, "over": run.over}, arrays


async def frames(engine: Engine, arguments: Arguments) -> Reply:
    """Stored frames: the one at or before `epoch`, or `count` evenly over all."""
    run = await _run(engine, arguments)
    steps = run.recording.frames.steps
    if "count" in arguments:
        count = check_whole("The number of frames", arguments["count"], 1, MOST_FRAMES)
        chosen = [steps[index] for index in np.linspace(0, len(steps) - 1, min(count, len(steps))).round().astype(int)]
    else:
        chosen = [_step(run, arguments)]
    found = [run.recording.frame(step) for step in dict.fromkeys(chosen)]
    return {}, {f"{index:04}": np.frombuffer(item[1], np.uint8) for index, item in enumerate(found) if item}


async def recording(engine: Engine, arguments: Arguments) -> Reply:
    """All that is recorded of a run, as it is told to viewers: the introduction, what stands still, the curves, and
    the frames, evenly fewer of them where they are more than `bytes`."""
    run = await _run(engine, arguments)
    most = check_whole("Bytes of a recording", arguments.get("bytes", MOST_RECORDED), 1, MOST_RECORDED)
    stored = run.recording.frames
    count = max(2, int(len(stored) * min(1.0, most / max(stored.nbytes, 1))))
    places = np.linspace(0, len(stored) - 1, min(count, len(stored))).round().astype(int)
    found = [run.recording.frame(stored.steps[place]) for place in places]
    messages = {f"{index:05}": item[1] for index, item in enumerate(found) if item}
    if run.recording.history:
        messages["curves"] = run.recording.curves(1)
    told = {"run": introduction(run), "head": run.head, "over": run.over}
    return told, {name: np.frombuffer(part, np.uint8) for name, part in {"backdrop": run.backdrop, **messages}.items()}


async def picture(engine: Engine, arguments: Arguments) -> Reply:
    """The whole frame at a resolution of its own."""
    run = await _run(engine, arguments)
    resolution = _resolution(arguments, run, run.spec.panels)
    return await _at(engine, run, arguments, lambda stack: inspection.picture(run, stack, resolution))


async def inspect(engine: Engine, arguments: Arguments) -> Reply:
    """The layers of one panel: weights, coefficients, and the range its activations really see."""
    run, panel = await _panel(engine, arguments)
    return await _at(engine, run, arguments, lambda stack: inspection.inspect(run, stack, panel))


async def what_if(engine: Engine, arguments: Arguments) -> Reply:
    """One panel with other harmonics, or with polynomials in φ's place."""
    run, panel = await _panel(engine, arguments)
    change = inspection.NetChange.read(arguments, run.spec.panels[panel])
    resolution = _resolution(arguments, run, run.spec.panels[panel : panel + 1])
    return await _at(engine, run, arguments, lambda stack: inspection.what_if(run, stack, panel, change, resolution))


async def details(engine: Engine, arguments: Arguments) -> Reply:
    """What one panel's charts show beyond its frame, as numbers."""
    run, panel = await _panel(engine, arguments)
    resolution = _resolution(arguments, run, run.spec.panels[panel : panel + 1])
    return await _at(engine, run, arguments, lambda stack: inspection.details(run, stack, panel, resolution))


async def weights(engine: Engine, arguments: Arguments) -> Reply:
    """One panel's model as a safetensors file."""
    run, panel = await _panel(engine, arguments)
    return await _at(engine, run, arguments, lambda stack: inspection.weights(run, stack, panel))


QUESTIONS: dict[str, Callable[[Engine, Arguments], Awaitable[Reply]]] = {
    question.__name__: question
    for question in (status, counts, overview, metrics, frames, recording, picture, inspect, what_if, details, weights)
}


async def _run(engine: Engine, arguments: Arguments) -> Run:
    """The run of the spec in the question, built if it is new."""
    run = engine.find_run(LiveSpec.from_text(str(arguments.get("spec", ""))))
    if run is None:
        raise TeslaError("The lab is full; try again when somebody has left.")
    if not run.viewers:
        run.watched_at = time.monotonic()
    deadline = time.monotonic() + LONGEST_WAIT
    while not run.built and not run.error and time.monotonic() < deadline:
        await asyncio.sleep(0.01)
    if not run.built:
        raise TeslaError(run.error or "The run is still being built; try again.")
    return run


async def _panel(engine: Engine, arguments: Arguments) -> tuple[Run, int]:
    run = await _run(engine, arguments)
    return run, check_whole("Panel", arguments.get("panel"), 0, len(run.spec.panels) - 1)


def _resolution(arguments: Arguments, run: Run, panels: Sequence[ModelSpec]) -> int | None:
    given = arguments.get("resolution")
    if given is None:
        return None
    side = check_whole("Resolution", given, 16, 256)
    work = side**2 * sum(weights_of(panel, run.spec.inputs) for panel in panels)
    check_range("Work of a sharper picture (parameters × pixels)", work, 0, MOST_SHARP)
    return side


def _step(run: Run, arguments: Arguments) -> int:
    """The stored frame at or before the epoch asked for; the newest without one."""
    epoch = arguments.get("epoch")
    if epoch is None:
        return run.recording.frames.steps[-1]
    check_range("Epoch", epoch, 0, run.spec.settings.epochs)
    return min(run.timeline.step_at(epoch), run.end)


async def _at(engine: Engine, run: Run, arguments: Arguments, look: Callable[[Stack], Look]) -> Reply:
    """Look at the stack as it was at the epoch asked for."""
    step = _step(run, arguments)
    deadline = time.monotonic() + float(check_range("Wait", arguments.get("wait", 10.0), 0.0, LONGEST_WAIT))
    while True:
        begun = await engine.errand(lambda: _begin(run, step, look))
        if begun is not None:
            (data, arrays), _ = await engine.pictures.make(run.address, begun)
            return {**data, "step": step, "epoch": run.timeline.position(step)}, arrays
        if time.monotonic() > deadline:
            raise TeslaError(f"Still training to epoch {run.timeline.position(step):g}; try again.")
        await asyncio.sleep(0)


def _begin(run: Run, step: int, look: Callable[[Stack], Look]) -> Look | None:
    """Runs on the worker thread: a look that has what it needs of the stack, or None after a slice towards the step."""
    cursor = run.cursor if run.cursor.step == step else run.go_back(step)
    if cursor.step < step:
        run_slice(cursor, SlicePlan(step, SLICE))
    if cursor.step < step:
        return None
    begun = look(cursor.training.stack)
    next(begun)
    return begun
