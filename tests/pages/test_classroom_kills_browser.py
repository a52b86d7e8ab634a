"""The app or the engine dies in the middle of a question. If this fails, a class loses its place and what it said."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages.class_page import join, open_room, show_lab
from tests.pages.conftest import DESKTOP, PHONE, free_port, stop, wait_until_healthy
from tests.pages.live_page import ROOT, press, wait_for

LATE = 60.0  # seconds; a quiet machine needs ten at most, one that runs all tests at once several times as many
BACK = """(epoch) => { const { state, epoch: at } = document.querySelector('[data-testid="tesla-live"]').dataset;
  return at === epoch && ["paused", "running", "finished"].includes(state); }"""


class Lab:
    """An app of its own, which can be killed and started again where it was."""

    def __init__(self, root: Path, folder: Path) -> None:
        self._root, self._folder, self._port = root, folder, free_port()
        self.url = f"http://127.0.0.1:{self._port}"
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "streamlit", "run", "app.py", f"--server.port={self._port}"]
        command += ["--server.address=127.0.0.1", "--server.headless=true"]
        log = self._folder / "app.log"
        environment = {**os.environ, "TESLA_LAB_HOME": str(self._folder / "data")}
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                command, cwd=self._root, env=environment, stdout=output, stderr=output, start_new_session=True
            )
        wait_until_healthy(self.url, self.process, log)

    def kill(self) -> None:
        """Without a goodbye; what it had started goes by itself, as it does on a machine."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def kill_engine(self) -> None:
        children = psutil.Process(self.process.pid).children()
        (engine,) = (one for one in children if one.cmdline()[-2:] == ["-m", "tesla_core.live"])
        engine.kill()


@pytest.fixture
def lab(root: Path, tmp_path: Path) -> Iterator[Lab]:
    found = Lab(root, tmp_path)
    yield found
    stop(found.process)


def person_at(browser: Browser, phone: bool) -> Page:
    """Somebody whose console may complain: a server that is gone does not answer."""
    return browser.new_context(viewport=PHONE if phone else DESKTOP, has_touch=phone).new_page()


@pytest.mark.slow
def test_everybody_is_back_with_answers_and_places(lab: Lab, browser: Browser) -> None:
    """First the engine, then the app is killed while a question is open. Nobody reloads a page."""
    console, wall, *students = people = [person_at(browser, phone) for phone in (False, False, True, True, True)]
    code = open_room(console, lab.url)
    wall.goto(f"{lab.url}/wall/{code}")
    for page, name in zip(students, ("Ada", "Ben", "Cho"), strict=True):
        join(page, lab.url, code, name)
    leading = show_lab(console, lab.url)
    press(leading, "Play")
    wait_for(leading, "+d.epoch >= 4")
    press(leading, "Pause")
    leading.close()
    console.get_by_role("button", name="Ask", exact=True).click()
    for page, answer in zip(students[:2], ("TESLA K=4", "ReLU"), strict=True):
        page.get_by_role("button", name=answer, exact=True).click()
    expect(wall.locator(".tc-answered")).to_have_text("2 of 3 have answered")
    place = console.locator(ROOT).get_attribute("data-epoch")

    lab.kill_engine()
    back(people, place, "the engine")
    lab.kill()
    lab.start()
    back(people, place, "the app")

    for page, answer in zip(students[:2], ("TESLA K=4", "ReLU"), strict=True):
        expect(page.get_by_role("button", name=answer, exact=True)).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".tc-name")).to_have_text("Ada" if answer == "TESLA K=4" else "Ben")
    students[2].get_by_role("button", name="ReLU", exact=True).click()
    expect(wall.locator(".tc-answered")).to_have_text("3 of 3 have answered")
    console.get_by_role("button", name="Reveal").click()
    for page in people:
        expect(page.locator(".tc-bar-count").nth(1)).to_have_text("2")
    for page in people:
        page.context.close()


def back(people: list[Page], epoch: str | None, whose: str) -> None:
    """All of them see the run again, where it was."""
    since = time.monotonic()
    time.sleep(0.3)  # until the loss is noticed
    for page in people:
        page.wait_for_function(BACK, arg=epoch, timeout=1000 * (LATE - time.monotonic() + since))
    print(f"after the death of {whose} everybody is back in {time.monotonic() - since:.1f} s")
