"""What the tests of the theory's pages have in common: a page's figures as it hands them to the browser."""

from __future__ import annotations

import json
from typing import Any

from streamlit.testing.v1 import AppTest


def figures(app: AppTest) -> list[dict[str, Any]]:
    """The Plotly figures that sliders move, as data, in the page's order."""
    given = [json.loads(component.proto.json) for component in app.get("bidi_component")]
    return [json.loads(each["figure"]) for each in given if "figure" in each]


def alts(app: AppTest) -> list[str]:
    """What a screen reader says in their place."""
    return [figure["layout"]["meta"]["alt"] for figure in figures(app)]


def words(app: AppTest) -> str:
    """All that the page says in text."""
    kinds = (app.markdown, app.caption, app.warning, app.error, app.info, app.code)
    return "\n".join(element.value for elements in kinds for element in elements)
