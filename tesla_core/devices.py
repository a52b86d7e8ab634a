"""The device to compute on, chosen when the program runs."""

from __future__ import annotations

import torch

from tesla_core.errors import TeslaError


def choose_device(name: str = "auto") -> str:
    """The first GPU there is, else the CPU, for "auto". A named device is checked before it is used."""
    if name == "auto":
        if torch.cuda.is_available():
            return "cuda"
        return "mps" if torch.backends.mps.is_available() else "cpu"
    try:
        torch.zeros((), device=name).item()
    except (RuntimeError, AssertionError, NotImplementedError) as error:
        reason = str(error).splitlines()[0]
        raise TeslaError(f"Device {name!r} can't be used here: {reason} Choose auto, cpu, cuda or mps.") from error
    return name
