"""Where the lab keeps what outlives it: jobs, the signing key, what the doctor found."""

from __future__ import annotations

import os
from pathlib import Path

import tesla_core

VARIABLE = "TESLA_LAB_HOME"
PACKAGE_ROOT = Path(tesla_core.__file__).resolve().parents[1]
"""The folder from which `python -m tesla_core` works, also where the package is not installed."""
DEFAULT = PACKAGE_ROOT / "data"


def data_folder() -> Path:
    """The folder that TESLA_LAB_HOME names, else `data` beside the app. It may not be there yet."""
    return Path(os.environ.get(VARIABLE, "").strip() or DEFAULT).expanduser().absolute()
