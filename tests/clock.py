"""A clock of one module's own: other threads of the tests (a server's loop, say) keep the real one."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import ModuleType, SimpleNamespace

import pytest


def set_clock(monkeypatch: pytest.MonkeyPatch, module: ModuleType, **functions: Callable[[], float]) -> None:
    """`set_clock(monkeypatch, rows, monotonic=…)`: only what `rows` itself reads as `time.monotonic` changes."""
    monkeypatch.setattr(module, "time", SimpleNamespace(**{**vars(time), **functions}))
