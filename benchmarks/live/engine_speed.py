"""Epochs a second of the default twelve panels, frames included, against twelve plain PyTorch loops on the same cores.

    python -m benchmarks.live.engine_speed [--turns 5] [--seconds 6] [--threads N]

The engine plays to one viewer at full speed; then it pauses and the plain loops run, in turns, so that what else the
machine does weighs on both. The ratio is of epochs a second on the wall; beside it stands that of processor time.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import time
from collections.abc import Iterator
from statistics import median
from typing import Any

import psutil
import torch
from torch import Tensor, nn

from benchmarks.live.site import report
from benchmarks.plain import PlainTESLA, plain_epochs, plain_mlp
from tesla_core.live.protocol import FRAME, frame_position
from tesla_core.live.service import LiveService
from tesla_core.live.spec import LiveSpec, default_panels
from tesla_core.live.wire import BINARY, MOST_OUT, connect, pack_text, parse_object, read_message
from tesla_core.models.build import build_model
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.toys.task import ToyTask
from tesla_core.training.settings import Settings


class Sine(nn.Module):
    def forward(self, z: Tensor) -> Tensor:
        return torch.sin(30.0 * z)


class Snake(nn.Module):
    def forward(self, z: Tensor) -> Tensor:
        return z + torch.sin(z) ** 2


PLAIN = {"relu": nn.ReLU, "gelu": nn.GELU, "silu": nn.SiLU, "tanh": nn.Tanh, "siren": Sine, "snake": Snake}


def plain_model(panel: ModelSpec) -> nn.Module:
    """The panel as one would write it; KAN is this project's own, since there is no plainer one at hand."""
    if panel.activation == "tesla":
        return plain_mlp(2, panel.width, lambda: PlainTESLA(panel.harmonics))
    return (
        plain_mlp(2, panel.width, PLAIN[panel.activation]) if panel.activation in PLAIN else build_model(panel, 2, 1, 0)
    )


class EngineViewer:
    """A viewer at full speed, straight on the engine's socket."""

    def __init__(self, service: LiveService, spec: LiveSpec) -> None:
        self.service, self.spec = service, spec
        self.head, self.frames = 0.0, 0

    async def watch(self) -> None:
        while True:
            with contextlib.suppress(OSError):
                reader, self.writer = await connect(self.service.address)
                break
            await asyncio.sleep(0.1)
        self.send(type="hello", secret=self.service.address.secret)
        self.send(type="watch", spec=self.spec.text, speed=0)
        while True:
            kind, payload = await read_message(reader, MOST_OUT)
            if kind != BINARY:
                message = parse_object(payload)
                self.head = message.get("head", self.head)
            elif payload[0] == FRAME:
                self.frames += 1
                self.send(type="ack", frame=frame_position(payload)[0])

    def send(self, **message: Any) -> None:
        self.writer.write(pack_text(message))


async def measure(turns: int, seconds: float, threads: int) -> dict[str, Any]:
    torch.set_num_threads(threads)
    task = ToyTask("spiral")
    spec = LiveSpec(task, default_panels(), Settings(epochs=5000, batch=100))
    data = task.sample()
    loops: list[Iterator[None]] = [plain_epochs(plain_model(panel), data, 100) for panel in spec.panels]
    for loop in loops:
        next(loop)
    service, turns_of = LiveService(), []
    async with service.lifespan():
        viewer = EngineViewer(service, spec)
        watching = asyncio.create_task(viewer.watch())
        while not viewer.frames:
            await asyncio.sleep(0.1)
        engine = psutil.Process(service.client().status().pid)
        for turn in range(turns + 1):
            viewer.send(type="play")
            await asyncio.sleep(0.5)
            start, head, frames, paid = time.monotonic(), viewer.head, viewer.frames, _paid(engine)
            await asyncio.sleep(seconds)
            await asyncio.sleep(0.3)  # the head is told four times a second
            epochs, wall = viewer.head - head, time.monotonic() - start
            engine_turn = (epochs / wall, epochs / (_paid(engine) - paid), (viewer.frames - frames) / wall)
            viewer.send(type="pause")
            await asyncio.sleep(0.5)
            plain_turn = await asyncio.to_thread(_plain_turn, loops, seconds)
            if turn:  # the first warms up
                turns_of.append((*engine_turn, *plain_turn))
        watching.cancel()
    wall_ratio = median(turn[0] / turn[3] for turn in turns_of)
    return {
        "threads_plain": threads,
        "engine_epochs_a_second": median(turn[0] for turn in turns_of),
        "engine_frames_a_second": median(turn[2] for turn in turns_of),
        "plain_epochs_a_second": median(turn[3] for turn in turns_of),
        "ratio": wall_ratio,
        "ratio_of_processor_time": median(turn[1] / turn[4] for turn in turns_of),
        "turns": len(turns_of),
    }


def _paid(process: psutil.Process) -> float:
    times = process.cpu_times()
    return times.user + times.system


def _plain_turn(loops: list[Iterator[None]], seconds: float) -> tuple[float, float]:
    """Epochs of all twelve a second on the wall, and a second of the processor."""
    start, paid, epochs = time.monotonic(), time.process_time(), 0
    while time.monotonic() - start < seconds:
        for loop in loops:
            next(loop)
        epochs += 1
    return epochs / (time.monotonic() - start), epochs / (time.process_time() - paid)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--threads", type=int, default=torch.get_num_threads(), help="of the plain loops")
    options = parser.parse_args()
    data = asyncio.run(measure(options.turns, options.seconds, options.threads))
    rows = [
        ("engine, epochs/s of twelve panels", f"{data['engine_epochs_a_second']:.1f}"),
        ("  with frames/s", f"{data['engine_frames_a_second']:.1f}"),
        (f"plain loops ({data['threads_plain']} threads), epochs/s of twelve", f"{data['plain_epochs_a_second']:.2f}"),
        ("ratio on the wall", f"{data['ratio']:.2f}"),
        ("ratio of processor time", f"{data['ratio_of_processor_time']:.2f}"),
    ]
    report("The engine against plain loops", rows, data)


if __name__ == "__main__":
    main()
