"""Links that people have: whatever the pages become, each opens the run that it opened when it was copied.

`36e8c8f.json` was written by the pages of that revision, before links had a version. An entry is never changed or taken
away. spec: the run that the page mounted; what a later field of a spec adds must be at its default there. shows: what
controls beside the run held.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest

from tesla_core.live.spec import LiveSpec
from tests.pages.script_page import opener, spec

LINKS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "36e8c8f.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("link", LINKS, ids=lambda link: f"{link['page']}: {link['what']}")
def test_a_link_of_before_opens_what_it_opened(root: Path, link: dict[str, Any]) -> None:
    """A teacher's slide of last year leads thirty students to the run that the teacher saw."""
    page = "home.py" if link["page"] == "home" else f"lab/{link['page']}.py"  # which leads on to the activation
    app = opener(root, page)(**parse_qs(link["query"], keep_blank_values=True))
    assert not app.exception
    if "spec" in link:
        assert spec(app) == LiveSpec.from_text(json.dumps(link["spec"]))
    assert {key: app.session_state[key] for key in link["shows"]} == link["shows"]


def test_all_pages_with_a_run_are_held() -> None:
    """The list is of use only while it covers the lab."""
    assert len(LINKS) >= 20
    assert {link["page"] for link in LINKS} == {"boundaries", "parity", "spectra", "taylor", "continuous", "home"}
