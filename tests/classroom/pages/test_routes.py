"""The plain pages of a class. If these fail, somebody with a phone stands before a closed door without knowing why."""

from __future__ import annotations

import gzip
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from urllib.parse import urlencode

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.testclient import TestClient

from tesla_core.classroom.experiment.experiment import ValueResult
from tesla_core.classroom.experiment.request import read_design
from tesla_core.classroom.experiment.store import ExperimentStore
from tesla_core.classroom.pages.files import class_files
from tesla_core.classroom.pages.routes import class_routes
from tesla_core.classroom.room import MOST_MEMBERS, Room
from tesla_core.classroom.rules import Way, actor_of
from tesla_core.classroom.service import Classroom
from tesla_core.jobs.launch.access import Person
from tesla_core.jobs.store.home import Home
from tesla_core.live.spec import LiveSpec
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.parity.surface import SurfaceTask
from tesla_core.training.settings import Settings
from tesla_core.visits.middleware import VisitMiddleware
from tesla_core.visits.visit import COOKIE, Visit, visits

TEACHER = Person("teacher", may_launch=True)
OWNER = Visit("0123456789abcdef", "127.0.0.1")
MOST_BYTES = 100_000
PARITY = LiveSpec(SurfaceTask(6, 32), (ModelSpec(harmonics=4, width=16, depth=1),), Settings(epochs=6, batch=8))
HTML = {"accept": "text/html"}
OWN = {"sec-fetch-site": "same-origin"}


@pytest.fixture
def rooms(tmp_path: Path) -> Iterator[Classroom]:
    found = Classroom(Home(tmp_path), clock=count(time.time(), 1.0).__next__)  # a second a look: nobody hurries
    yield found
    found.close()


@pytest.fixture
def room(rooms: Classroom) -> Room:
    return rooms.open_room(OWNER, TEACHER)


@pytest.fixture
def site(rooms: Classroom) -> Starlette:
    routes = class_routes("lab", own=lambda: rooms)
    return Starlette(routes=routes, middleware=[Middleware(VisitMiddleware, path="/lab")])


def browser(site: Starlette, visit: Visit | None = None) -> TestClient:
    """A browser with cookies of its own; of somebody who is known, if one is given."""
    client = TestClient(site, follow_redirects=False, headers=HTML, client=("127.0.0.1", 50_000))
    if visit is not None:
        client.cookies.set(COOKIE, visits().cookie(visit))
    return client


def send(client: TestClient, **form: str):
    client.get("/lab/join")  # which gives the cookie
    return client.post("/lab/_tesla/join", content=urlencode(form), headers=OWN)


def test_a_code_as_people_type_it_leads_to_the_class(site: Starlette, room: Room, rooms: Classroom) -> None:
    client = browser(site)
    answer = send(client, code=f" {room.code[:2].lower()}-{room.code[2:].lower()} ", name="Ada")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/lab/r/{room.code}")
    page = client.get(f"/lab/r/{room.code}").text
    assert f'"room":"{room.code}"' in page
    assert '"path":"/lab/live"' in page
    assert [member.name for member in rooms.rooms()[0].present] == ["Ada"]


def test_who_leaves_the_name_empty_gets_one(site: Starlette, room: Room, rooms: Classroom) -> None:
    assert send(browser(site), code=room.code, name="").status_code == 303
    (member,) = rooms.rooms()[0].present
    assert len(member.name.split()) == 2


def test_the_link_asks_for_a_name_alone(site: Starlette, room: Room) -> None:
    """Who comes by the QR code types no code."""
    page = browser(site).get(f"/lab/r/{room.code}")
    assert page.status_code == 200
    assert f'type="hidden" name="code" value="{room.code}"' in page.text
    assert "Code on the wall" not in page.text


@pytest.mark.parametrize(
    ("code", "sentence"),
    [("QQQQ", "There is no room QQQQ"), ("1234", "four letters"), ("<b>x</b>", "four letters"), ("", "four letters")],
)
def test_a_wrong_code_says_so_and_keeps_what_was_typed(site: Starlette, room: Room, code: str, sentence: str) -> None:
    answer = send(browser(site), code=code, name="Ada <i>")
    assert answer.status_code == 409
    assert sentence in answer.text
    assert "Ada &lt;i&gt;" in answer.text
    assert "<b>x" not in answer.text


def test_locked_full_removed_and_ended_are_said_kindly(site: Starlette, room: Room, rooms: Classroom) -> None:
    owner = actor_of(room, OWNER.identity, Way.CONSOLE)
    inside = browser(site)
    send(inside, code=room.code, name="Ada")
    (ada,) = rooms.rooms()[0].present
    rooms.act(room.code, owner, "lock", {"on": True})
    assert "The teacher has locked this room." in send(browser(site), code=room.code, name="Ben").text
    rooms.act(room.code, owner, "lock", {"on": False})
    for number in range(MOST_MEMBERS - 1):
        rooms.join(Visit(f"{number:016x}", "127.0.0.1"), room.code, f"S{number}")
    assert "This room is full" in send(browser(site), code=room.code, name="Late").text
    rooms.act(room.code, owner, "remove", {"member": ada.id})
    removed = inside.get(f"/lab/r/{room.code}")
    assert removed.status_code == 403
    assert "You were removed from this room." in removed.text
    rooms.end(room.code)
    for path in (f"/lab/r/{room.code}", f"/lab/wall/{room.code}"):
        ended = browser(site).get(path)
        assert ended.status_code == 404
        assert f"The room {room.code} has ended." in ended.text


def test_another_site_can_join_nobody(site: Starlette, room: Room, rooms: Classroom) -> None:
    client = browser(site)
    client.get("/lab/join")
    answer = client.post(
        "/lab/_tesla/join", content=urlencode({"code": room.code}), headers={"sec-fetch-site": "cross-site"}
    )
    assert answer.status_code == 403
    assert client.post("/lab/_tesla/join", content="x" * 100_000, headers=OWN).status_code == 413
    assert not rooms.rooms()[0].present


def test_the_owner_comes_to_the_console_and_a_small_letter_to_the_room(site: Starlette, room: Room) -> None:
    owner = browser(site, OWNER)
    assert owner.get(f"/lab/r/{room.code}").headers["location"] == "/lab/console"
    assert browser(site).get(f"/lab/r/{room.code.lower()}").headers["location"] == f"/lab/r/{room.code}"


def test_the_wall_shows_how_to_join_before_any_script_runs(site: Starlette, room: Room) -> None:
    page = browser(site).get(f"/lab/wall/{room.code}").text
    assert f">{room.code}</span>" in page
    assert "testserver/lab/join" in page
    assert "<svg" in page


def test_notes_are_the_owners_alone(site: Starlette, room: Room, rooms: Classroom) -> None:
    """Everything that was asked and said, in one file; names are left out where they are hidden."""
    owner = actor_of(room, OWNER.identity, Way.CONSOLE)
    student = browser(site)
    send(student, code=room.code, name="Ada <b>")
    (ada,) = rooms.rooms()[0].present
    asked = {
        "kind": "choice",
        "text": "Who <leads>?",
        "options": ["TESLA", "ReLU"],
        "rule": {"rule": "option", "index": 0},
    }
    rooms.act(room.code, owner, "ask", {"question": asked})
    rooms.act(room.code, actor_of(rooms.rooms()[0], ada.identity, Way.MEMBER), "answer", {"value": 0})
    rooms.settle(room.code, 1, {"options": [0]})
    rooms.act(room.code, owner, "ask", {"question": {"kind": "draw", "text": "Draw it"}})
    rooms.act(
        room.code, actor_of(rooms.rooms()[0], ada.identity, Way.MEMBER), "answer", {"value": [[[0, 0], [1, 0.5]]]}
    )
    rooms.act(room.code, owner, "ask", {"question": {"kind": "number", "text": "How many?"}})
    rooms.act(room.code, actor_of(rooms.rooms()[0], ada.identity, Way.MEMBER), "answer", {"value": 40})
    design = read_design(PARITY.text, {"field": "settings.lr", "values": "0.001, 0.01"})
    experiments = ExperimentStore(rooms.database)
    begun = experiments.begin(room.code, design, [ada.id], time.time())
    experiments.keep(room.code, begun.number, {0: ValueResult(6, 0.75, False, None, done=True)})
    path = f"/lab/_tesla/classroom/{room.code}/notes.html"
    assert student.get(path).status_code == browser(site).get(path).status_code == 403
    notes = browser(site, OWNER).get(path)
    assert "attachment" in notes.headers["content-disposition"]
    for part in (
        "Who &lt;leads&gt;?",
        "Ada &lt;b&gt;",
        "✓ right",
        "0,0 1000,500",
        "<td>40</td>",
        "<td>75.0%</td>",
        "1 of 2 are done",
    ):
        assert part in notes.text, part
    rooms.act(room.code, owner, "hide", {"on": True})
    assert "Ada" not in browser(site, OWNER).get(path).text


def test_who_sends_the_form_without_end_is_told_to_wait(site: Starlette, room: Room, rooms: Classroom) -> None:
    """Each one that changes a name is written to the disk; and what is no form at all is refused with a sentence."""
    client = browser(site)
    answers = {send(client, code=room.code, name=f"Eve {number}").status_code for number in range(40)}
    assert answers == {303, 429}
    assert send(browser(site), code=room.code, name="Bob").status_code == 303
    assert client.post("/lab/_tesla/join", content="a=1&" * 20, headers=OWN).status_code == 400
    assert len(rooms.rooms()[0].present) == 2


def test_a_follower_loads_less_than_a_hundred_kilobytes(site: Starlette, room: Room) -> None:
    """On a school's network thirty phones open it at once. Both scripts and the style are counted, and the page."""
    client = browser(site)
    send(client, code=room.code, name="")
    page = client.get(f"/lab/r/{room.code}", headers={"accept-encoding": "gzip"})
    paths = [file.path("lab") for file in class_files()]
    files = [client.get(path, headers={"accept-encoding": "gzip"}) for path in paths]
    assert all(
        file.headers["content-encoding"] == "gzip" and "immutable" in file.headers["cache-control"] for file in files
    )
    own = [file for path, file in zip(paths, files, strict=True) if path in page.text]
    assert len(own) == 2, "one script and one style"
    sizes = [len(gzip.compress(answer.content, 9)) for answer in (page, *own)]
    assert sum(sizes) < MOST_BYTES, sizes
