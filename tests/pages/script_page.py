"""A page as Streamlit runs it, without a browser: opened at a link, and what it asks the canvas to show."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from streamlit.testing.v1 import AppTest

from tesla_core.live.spec import LiveSpec

Open = Callable[..., AppTest]
OTHER_PATHS = ("board", "lessons")
"""Pages whose file and path have other names: Streamlit's test finds them only among the pages of a run before."""


def opener(root: Path, page: str, unfolded: bool = False) -> Open:
    """`opener(root, "lab/boundaries.py")(b_noise="0.1", …)` runs the page at a link with these parameters. unfolded:
    with the answer to its "Why …?" opened."""

    def open_(**parameters: str | list[str]) -> AppTest:
        app = AppTest.from_file(str(root / "pages" / "router.py"), default_timeout=120)
        if unfolded:
            app.session_state["why"] = True
        if Path(page).stem in OTHER_PATHS:
            app.run()
        for name, value in parameters.items():
            app.query_params[name] = value
        return app.switch_page(page).run()

    return open_


def canvas(app: AppTest) -> dict[str, Any]:
    """What the page hands to its canvas."""
    given = [json.loads(component.proto.json) for component in app.get("bidi_component")]
    (found,) = [each for each in given if "mount" in each]
    return found


def address(app: AppTest) -> str:
    """The query that the page has written into the browser's address; the epoch is the canvas' own."""
    told = sorted(parts(app), key=lambda part: part["part"] != "page")
    return urlencode([tuple(pair) for part in told for pair in part["pairs"]])


def parts(app: AppTest) -> list[dict[str, Any]]:
    """The parts of the address as the page tells them."""
    given = [json.loads(component.proto.json) for component in app.get("bidi_component")]
    return [each for each in given if "part" in each]


def spec(app: AppTest) -> LiveSpec:
    """The run the canvas is asked to show."""
    return LiveSpec.from_text(canvas(app)["mount"]["spec"])
