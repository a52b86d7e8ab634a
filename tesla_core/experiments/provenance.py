"""Where a number comes from: the revision of this tree, the packages that decide it, and the machine."""

from __future__ import annotations

import os
import platform
import subprocess
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import tesla_core
from tesla_core.data_folder import PACKAGE_ROOT

PACKAGES = ("torch", "numpy", "scikit-learn", "accelerate", "timm", "triton", "llvmlite")
VARIABLE = "TESLA_LAB_REVISION"  # for an image that is built without the repository


def revision() -> str:
    """The commit, with "-dirty" after it where files were changed; "" where nobody knows."""
    if named := os.environ.get(VARIABLE, "").strip():
        return named
    if not (PACKAGE_ROOT / ".git").exists():
        return ""
    command = ["git", "-C", str(PACKAGE_ROOT), "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
    try:
        asked = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return asked.stdout.strip() if asked.returncode == 0 else ""


@cache
def versions() -> dict[str, str]:
    """Read from what is installed; nothing is imported."""
    found = {"python": platform.python_version(), "tesla_core": tesla_core.__version__}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def machine() -> str:
    """The processor's name and its system, as a reader compares times by; nothing that tells one host from another."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    processor = names[0] if names else platform.processor() or platform.machine()
    return f"{processor}, {platform.system()} {platform.machine()}"


def provenance() -> dict[str, Any]:
    """What a result says of itself beside its numbers."""
    return {"revision": revision(), "machine": machine(), "versions": versions()}
