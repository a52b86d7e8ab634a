"""A training asks the kernel for its memory once, not in every batch."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tesla_core.allocator import keep_freed_memory

# Two sizes by turns, as the tensors of a batch are made and freed. 24 MB would be mapped and given back each time.
FAULTS = """
import json, resource, sys
import numpy as np
from tesla_core.allocator import keep_freed_memory

def faults():
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(10):
        for megabytes in (24, 6):
            np.ones(megabytes << 17)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

usual, kept = faults(), keep_freed_memory()
faults()
print(json.dumps([usual, kept, faults()]))
"""


def test_the_pages_of_freed_arrays_are_used_again() -> None:
    done = subprocess.run([sys.executable, "-c", FAULTS], capture_output=True, text=True, check=True)
    usual, kept, after = json.loads(done.stdout)
    assert kept == sys.platform.startswith("linux")
    if kept:
        assert usual > 1000
        assert after < usual / 20


def test_a_c_library_without_the_call_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctypes.CDLL", lambda _name: object())
    assert not keep_freed_memory()
