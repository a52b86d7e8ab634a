"""How long the first φ_K of a fresh process takes beyond the import of torch: the kernel is compiled on the way."""

from __future__ import annotations

import subprocess
import sys

from benchmarks.harness import Effort, Measurement, Ratio, at_most

CODE = """
import time, torch
z = torch.randn(128, 1024, requires_grad=True)
torch.nn.functional.gelu(z).sum().backward()  # what any first backward pass costs is not ours
start = time.perf_counter()
from tesla_core.activations import TESLA
TESLA(8)(z).sum().backward()
print(time.perf_counter() - start)
"""


def run(effort: Effort) -> list[Measurement]:
    processes = [
        subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True, timeout=120)
        for _ in range(effort.turns(3))
    ]
    seconds = Ratio.of([float(process.stdout) for process in processes])
    return [Measurement("first call", "φ_8", "s in a fresh process", seconds, at_most(3.0))]
