"""Arrays that a finished run keeps beside its result, to be looked at: a file written and read without pickle."""

from __future__ import annotations

import io
import zlib
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from tesla_core.errors import TeslaError

SHIPPED = Path(__file__).parents[2] / "assets" / "results"
"""What was measured here and comes with the lab."""


def packed(**arrays: NDArray) -> bytes:
    """The arrays by name, compressed, none of them of Python objects."""
    file = io.BytesIO()
    np.savez_compressed(file, allow_pickle=False, **arrays)
    return file.getvalue()


def unpacked(path: Path) -> dict[str, NDArray]:
    """The arrays of a file by name; a TeslaError where it is torn or no such file."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            return {name: arrays[name] for name in arrays.files}
    except (OSError, ValueError, EOFError, AttributeError, BadZipFile, zlib.error) as error:
        raise TeslaError(f"{path.name} can't be read: {error}.") from error


def trained_file(figure: str) -> Path:
    """Where what was trained for a figure of the paper ships."""
    return SHIPPED / "trained" / f"figure-{figure}.npz"


def shipped_arrays(figure: str) -> dict[str, NDArray] | None:
    """What was trained for a figure of the paper; None where nothing ships."""
    return unpacked(trained_file(figure)) if trained_file(figure).exists() else None
