"""What is known of φ_K on the device where the lab trains, as the pages are told it."""

from __future__ import annotations

import os
from contextlib import suppress

import torch

from tesla_core.activations.kernels.choice import fastest_for, try_kernel
from tesla_core.doctor.record import Record, keep, last
from tesla_core.errors import TeslaError
from tesla_core.jobs.store.home import Home
from tesla_core.training.recorded import VARIABLE


def devices() -> list[torch.device]:
    """The CPU and every GPU that torch can use."""
    gpus = [torch.device("cuda", index) for index in range(torch.cuda.device_count())]
    if torch.backends.mps.is_available():
        gpus.append(torch.device("mps"))
    return [torch.device("cpu"), *gpus]


def record_of(device: torch.device) -> Record:
    """The kernel that runs there, tried if it was not yet."""
    device = torch.empty(0, device=device).device  # "cuda" is cuda:0, say, as tensors there have it
    choice = try_kernel(fastest_for(device), device)
    return Record(str(device), choice.kernel.NAME, choice.gave_way, gpus=len(devices()) - 1)


def note_first_use(device: torch.device) -> None:
    """Try the device's kernel before the first run needs it, and leave word; a doctor who saw the same knows more."""
    with suppress(TeslaError):  # a data folder that can't be used is said where jobs are launched
        home, found = Home.find(), record_of(device)
        before = last(home)
        if before is None or (before.device, before.kernel) != (found.device, found.kernel):
            keep(found, home)
        elif before.graphs:  # seen to be right on this device; who set the variable has decided already
            os.environ.setdefault(VARIABLE, "1")


def note_use_by_job(device: torch.device) -> None:
    """A job may train elsewhere than the engine does: it leaves word where there is none, or where its kernel gave way
    and nobody has said so."""
    with suppress(TeslaError):
        home, found = Home.find(), record_of(device)
        before = last(home)
        if before is None or (found.gave_way and not before.gave_way):
            keep(found, home)
