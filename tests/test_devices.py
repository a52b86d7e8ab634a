"""The device is chosen when a program runs, and a wrong one is refused before anything is made on it."""

from __future__ import annotations

import pytest
import torch

from tesla_core.devices import choose_device
from tesla_core.errors import TeslaError


@pytest.mark.parametrize(
    ("cuda", "mps", "chosen"),
    [(True, True, "cuda"), (True, False, "cuda"), (False, True, "mps"), (False, False, "cpu")],
)
def test_auto_takes_a_gpu_where_there_is_one(
    monkeypatch: pytest.MonkeyPatch, cuda: bool, mps: bool, chosen: str
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: cuda)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: mps)
    assert choose_device() == chosen


def test_a_device_that_is_there_is_taken_as_named() -> None:
    assert choose_device("cpu") == "cpu"


@pytest.mark.parametrize("name", ["gpu", "", "cpu:-1", "cuda:99"])
def test_a_device_that_is_not_there_is_refused_with_the_choices(name: str) -> None:
    with pytest.raises(TeslaError, match=f"Device {name!r} can't be used here: .*Choose auto, cpu, cuda or mps"):
        choose_device(name)
