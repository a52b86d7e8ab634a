"""The one folder of pictures that jobs may read, which the host's owner names."""

from __future__ import annotations

import os
from pathlib import Path

from tesla_core.errors import TeslaError

VARIABLE = "TESLA_LAB_IMAGES"


def named_folder() -> Path | None:
    """The folder that TESLA_LAB_IMAGES names, links followed, whether it is there or not; None where none is named."""
    named = os.environ.get(VARIABLE, "").strip()
    return expanded(named).resolve() if named else None


def expanded(path: Path | str) -> Path:
    """A path with the home that a ~ stands for."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        raise TeslaError(f"{path} begins with the home of a user who is not known here.") from None
