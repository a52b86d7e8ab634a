"""The one way from a setting of the lottery to a page where it can be played."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pages._ui.controls import address
from pages._ui.live.page import board_of
from tesla_core.lab.class_page import ClassPage
from tesla_core.lab.controls import Number, Values
from tesla_core.models.init import InitRule, parse_init
from tesla_core.problems.registry import class_pages


@dataclass(frozen=True)
class Playable:
    """A live run near a setting. page: its file. query: of its link. half_range, seen: what the page can set of it."""

    page: str
    query: dict[str, str]
    half_range: float
    seen: int


def playable(bits: int, samples: int, width: int, harmonics: int, half_range: float) -> Playable | None:
    """The live run of a parity of so many bits; None where no page shows strings so long."""
    found = ((name, page) for name, page in class_pages().items() if _shows(name, page, bits))
    name, page = next(found, ("", None))
    if page is None:
        return None
    board = board_of(page)
    rules = {option: parse_init(option) for option in getattr(board.control("init"), "options", ())}
    init = min(rules, key=lambda option: _far(rules[option], bits, half_range))
    seen = min(samples, 2**bits // 2)
    wanted: Values = {"bits": bits, "seen": seen, "panels": [f"TESLA K={harmonics}"], "init": init}
    wanted["width"] = board.control("width").nearest([str(width)])[0]
    pairs = board.pairs({**wanted, "batch": 32 if seen > 100 else 8}, {})
    return Playable(
        _file(name),
        dict([("v", str(address.VERSION)), *pairs]),
        rules[init].c or bits**-0.5,
        seen,
    )


def _file(name: str) -> str:
    """Of a problem's own page, as the router names it."""
    return f"lab/{name}.py"


def _shows(name: str, page: ClassPage, bits: int) -> bool:
    """Whether a problem has a page of its own with strings of so many bits."""
    control = next((one for one in page.controls if one.name == "bits"), None)
    within = isinstance(control, Number) and control.low <= bits <= control.high
    return within and (Path(__file__).parents[2] / _file(name)).exists()


def _far(rule: InitRule, bits: int, half_range: float) -> float:
    if rule.name not in ("default", "uniform"):
        return float("inf")
    return abs((rule.c or bits**-0.5) - half_range)
