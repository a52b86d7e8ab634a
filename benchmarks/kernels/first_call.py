"""How long the first φ_K of a fresh process takes beyond the import of torch: the kernel is compiled on the way.

What a person waits is told by the clock on the wall, which other programs slow down; beside it stands the work done.
"""

from __future__ import annotations

import subprocess
import sys

from benchmarks.harness import Effort, Measurement, Ratio, at_most

CODE = """
import time, torch
z = torch.randn(128, 1024, requires_grad=True)
torch.nn.functional.gelu(z).sum().backward()  # what any first backward pass costs is not ours
start, start_of_work = time.perf_counter(), time.process_time()
from tesla_core.activations import TESLA
TESLA(8)(z).sum().backward()
print(time.perf_counter() - start, time.process_time() - start_of_work)
"""


def run(effort: Effort) -> list[Measurement]:
    processes = [
        subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True, timeout=120)
        for _ in range(effort.turns(3))
    ]
    waited, worked = zip(*[map(float, process.stdout.split()) for process in processes], strict=True)
    return [
        Measurement("first call", "φ_8, waited", "s in a fresh process", Ratio.of(waited), at_most(3.0)),
        Measurement("first call", "φ_8, processor time", "s in a fresh process", Ratio.of(worked)),
    ]
