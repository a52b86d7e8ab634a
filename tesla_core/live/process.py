"""The engine as a process of its own: `python -m tesla_core.live`, started by the web app.

The process that is started loads torch and waits; a child that it forks is the engine. When the child dies, the next
is there at once, since nothing has to be loaded again. Where forking is not safe, the process itself is the engine.
The first line of standard input is the address; its end means that the app is gone, and everything here ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable

import torch

from tesla_core.devices import choose_device
from tesla_core.live.engine.engine import Capacity, Engine
from tesla_core.live.engine.run import build
from tesla_core.live.engine.server import serve
from tesla_core.live.spec import LiveSpec, default_panels
from tesla_core.live.wire import Address
from tesla_core.logs import log_as_asked
from tesla_core.problems.registry import problems

log = logging.getLogger("tesla_core")

AtStart = Callable[[torch.device], None]
MOST_THREADS = 4
# Training hands the interpreter over at every operation, and would wait for it as long as this each time.
HANDOVER = 2e-4  # seconds; Python's own is 5e-3
GPU_PART = 0.5  # of its memory
SHORTEST_LIFE = 2.0  # an engine that dies sooner is not started again at once


def choose_threads(cores: int) -> int:
    """Small matrices gain little from threads and lose much on a busy machine: half the cores, at most four."""
    return max(1, min(MOST_THREADS, cores // 2))


def main(at_start: AtStart = lambda device: None, while_training: Callable[[], None] = lambda: None) -> None:
    """at_start: called with the device beside a new engine, on a thread that nothing waits for. while_training: called
    before every slice of training."""
    torch.set_num_threads(1)  # a thread pool would not live through a fork
    address = Address(**json.loads(sys.stdin.readline()))
    warm_up()
    if hasattr(os, "fork") and sys.platform.startswith("linux"):
        keep_alive(address, at_start, while_training)
    else:
        exit_with_parent(sys.stdin.fileno())
        run_engine(address, at_start, while_training)


def warm_up() -> None:
    """Load and compile what the first run would wait for. No gradients: their threads would not live through a fork."""
    for task in (problem.warm_up for problem in problems().values() if problem.warm_up is not None):
        built = build(LiveSpec(task, default_panels(width=8)), torch.device("cpu"), None, None)
        built.cursor.training.optimizer.zero_grad()
        built.cursor.training.optimizer.step()


def keep_alive(address: Address, at_start: AtStart, while_training: Callable[[], None]) -> None:
    """Fork the engine, and again whenever it dies, until standard input ends."""
    exit_with_parent(sys.stdin.fileno())
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    while True:
        born = time.monotonic()
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(write)
            exit_with_parent(read)  # the pipe ends when the process that keeps us does
            with contextlib.suppress(KeyboardInterrupt):
                run_engine(address, at_start, while_training)
            os._exit(0)
        os.close(read)
        os.waitpid(child, 0)
        os.close(write)
        if time.monotonic() - born < SHORTEST_LIFE:
            time.sleep(1.0)


def exit_with_parent(descriptor: int) -> None:
    """End this process when that pipe does, whatever it is busy with."""

    def await_end() -> None:
        while os.read(descriptor, 4096):
            pass
        os._exit(0)

    threading.Thread(target=await_end, daemon=True).start()


def cap_memory(device: torch.device) -> None:
    """On a GPU, hold the engine to its part, so that jobs there have the rest. TESLA_LAB_ENGINE_MEMORY says which."""
    if device.type != "cuda":
        return
    given = os.environ.get("TESLA_LAB_ENGINE_MEMORY", "").strip()
    try:
        part = float(given or GPU_PART)
    except ValueError:
        log.warning("TESLA_LAB_ENGINE_MEMORY must be a number from 0.05 to 1; %r was given.", given[:40])
        part = GPU_PART
    torch.cuda.set_per_process_memory_fraction(min(max(part, 0.05), 1.0), device)


def run_engine(address: Address, at_start: AtStart, while_training: Callable[[], None]) -> None:
    """Serve until killed."""
    log_as_asked("engine")
    sys.setswitchinterval(HANDOVER)
    torch.set_num_threads(choose_threads(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2))

    async def serve_all() -> None:
        device = torch.device(choose_device(os.environ.get("TESLA_DEVICE", "auto")))
        threading.Thread(target=at_start, args=(device,), daemon=True).start()
        cap_memory(device)
        await serve(Engine(device, Capacity(), while_training), address)

    asyncio.run(serve_all())
