"""Where jobs run. A backend is loaded when a job first asks for it, so that an optional one costs nothing before."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from tesla_core.errors import TeslaError, check_choice

if TYPE_CHECKING:
    from tesla_core.jobs.backends.contract import Backend
    from tesla_core.jobs.store.home import Home

BACKENDS = {
    "local": ("tesla_core.jobs.backends.local", "LocalBackend"),
    "ray": ("tesla_core.jobs.backends.ray", "RayBackend"),
    "inline": ("tesla_core.jobs.backends.local", "InlineBackend"),
}
"""Each backend's name, module and class."""


def make_backend(name: str, home: Home) -> Backend:
    """The backend of that name, or a TeslaError that says what is missing for it."""
    module, backend = BACKENDS[check_choice("backend", name, BACKENDS)]
    try:
        return getattr(import_module(module), backend)(home)
    except ImportError as error:
        raise TeslaError(f"The backend {name!r} can't be used here: {error}.") from error
