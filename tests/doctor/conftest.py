"""A lab of its own, and kernels as a process finds them that has used none yet."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tesla_core.activations.kernels import eager_kernel, kernel_for, native_kernel
from tesla_core.activations.kernels.choice import _tried
from tesla_core.jobs.store.home import Home


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    monkeypatch.setenv("TESLA_LAB_HOME", str(tmp_path))
    return Home(tmp_path)


@pytest.fixture
def broken_kernel(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The native kernel's gradients are a little wrong, as a compiler of another processor might make them."""

    def wrong(*arguments: object) -> tuple[object, ...]:
        return tuple(1.001 * part for part in eager_kernel.gradients(*arguments))  # pyright: ignore[reportArgumentType]

    for cached in (kernel_for, _tried):
        cached.cache_clear()
    monkeypatch.setattr(native_kernel, "gradients", wrong)
    yield
    for cached in (kernel_for, _tried):
        cached.cache_clear()
