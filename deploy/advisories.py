"""The last part of `make audit`: known holes in the pinned packages, asked of PyPI's advisory service by pip-audit.

Where the service can't be reached this is said and is no failure: the audit's other parts have been heard by then.
"""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROBE = "https://pypi.org/pypi/pip/24.0/json"  # pip-audit asks the same of every package; of this one PyPI knows
SECONDS = 15.0
AUDIT = (
    *(str(Path(sys.prefix) / "tools" / "bin" / "pip-audit"), "--strict", "--disable-pip", "--no-deps"),
    *("--requirement", "constraints.txt", "--requirement", "requirements.txt"),
)


def out_of_reach(url: str = PROBE) -> str:
    """Why the service can't be asked; empty where it can."""
    try:
        with urllib.request.urlopen(url, timeout=SECONDS) as answer:
            known = json.load(answer)
    except (OSError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    return "" if isinstance(known, dict) and "vulnerabilities" in known else "it answers, but not with advisories"


def main(url: str = PROBE, command: Sequence[str] = AUDIT) -> int:
    if why := out_of_reach(url):
        print(f"Known holes in packages were not looked for: {url} can't be asked from here ({why}).")
        return 0
    return subprocess.run(command, cwd=ROOT).returncode


if __name__ == "__main__":
    raise SystemExit(main())
