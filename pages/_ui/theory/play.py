"""The one way from a setting of the lottery to a page where it can be played."""

from __future__ import annotations

from dataclasses import dataclass

from pages._ui.live.page import board_of
from tesla_core.lab.controls import Values
from tesla_core.lab.links import VERSION
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
    offers = ((name, page, page.lottery(bits, samples)) for name, page in class_pages().items() if page.lottery)
    name, page, offer = next((found for found in offers if found[2] is not None), ("", None, None))
    if page is None or offer is None:
        return None
    data, seen = offer
    board = board_of(page)
    rules = {option: parse_init(option) for option in getattr(board.control("init"), "options", ())}
    init = min(rules, key=lambda option: _far(rules[option], bits, half_range))
    wanted: Values = {**data, "panels": [f"TESLA K={harmonics}"], "init": init}
    wanted["width"] = board.control("width").nearest([str(width)])[0]
    pairs = board.pairs(wanted, {})
    return Playable(
        f"lab/{name}.py",
        dict([("v", str(VERSION)), *pairs]),
        rules[init].c or bits**-0.5,
        seen,
    )


def _far(rule: InitRule, bits: int, half_range: float) -> float:
    if rule.name not in ("default", "uniform"):
        return float("inf")
    return abs((rule.c or bits**-0.5) - half_range)
