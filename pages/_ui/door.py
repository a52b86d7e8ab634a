"""The parts of the front door that are not Streamlit's: the recorded race, and the way into a class by its code."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from starlette.routing import Route
from streamlit.components.v2 import component

from pages._ui.jobs.plot import base_path
from pages._ui.language import language, words_for_canvas
from tesla_core.canvas.bundle import bundled, stylesheet
from tesla_core.canvas.scene import scene_of
from tesla_core.canvas.served import JSON, ServedFile, file_routes

FOLDER = Path(__file__).parents[2] / "assets" / "door"
PACE = 6.0  # epochs a second: all of it in some twenty
HEIGHT = 360
CODE_LETTERS = 4

_race = component("tesla_race", css=stylesheet(), js=bundled("race", FOLDER), isolate_styles=False)
_join = component("tesla_join", js=bundled("join", FOLDER), isolate_styles=False)


@cache
def recorded_race() -> ServedFile:
    """The run that the door shows, as `python -m tesla_core record LINK assets/door/race.json` wrote it; its own `link`
    says which."""
    return ServedFile("race", (FOLDER / "race.json").read_text(encoding="utf-8"), JSON)


def door_routes() -> list[Route]:
    """Where browsers find it, and keep it."""
    return file_routes([recorded_race()], base_path())


def race() -> None:
    """The canvas with the race, moving."""
    _race(
        key="race",
        data={**_shown(language()), "words": words_for_canvas(), "source": recorded_race().path(base_path())},
    )


@cache
def _shown(_language: str) -> dict[str, Any]:
    """How the race is shown, in the language of the page that is being made."""
    return {**scene_of(json.loads(recorded_race().text)["link"]).data, "pace": PACE, "height": HEIGHT}


def join() -> None:
    """A code, and the way to its class."""
    data = {"action": f"{base_path()}/join", "letters": CODE_LETTERS, "words": words_for_canvas()}
    _join(key="join", data=data)
