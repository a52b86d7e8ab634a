"""Links of lessons into the lab: whether there is such a page, and whether what they set can be set there."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qs, urlencode, urlsplit

from tesla_core.errors import TeslaError
from tesla_core.lab.class_page import ClassPage
from tesla_core.lessons.lesson import LabLink
from tesla_core.problems.registry import class_pages

VERSION = "2"
CLASS_PAGES = {"boundaries": "toys", "parity": "parity"}
OTHER_PAGES = {
    "activation": ("home_",),
    "spectra": ("spectra_",),
    "taylor": ("taylor_",),
    "continuous": ("c",),
    "lottery": ("theory_l_",),
    "harmonics": ("theory_",),
    "kernels": ("theory_",),
    "bounds": ("theory_",),
    "theory": (),
    "paper": ("claim", "ledger_", "paper_"),
    "learn": ("lesson", "step"),
}
"""By path, how the parameters begin that the page reads."""
EVERYWHERE = ("v", "epoch")


def link_of(fields: Mapping[str, object]) -> LabLink:
    """What a lesson says of the page beside its step: `link`, or `page` and `preset`."""
    unknown = set(fields) - {"link", "page", "preset"}
    if unknown:
        raise TeslaError(f"A scene has link, or page and preset; {', '.join(sorted(unknown))} was given.")
    if "link" in fields:
        return checked(str(fields["link"]))
    return preset_link(str(fields.get("page", "")), str(fields.get("preset", "")))


def preset_link(path: str, name: str) -> LabLink:
    """The link that opens a preset of a live page."""
    page = _class_page(path)
    if page is None:
        raise TeslaError(f"Presets are those of {', '.join(CLASS_PAGES)}; page {path!r} was given.")
    preset = next((preset for preset in page.presets if preset.name == name), None)
    if preset is None:
        known = "; ".join(preset.name for preset in page.presets)
        raise TeslaError(f"{path} has no preset {name!r}. It has: {known}.")
    pairs = [
        (f"{page.prefix}{control.name}", text)
        for control in page.controls
        if (value := preset.values.get(control.name, control.default))
        != page.presets[0].values.get(control.name, control.default)
        for text in control.written(value)
    ]
    return LabLink(path, urlencode([("v", VERSION), *pairs]))


def checked(text: str) -> LabLink:
    """A link as a lesson has it, "/parity?v=2&p_bits=6". A TeslaError says what of it can't be opened."""
    parts = urlsplit(text)
    path = parts.path.removeprefix("/")
    if parts.scheme or parts.netloc or not text.startswith("/"):
        raise TeslaError(f"A scene is a page of the lab, as in /parity?v=2&p_bits=6; {text!r} was given.")
    given = parse_qs(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query))
    page = _class_page(path)
    if page is not None:
        _check_controls(page, given)
    elif path in OTHER_PAGES:
        _check_names(given, OTHER_PAGES[path])
    else:
        raise TeslaError(f"The lab has no page /{path}; it has {', '.join([*CLASS_PAGES, *OTHER_PAGES])}.")
    return LabLink(path, parts.query)


def _class_page(path: str) -> ClassPage | None:
    return class_pages()[CLASS_PAGES[path]] if path in CLASS_PAGES else None


def _check_controls(page: ClassPage, given: Mapping[str, list[str]]) -> None:
    controls = {f"{page.prefix}{control.name}": control for control in page.controls}
    for name, texts in given.items():
        if name in EVERYWHERE:
            continue
        if name not in controls:
            raise TeslaError(f"{name} is no setting of that page.")
        _, told = controls[name].nearest(texts)
        if told:
            raise TeslaError(told)


def _check_names(given: Mapping[str, list[str]], begins: tuple[str, ...]) -> None:
    for name in given:
        if name not in EVERYWHERE and not (begins and name.startswith(begins)):
            raise TeslaError(f"{name} is no setting of that page.")
