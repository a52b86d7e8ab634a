"""Shipped results as plain dictionaries, for tests that hold sentences to them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).resolve().parents[1] / "assets" / "results"


def networks(table: str, **spec: Any) -> list[dict[str, Any]]:
    """The runs of networks with these options, their numbers beside the spec, whichever form their lines have."""
    lines = (RESULTS / f"{table}.jsonl").read_text(encoding="utf-8").splitlines()
    every = [line | line.get("metrics", {}) for line in map(json.loads, lines)]
    wanted = {"method": None, **spec}  # a specialist's run names its method
    return [row for row in every if all(row["spec"].get(key) == value for key, value in wanted.items())]
