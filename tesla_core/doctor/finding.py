"""One line of an examination: what was looked at, what was found, and what to do where it is not well."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Literal

from tesla_core.errors import TeslaError
from tesla_core.extras import advice_for

Verdict = Literal["ok", "note", "failed"]
"""note: nothing is broken, but something can't be done here or is slower than it could be."""


@dataclass(frozen=True)
class Finding:
    about: str
    result: str
    verdict: Verdict = "ok"
    advice: str = ""

    def to_dict(self) -> dict[str, str]:
        return asdict(self)


def failed(about: str, error: BaseException) -> Finding:
    """What an error in the middle of an examination is worth: an extra that was not installed is no illness."""
    if isinstance(error, ModuleNotFoundError) and (advice := advice_for(error)):
        return Finding(about, f"{error.name} is not installed", "note", advice)
    if isinstance(error, TeslaError):
        return Finding(about, str(error), "failed")
    reason = next(iter(str(error).strip().splitlines()), "")
    return Finding(
        about,
        f"{type(error).__name__}: {reason}",
        "failed",
        "Please report this line with the output of `doctor --json`.",
    )
