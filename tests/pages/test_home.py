"""The front door as Streamlit sees it: what it says, where it leads, and that old links to what was here still work."""

from __future__ import annotations

import json
from base64 import b64decode
from pathlib import Path

from streamlit.testing.v1 import AppTest

from pages._ui.door import recorded_race
from tesla_core.canvas.scene import scene_of
from tests.pages.script_page import opener


def parts(app: AppTest) -> list[dict]:
    return [json.loads(part.proto.json) for part in app.get("bidi_component")]


def test_it_has_three_doors_and_a_way_into_a_class(root: Path) -> None:
    """Nobody has to know the menu to find the lab, the lessons or the paper."""
    app = opener(root, "home.py")()
    assert not app.exception
    links = [link.proto for link in app.get("page_link")]
    assert [(link.label, link.page) for link in links] == [
        ("**Try it**", "boundaries"),
        ("**Learn it**", "learn"),
        ("**Check it**", "paper"),
    ]
    (join,) = [part for part in parts(app) if "action" in part]
    assert (join["action"], join["letters"]) == ("/join", 4)


def test_the_race_costs_no_training(root: Path) -> None:
    """A thousand strangers at the door leave the engine to the class: the canvas gets a recording, no run to watch."""
    app = opener(root, "home.py")()
    (race,) = [part for part in parts(app) if "source" in part]
    assert "mount" not in race
    assert race["source"] == recorded_race().path()


def test_the_race_is_the_run_that_its_link_opens() -> None:
    """Who presses on to the lab with the race's link sees the same panels; a stale file is made again by `record`."""
    recording = json.loads(recorded_race().text)
    linked = scene_of(recording["link"])
    assert recording["run"]["run"] == linked.spec.address
    assert recording["head"] == linked.spec.settings.epochs
    assert linked.told == ()
    assert len(b64decode(recording["packed"])) < 400_000


def test_a_link_to_what_was_here_still_opens_it(root: Path) -> None:
    """The page that shapes φ by hand had this address; a teacher's slide of last year has it still."""
    app = opener(root, "home.py")(home_K="2", home_a1="0.75", home_b2="-1.25")
    assert not app.exception
    assert [app.slider(key=f"home_{name}").value for name in ("K", "a1", "b2")] == [2, 0.75, -1.25]


def test_other_parameters_leave_the_door_as_it_is(root: Path) -> None:
    """An address from a mailing or with the frame's own word is still the door."""
    app = opener(root, "home.py")(utm_source="mail", embed="true")
    assert len(app.get("page_link")) == 3
