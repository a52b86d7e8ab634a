"""Links to live pages: which version of the defaults they mean, and their parameters as a page reads them.

A link leaves out what is at its default, so it must say whose defaults it means: `v`. Links were made without one up to
revision 36e8c8f; a link with parameters of a page and no `v` means version 1, the defaults of that revision. A page
without parameters opens with the newest. To change a default: give the new one, keep the old one in `before` of its
Control or Preset under the last version that had it, and raise VERSION if links with the present one are out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qs, urlencode

from tesla_core.errors import TeslaError
from tesla_core.messages.say import say

VERSION = 2
_WITHOUT_VERSION = ("b_", "p_", "spectra_", "taylor_", "c_", "cb_", "ci_", "cs_", "home_")
"""How parameters of pages began when links had no version. Closed: a later page's links have one."""
EVERY_PAGE = ("v", "epoch", "embed", "embed_options")
"""What any link may hold beside its page's own."""
MOST_PARAMETERS = 200

Pair = tuple[str, str]
Given = Mapping[str, Sequence[str]]
"""All values of each parameter of a link."""


def given_of(query: str) -> Given:
    """The parameters of a link's query."""
    try:
        return parse_qs(query.removeprefix("?"), keep_blank_values=True, max_num_fields=MOST_PARAMETERS)
    except ValueError:
        raise TeslaError(
            say("A link has at most {most} parameters; this one has more.", most=MOST_PARAMETERS)
        ) from None


def query_of(pairs: Sequence[Pair]) -> str:
    """The query of a link with these parameters, made now."""
    return urlencode([("v", str(VERSION)), *pairs])


def version_of(given: Given) -> int:
    """Whose defaults a link means."""
    said = (given.get("v") or [""])[-1]
    if said.isdecimal() and len(said) < 5:
        return min(max(int(said), 1), VERSION)
    return 1 if any(name.startswith(_WITHOUT_VERSION) for name in given) else VERSION


def at_version(newest: Any, before: Mapping[int, Any], version: int) -> Any:
    """What a default was in a version: that of the first later one in `before`, or else the newest."""
    later = [each for each in before if each >= version]
    return before[min(later)] if later else newest
