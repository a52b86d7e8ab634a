"""The plain page around the canvas. If these fail, a phone gets a page that is broken, or one that runs a stranger's
script."""

from __future__ import annotations

import json
import re
import tomllib
from html.parser import HTMLParser
from pathlib import Path

from tesla_core.canvas.page import (
    DATA,
    html_page,
    json_in_html,
    plain_style,
    script_inside,
    script_link,
    style_inside,
    style_link,
)

HOSTILE = '</script><script>alert(1)</script><!-- <script> "&amp;\u2028'


class Reader(HTMLParser):
    """What a browser finds in a page: elements with their attributes and texts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None], str]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs), ""))

    def handle_data(self, data: str) -> None:
        if self.found:
            tag, attributes, text = self.found[-1]
            self.found[-1] = (tag, attributes, text + data)

    def texts(self, tag: str) -> list[str]:
        return [text for name, _, text in self.found if name == tag]


def test_what_a_person_wrote_stays_data() -> None:
    """A name that holds markup must neither run nor be changed."""
    page = html_page(HOSTILE, "ko", styles=[], script=script_link("/a.js"), data={"name": HOSTILE})
    reader = Reader(page)
    scripts = [(attributes, text) for tag, attributes, text in reader.found if tag == "script"]
    assert [attributes for attributes, _ in scripts] == [
        {"type": "application/json", "id": DATA},
        {"type": "module", "src": "/a.js"},
    ]
    assert json.loads(scripts[0][1]) == {"name": HOSTILE}
    assert reader.texts("title") == [HOSTILE] or HOSTILE in "".join(reader.texts("title"))
    assert reader.found[0][:2] == ("html", {"lang": "ko"})


def test_data_can_not_close_its_element() -> None:
    assert not re.search(r"[<>&]", json_in_html([HOSTILE]))


def test_a_script_inside_is_whole() -> None:
    """The canvas code itself names elements in its texts; a file that holds it must not end there."""
    script = 'const end = "</script>"; const open = "<!-- <script>"; const less = a < b;'
    style = ".a::after { content: '</style>'; }"
    reader = Reader(f"<head>{style_inside(style)}{script_inside(script)}</head>")
    assert [tag for tag, _, _ in reader.found] == ["head", "style", "script"]
    assert "less = a < b" in reader.texts("script")[0]
    assert r'"\x3c/script>"' in reader.texts("script")[0]


def test_a_path_can_not_leave_its_attribute() -> None:
    assert [tag for tag, _, _ in Reader(style_link('"><b>') + script_link('"><b>')).found] == ["link", "script"]


def test_plain_pages_wear_the_lab_s_colours(root: Path) -> None:
    """Who goes from a plain page to a page of the lab sees one and the same place."""
    theme = tomllib.loads((root / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]
    light, dark = plain_style().split("@media (prefers-color-scheme: dark)")
    for part, colours in ((light, theme["light"]), (dark, theme["dark"])):
        for name, value in colours.items():
            variable = re.sub(r"(?=[A-Z])", "-", name).lower()
            assert f"--st-{variable}: {value};" in part, name


def test_every_variable_that_the_canvas_uses_is_given(root: Path) -> None:
    """One that is missing would be black on black."""
    used = set(re.findall(r"--st-[\w-]+", (root / "assets" / "live" / "live.css").read_text(encoding="utf-8")))
    assert used
    assert used <= set(re.findall(r"(--st-[\w-]+):", plain_style()))
