"""Whether the lab on this machine can serve: `python -m deploy.health` exits with 0 or 1 and says which part can't.

The question a container's health check asks, and the keeper in deploy/start.py.
"""

from __future__ import annotations

import json
import os
import urllib.error
import urllib.request
from dataclasses import dataclass

PATIENCE = 8.0  # seconds: /readyz gives each of its parts two
NO_ANSWER = "no answer"


@dataclass(frozen=True)
class Health:
    """wrong: each part that is not "ok", with its word. A lab that does not answer at all has the one part "web"."""

    wrong: dict[str, str]

    @property
    def good(self) -> bool:
        return not self.wrong

    @property
    def mended_by_a_restart(self) -> bool:
        """A full disk is still full after a restart, for which a class would lose its pages."""
        return bool(self.wrong.keys() & {"web", "engine"})

    @property
    def sentence(self) -> str:
        return "; ".join(f"{part}: {word}" for part, word in self.wrong.items()) or "ok"


def port() -> int:
    return int(os.environ.get("TESLA_LAB_PORT", "8501"))


def ask(url: str | None = None) -> Health:
    try:
        with urllib.request.urlopen(url or f"http://127.0.0.1:{port()}/readyz", timeout=PATIENCE) as response:
            return read(response.read())
    except urllib.error.HTTPError as error:
        return read(error.read())
    except OSError:
        return Health({"web": NO_ANSWER})


def read(answer: bytes) -> Health:
    """Of the answer's body: {"ready": false, "parts": {"engine": "does not answer", "store": "ok"}}."""
    try:
        parts = json.loads(answer)["parts"]
        return Health({str(part): str(word) for part, word in parts.items() if word != "ok"})
    except (ValueError, TypeError, KeyError, AttributeError):
        return Health({"web": "an answer that is not the lab's"})


if __name__ == "__main__":
    health = ask()
    print(health.sentence)
    raise SystemExit(0 if health.good else 1)
