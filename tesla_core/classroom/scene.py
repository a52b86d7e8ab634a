"""What a class sees: the canvas' data of the leader's page, without what is the leader's own."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tesla_core.errors import TeslaError

MOST_SCENE = 256 * 1024  # bytes
OWN = frozenset({"words", "ask", "open", "playing"})
"""Fields of a page's data that are about who looks at it."""


def as_scene(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data for everybody. A page's token says who somebody is: it must never leave with the scene."""
    mount = data.get("mount")
    if not isinstance(mount, Mapping) or not all(isinstance(mount.get(name), str) for name in ("spec", "token")):
        raise TeslaError("A scene needs the spec that it shows, signed.")
    own = {name: value for name, value in mount.items() if name != "visit"}
    scene = {**{name: value for name, value in data.items() if name not in OWN}, "mount": own}
    text = json.dumps(scene)
    if len(text) > MOST_SCENE:
        raise TeslaError(f"A scene may have {MOST_SCENE:,} bytes; this one has {len(text):,}.")
    return json.loads(text)
