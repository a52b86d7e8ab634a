"""What a look at a run's data found, before it is queued."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class DataLook:
    """options: what the run is to take in place of its own options; several for a spec that stands for several runs, as
    one that names a folder of pictures does; group is their name. warnings: what to know of the data, a sentence each.
    """

    options: tuple[Mapping[str, Any], ...] = ({},)
    warnings: tuple[str, ...] = ()
    group: str = ""
