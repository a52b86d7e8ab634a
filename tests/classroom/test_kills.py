"""If these fail, a crash in the middle of a question loses what a class has answered, or the class itself."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psutil
import pytest

from tesla_core.classroom.service import Classroom
from tesla_core.jobs.store.home import Home
from tesla_core.live.service import LiveService
from tesla_core.live.spec import LiveSpec
from tesla_core.visits.visit import Visit
from tests.classroom.conftest import TEACHER, Page, open_socket, visitor

SpecMaker = Callable[..., LiveSpec]
ROOT = Path(__file__).parents[2]
QUESTION = {"kind": "number", "text": "How many will find it?", "low": 0, "high": 100}
LATE = 60.0  # seconds; a quiet machine needs ten at most, one that runs all tests at once several times as many


class Server:
    """The process, and browsers that come back to it."""

    def __init__(self, home: Path) -> None:
        self.home = home
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "tests.classroom.serving", str(self.port), str(self.home)]
        self.process = subprocess.Popen(command, cwd=ROOT)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def engine(self) -> int:
        """The process that trains: the child of the one that keeps it alive."""
        keepers = psutil.Process(self.process.pid).children()
        return next(child.pid for keeper in keepers for child in keeper.children())

    def page(self, visit: Visit, code: str, way: str, stack: ExitStack) -> Page:
        """As a page comes back by itself: again and again until somebody is there."""
        deadline = time.monotonic() + 60
        while True:
            try:
                page = Page(stack.enter_context(open_socket(self.port, visit)), visit)
                return page.enter(code, way)
            except OSError:
                assert time.monotonic() < deadline, "the server did not start"
                time.sleep(0.1)


@contextmanager
def serving(home: Path) -> Iterator[Server]:
    server = Server(home)
    try:
        yield server
    finally:
        server.kill()


@pytest.mark.slow
@pytest.mark.parametrize("victim", ["app", "engine"])
def test_a_kill_in_the_middle_of_a_question_loses_nothing(tmp_path: Path, make_spec: SpecMaker, victim: str) -> None:
    """All are back by themselves, with their answers, at the epoch where the class was."""
    teacher, students = visitor(), [visitor() for _ in range(4)]
    rooms = Classroom(Home(tmp_path))
    code = rooms.open_room(teacher, TEACHER).code
    for number, student in enumerate(students):
        rooms.join(student, code, f"Student {number}")
    mount = LiveService("tests").mount(make_spec(seed=41, epochs=400))
    rooms.show(teacher.identity, {"mount": mount, "title": "A race"})
    rooms.close()
    with serving(tmp_path) as server, ExitStack() as stack:
        console = server.page(teacher, code, "console", stack)
        page = server.page(teacher, code, "page", stack)
        page.send("watch", spec=mount["spec"], token=mount["token"])
        pages = [server.page(student, code, "member", stack) for student in students]
        page.receive(lambda page: page.frames, 60)
        page.send("play", speed=0)
        page.receive(lambda page: page.position >= 20)
        page.send("pause")
        page.send("seek", epoch=12)
        for each in pages:
            each.receive(lambda page: page.position == 12)
        time.sleep(2.5)  # where the class is, is written every two seconds
        console.do("ask", question=QUESTION)
        for number, each in enumerate(pages[:3]):
            each.receive(lambda page: page.room["question"])
            each.do("answer", value=number)  # "done" is the server's word that it is kept
        killed = time.monotonic()
        if victim == "engine":
            os.kill(server.engine(), signal.SIGKILL)
            for each in pages:
                each.receive(lambda page: any(told.get("state") == "restarting" for told in page.messages))
        else:
            server.kill()
            server.start()
            pages = [server.page(student, code, "member", stack) for student in students]
            console = server.page(teacher, code, "console", stack)
        for number, each in enumerate(pages):
            each.positions.clear()
            each.receive(lambda page: page.position == 12, LATE)
            assert each.room["you"]["answer"] == (number if number < 3 else None)
            assert each.room["you"]["name"] == f"Student {number}"
            assert each.room["question"]["open"]
        print(f"{victim}: all back after {time.monotonic() - killed:.1f} s")
        pages[3].do("answer", value=3)
        console.do("reveal")
        pages[0].receive(lambda page: page.room["question"]["revealed"])
        assert sorted(answer["value"] for answer in pages[0].room["question"]["answers"]) == [0, 1, 2, 3]
