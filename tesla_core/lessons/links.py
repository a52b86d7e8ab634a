"""Links of lessons into the lab: whether there is such a page, and whether what they set can be set there."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from tesla_core.canvas.scene import LinkedRun, preset_links, scene_of
from tesla_core.errors import TeslaError
from tesla_core.lab.links import EVERY_PAGE, given_of
from tesla_core.lessons.lesson import LabLink
from tesla_core.messages.say import ENGLISH, speaking
from tesla_core.paper.statements import STATEMENTS

OTHER_PAGES: Mapping[str, tuple[str, ...]] = {
    "activation": ("home_",),
    "lottery": ("theory_l_",),
    "harmonics": ("theory_",),
    "kernels": ("theory_",),
    "bounds": ("theory_",),
    "theory": (),
    "paper": ("claim", "ledger_", "paper_"),
    "learn": ("lesson", "step"),
}
"""Pages without a run to show beside a step: by path, how the parameters begin that the page reads."""
CLAIM = "claim"


def link_of(fields: Mapping[str, object]) -> LabLink:
    """What a lesson says of the page beside its step: its `link`, or the name of a `preset`, "Parity: Six bits …"."""
    if len(fields) != 1 or not set(fields) <= {"link", "preset"}:
        raise TeslaError(f"A scene has link or preset; {', '.join(fields) or 'nothing'} was given.")
    if "link" in fields:
        return checked(str(fields["link"]))
    wanted = str(fields["preset"])
    with speaking(ENGLISH):
        known = dict(preset_links())
    if wanted not in known:
        raise TeslaError(f"There is no preset “{wanted}”. There are: {'; '.join(known)}.")
    return checked(known[wanted])


def checked(text: str) -> LabLink:
    """A link as a lesson has it, "/parity?v=2&p_bits=6". A TeslaError says what of it can't be opened."""
    parts = urlsplit(text)
    path = parts.path.strip("/")
    if parts.scheme or parts.netloc or not text.startswith("/"):
        raise TeslaError(f"A scene is a page of the lab, as in /parity?v=2&p_bits=6; {text!r} was given.")
    if path in OTHER_PAGES:
        _check_names(path, parts.query)
        return LabLink(path, parts.query, live=False)
    told = scene_of(text).told
    if told:
        raise TeslaError(" ".join(told))
    return LabLink(path, parts.query, live=True)


def run_of(link: LabLink) -> LinkedRun:
    """The run that a live page's link leads to, in the reader's language."""
    return scene_of(link.text)


def opening_epoch(query: str) -> float | None:
    """Where a link has its run begin; None where it leaves that to who opens it."""
    asked = given_of(query).get("epoch", ["none"])[-1]
    return float(asked) if asked.isdecimal() else None


def _check_names(path: str, query: str) -> None:
    given, begins = given_of(query), OTHER_PAGES[path]
    for name in given:
        if name not in EVERY_PAGE and not (begins and name.startswith(begins)):
            raise TeslaError(f"“{name}” in the link means nothing on /{path}.")
    claims = {statement.id for statement in STATEMENTS}
    for claim in given.get(CLAIM, ()):
        if claim not in claims:
            raise TeslaError(f"The ledger has no claim “{claim}”.")
