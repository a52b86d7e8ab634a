"""Which Ray cluster, and what its machines have: read from the environment, checked at once."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from tesla_core.errors import TeslaError, check_range, check_whole

ADDRESS = "TESLA_LAB_RAY_ADDRESS"
PORT = 8265


@dataclass(frozen=True)
class RaySettings:
    """What the variables TESLA_LAB_RAY_… say.

    address: of the head's dashboard, which serves the Jobs API. folder: where the cluster's machines see the runs of
    this home; None if under the same path. python: their interpreter. cpus: cores for each process of a job.
    stop_seconds: the cluster's own time from SIGTERM to SIGKILL; it is fixed when a job is handed over. patience: how
    long a head may be silent before its jobs count as gone with it. secret: of a cluster that asks for a token.
    """

    address: str
    folder: Path | None = None
    python: str = sys.executable
    cpus: int = 1
    stop_seconds: int = 10
    patience: float = 30.0
    secret: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "address", _checked(self.address))
        check_whole("TESLA_LAB_RAY_CPUS", self.cpus, 1, 4096)
        check_whole("TESLA_LAB_RAY_STOP_SECONDS", self.stop_seconds, 1, 3600)
        check_range("TESLA_LAB_RAY_PATIENCE (seconds)", self.patience, 0.0, 1e9)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> RaySettings:
        given = {
            name: environment[f"TESLA_LAB_RAY_{name.upper()}"].strip()
            for name in ("folder", "python", "cpus", "stop_seconds", "patience")
            if environment.get(f"TESLA_LAB_RAY_{name.upper()}", "").strip()
        }
        kinds = {"folder": Path, "python": str, "cpus": int, "stop_seconds": int, "patience": float}
        values = {}
        for name, text in given.items():
            try:
                values[name] = kinds[name](text)
            except ValueError:
                raise TeslaError(f"TESLA_LAB_RAY_{name.upper()} must be a number; {text!r} was given.") from None
        return cls(environment.get(ADDRESS, ""), secret=environment.get("RAY_AUTH_TOKEN", ""), **values)


def _checked(address: str) -> str:
    """An address with its scheme and port; "head" alone is http://head:8265."""
    text = address.strip().rstrip("/")
    parts = urlsplit(text if "://" in text else f"http://{text}")
    try:
        port = parts.port
    except ValueError:
        port = -1
    if not parts.hostname or parts.scheme not in {"http", "https"} or port == -1:
        given = f"{address!r} was given" if text else "it is not set"
        raise TeslaError(f"{ADDRESS} must be the address of a Ray head, like http://head:{PORT}; {given}.")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    default = 443 if parts.scheme == "https" else PORT
    return f"{parts.scheme}://{host}:{port or default}{parts.path}"
