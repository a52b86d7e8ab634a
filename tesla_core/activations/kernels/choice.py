"""Which implementation of φ_K runs: the device's fast one where it can and is right, else the eager recurrence."""

from __future__ import annotations

import importlib
import logging
import os
from dataclasses import dataclass
from functools import lru_cache
from threading import RLock
from types import ModuleType

import torch

from tesla_core.activations.kernels.trial import TOLERANCE, worst_error
from tesla_core.errors import check_choice

log = logging.getLogger("tesla_core")

KERNELS = ("auto", "native", "triton", "eager")
_one_at_a_time = RLock()
if hasattr(os, "register_at_fork"):  # a child that was forked in the middle of a trial has no thread to end it
    os.register_at_fork(after_in_child=_one_at_a_time._at_fork_reinit)  # pyright: ignore[reportAttributeAccessIssue]


@lru_cache(maxsize=64)
def kernel_for(device: torch.device, dtype: torch.dtype, wanted: str = "auto") -> ModuleType:
    """The kernel module for tensors that are computed in `dtype` on `device`.

    "auto" takes the fastest there is. A named kernel that can't run there gives way to "eager", which always can.
    """
    check_choice("kernel", wanted, KERNELS)
    fastest = fastest_for(device) if dtype == torch.float32 else "eager"
    name = "eager" if wanted == "eager" or wanted not in ("auto", fastest) else fastest
    return try_kernel(name, device).kernel


def fastest_for(device: torch.device) -> str:
    """The name of the kernel that was written for a device, for what is computed in float32."""
    return {"cpu": "native", "cuda": "triton"}.get(device.type, "eager")


@dataclass(frozen=True)
class KernelChoice:
    """The kernel that runs, and why it isn't the wanted one ("" where it is)."""

    kernel: ModuleType
    gave_way: str = ""


def try_kernel(name: str, device: torch.device) -> KernelChoice:
    """The kernel of that name if it loads and agrees with the recurrence on this very device, else the recurrence; it
    is tried when it is first used, and what comes out is said once, however many threads are first."""
    with _one_at_a_time:
        before = _tried.cache_info().misses
        choice = _tried(name, device)
        is_new = _tried.cache_info().misses > before
    if is_new:  # said without the lock: a log that prints a model on another thread may wait for it
        _say(name, device, choice)
    return choice


@lru_cache(maxsize=64)
def _tried(name: str, device: torch.device) -> KernelChoice:
    eager = importlib.import_module("tesla_core.activations.kernels.eager_kernel")
    if name == "eager":
        return KernelChoice(eager)
    try:
        kernel = importlib.import_module(f"tesla_core.activations.kernels.{name}_kernel")
        error = worst_error(kernel, device)
        reason = "" if error <= TOLERANCE else f"it is wrong by {error:.1e} here, {TOLERANCE:.0e} is allowed"
    except ImportError as missing:
        reason = str(missing)
    except Exception as failure:  # a compiler or driver of a machine nobody has seen may raise anything
        reason = f"it failed its trial: {type(failure).__name__}: {str(failure).strip().partition(chr(10))[0]}"
    return KernelChoice(eager, reason) if reason else KernelChoice(kernel)


def _say(name: str, device: torch.device, choice: KernelChoice) -> None:
    if choice.gave_way:
        log.warning("φ_K on %s: no %s kernel (%s), using the slower recurrence", device, name, choice.gave_way)
    else:
        log.info("φ_K on %s: %s kernel", device, name)
