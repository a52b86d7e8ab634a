"""Which implementation of φ_K runs: the fast one for the device where it can, else the eager recurrence."""

from __future__ import annotations

import importlib
import logging
from functools import lru_cache
from types import ModuleType

import torch

from tesla_core.errors import check_choice

log = logging.getLogger("tesla_core")

KERNELS = ("auto", "native", "triton", "eager")


@lru_cache(maxsize=64)
def kernel_for(device: torch.device, dtype: torch.dtype, wanted: str = "auto") -> ModuleType:
    """The kernel module for tensors that are computed in `dtype` on `device`.

    "auto" takes the fastest there is. A named kernel that can't run there gives way to "eager", which always can.
    """
    check_choice("kernel", wanted, KERNELS)
    fastest = {"cpu": "native", "cuda": "triton"}.get(device.type, "eager") if dtype == torch.float32 else "eager"
    name = "eager" if wanted == "eager" or wanted not in ("auto", fastest) else fastest
    return _load(name, device.type)


@lru_cache(maxsize=16)
def _load(name: str, device: str) -> ModuleType:
    try:
        module = importlib.import_module(f"tesla_core.activations.kernels.{name}_kernel")
    except ImportError as missing:
        log.warning("φ_K on %s: no %s kernel (%s), using the eager recurrence", device, name, missing)
        return _load("eager", device)
    log.info("φ_K on %s: %s kernel", device, name)
    return module
