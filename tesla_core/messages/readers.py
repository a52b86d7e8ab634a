"""Which language somebody reads: the one they chose, else the first of their browser's that the lab speaks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tesla_core.messages.catalogue import languages

ENGLISH = "en"
COOKIE = "tesla_lab_language"
PARAMETER = "lang"
"""Of a link that is meant for readers of one language."""
OWN_NAMES = {ENGLISH: "English", "ko": "한국어"}
"""Languages the lab has texts in, as their readers call them. A catalogue of another one joins by its file."""


@cache
def offered() -> dict[str, str]:
    """By its code, the name of each language that can be chosen."""
    return {**OWN_NAMES, **{code: code for code in languages() if code not in OWN_NAMES}}


def read_language(link: str | None, cookies: Mapping[str, str], accepted: str | None) -> str:
    """link: what the address asks for. accepted: as a browser writes it, "ko-KR,ko;q=0.9,en;q=0.8"."""
    for chosen in (link, cookies.get(COOKIE)):
        if chosen in offered():
            return str(chosen)
    for part in (accepted or "").split(","):
        code = part.split(";")[0].strip().split("-")[0].lower()
        if code in offered():
            return code
    return ENGLISH
