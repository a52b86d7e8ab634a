"""Which path of φ_K runs, that a person can see it, and what it costs in memory and threads."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor

from tesla_core.activations import TESLA, tesla
from tesla_core.activations.kernels import kernel_for

CPU, CUDA, MPS = (torch.device(name) for name in ("cpu", "cuda", "mps"))

# A machine where llvmlite is missing: the import is refused before tesla_core looks for it.
WITHOUT_LLVMLITE = """
import json, logging, sys
logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
if sys.argv[1] == "blocked":
    sys.modules["llvmlite"] = None
import torch
from tesla_core import TESLA
layer = TESLA(4, scale=1.0, generator=torch.Generator().manual_seed(0))
z = torch.linspace(-9, 9, 101, requires_grad=True)
value = layer(z)
value.square().sum().backward()
layer(z)
print(json.dumps({"repr": repr(layer), "value": value.tolist(), "dz": z.grad.tolist(), "da": layer.a.grad.tolist()}))
"""


@pytest.mark.parametrize(
    ("device", "dtype", "wanted", "expected"),
    [
        (CPU, torch.float32, "auto", "native"),
        (CPU, torch.float32, "native", "native"),
        (CPU, torch.float32, "eager", "eager"),
        (CPU, torch.float64, "auto", "eager"),
        (CPU, torch.float64, "native", "eager"),
        (CPU, torch.float32, "triton", "eager"),
        (MPS, torch.float32, "auto", "eager"),
        (CUDA, torch.float64, "auto", "eager"),
        (CUDA, torch.float32, "native", "eager"),
    ],
)
def test_each_device_and_dtype_gets_the_fastest_path_that_can_run(
    device: torch.device, dtype: torch.dtype, wanted: str, expected: str
) -> None:
    name = kernel_for(device, dtype, wanted).NAME
    assert name == expected


def test_the_layer_says_which_path_runs() -> None:
    assert repr(TESLA(8)) == "TESLA(harmonics=8, scale=0.1, kernel=native)"
    assert "kernel=eager" in repr(TESLA(8, kernel="eager"))
    assert "kernel=eager" in repr(TESLA(8).double())
    assert "kernel=native" in repr(TESLA(8).bfloat16())
    assert repr(TESLA.stack([TESLA(3), TESLA(3)])) == "TESLA(models=2, harmonics=3, scale=0.1, kernel=native)"


def _in_a_process_of_its_own(root: Path, llvmlite: str) -> tuple[dict[str, Any], str]:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_LLVMLITE, llvmlite], cwd=root, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr


def test_without_llvmlite_the_eager_path_takes_over_and_says_so(root: Path) -> None:
    """On a platform that has no wheel for llvmlite everything still works, slower, with the same numbers."""
    there, log_there = _in_a_process_of_its_own(root, "there")
    blocked, log_blocked = _in_a_process_of_its_own(root, "blocked")
    assert "kernel=native" in there["repr"]
    assert log_there.splitlines() == ["INFO φ_K on cpu: native kernel"]  # once, not at every call
    assert "kernel=eager" in blocked["repr"]
    assert "WARNING φ_K on cpu: no native kernel" in log_blocked
    assert log_blocked.count("WARNING") == 1
    for name in ("value", "dz", "da"):
        torch.testing.assert_close(torch.tensor(blocked[name]), torch.tensor(there[name]), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("kernel", ["native", "eager"])
@pytest.mark.parametrize("harmonics", [1, 8, 64])
def test_one_z_is_saved_for_backward_whatever_the_number_of_harmonics(kernel: str, harmonics: int) -> None:
    """A loop over sin(kz) would save 2K tensors of z's size; a layer of 64 harmonics would not fit."""
    layer, z = TESLA(harmonics, kernel=kernel), torch.randn(100, 30, requires_grad=True)
    saved: list[Tensor] = []

    def pack(tensor: Tensor) -> Tensor:
        saved.append(tensor)
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        layer(z)
    assert sum(t.nbytes for t in saved) == z.nbytes + layer.a.nbytes + layer.b.nbytes
    assert z.data_ptr() in [t.data_ptr() for t in saved]  # z itself, not a copy


@pytest.mark.parametrize("shape", [(1, 700_001), (3, 250_000), (2, 400, 1000)])
def test_the_result_does_not_depend_on_the_number_of_threads(shape: tuple[int, ...]) -> None:
    """A run on a laptop and on a server with more cores must agree bit for bit."""
    generator = torch.Generator().manual_seed(0)
    z, g = (5 * torch.randn(*shape, generator=generator) for _ in range(2))
    a, b = (torch.randn(shape[0], 3, generator=generator) for _ in range(2))
    before, results = torch.get_num_threads(), []
    try:
        for threads in (1, 2, 3):
            torch.set_num_threads(threads)
            leaves = [t.clone().requires_grad_() for t in (z, a, b)]
            value = tesla(leaves[0], leaves[1], leaves[2], "native")
            results.append([value.detach(), *torch.autograd.grad(value, leaves, g)])
    finally:
        torch.set_num_threads(before)
    for more in results[1:]:
        assert all(torch.equal(one, other) for one, other in zip(results[0], more, strict=True))
