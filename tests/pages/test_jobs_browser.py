"""Jobs in a real browser with real processes: launched, watched, cancelled, and alive when the app is killed."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tesla_core.jobs.processes import Process
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.job import Job, Request
from tesla_core.jobs.store.states import ACTIVE, State
from tesla_core.jobs.store.store import Store
from tesla_core.jobs.supervisor.starting import ensure_supervisor
from tesla_core.problems.parity.experiment import ParitySpec
from tesla_core.problems.parity.table import TASK_BLIND
from tests.pages.conftest import free_port, wait_until_healthy

WAIT = 90_000
CURVE = ".tesla-plot[data-drawn]"
LONG = ParitySpec(bits=12, epochs=20_000, width=16, batch=256)


class Lab:
    """An app with a data folder of its own, which can be killed and started again."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root, self.folder = root, folder
        self.home = Home(folder / "home")
        self.environment = {
            **os.environ,
            "TESLA_LAB_HOME": str(self.home.path),
            "TESLA_LAB_CPU_SLOTS": "1",
            "TESLA_LAB_GPUS": "none",
            "TESLA_LAB_PASSCODE": "",
        }
        self.process: subprocess.Popen[bytes] | None = None
        self.store = Store(self.home)

    def start(self) -> str:
        port, log = free_port(), self.folder / "app.log"
        command = [sys.executable, "-m", "streamlit", "run", "app.py", f"--server.port={port}"]
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                [*command, "--server.address=127.0.0.1", "--server.headless=true"],
                cwd=self.root,
                env=self.environment,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        url = f"http://127.0.0.1:{port}"
        wait_until_healthy(url, self.process, log)
        return url

    def kill(self) -> None:
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def close(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.kill()
        for job in self.store.active() + self.store.queue():
            self.store.request_cancel(job.id)
        wait_for(lambda: not self.store.active())
        self._end_supervisor()
        self.store.close()

    def _end_supervisor(self) -> None:
        """By the identity it wrote into its lock, so that nothing else is ever signalled."""
        boot, _, rest = self.home.lock.read_text().rpartition(" ")[0].rpartition(" ")
        pid, ticks = int(rest), int(self.home.lock.read_text().rpartition(" ")[2])
        supervisor = Process(boot, pid, ticks)
        if supervisor.alive:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
        wait_for(lambda: not supervisor.alive)


def wait_for(condition: Callable[[], object], seconds: float = 60.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.1)


@pytest.fixture(scope="module")
def lab(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    lab = Lab(root, tmp_path_factory.mktemp("lab"))
    yield lab
    lab.close()


@pytest.fixture
def open_jobs(browser: Browser) -> Iterator[Callable[[str], Page]]:
    """A page of the jobs; exceptions on it and errors of its scripts fail the test."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    errors: list[str] = []

    def open_(url: str) -> Page:
        page = context.new_page()
        page.set_default_timeout(WAIT)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{url}/jobs")
        page.wait_for_selector(".tesla-jobs")
        return page

    yield open_
    shown = [box.inner_text() for page in context.pages for box in page.locator('[data-testid="stException"]').all()]
    context.close()
    assert not errors
    assert not shown


def drawn(page: Page) -> int:
    """Points in the first chart."""
    return int(page.locator(CURVE).first.get_attribute("data-drawn") or 0)


def wait_for_more(page: Page, than: int) -> None:
    page.wait_for_function(f"() => +(document.querySelector('{CURVE}')?.dataset.drawn ?? 0) > {than}")


def reach(page: Page) -> list[float]:
    """What the first chart's x axis shows."""
    return page.locator(CURVE).first.evaluate("graph => graph._fullLayout.xaxis.range.map(Number)")


def zoom_in(page: Page) -> None:
    """Drag over a part of the first chart, as a person does."""
    area = page.locator(f"{CURVE} .nsewdrag").first
    area.scroll_into_view_if_needed()
    box = area.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 0.2 * box["width"], box["y"] + 0.5 * box["height"])
    page.mouse.down()
    page.mouse.move(box["x"] + 0.7 * box["width"], box["y"] + 0.5 * box["height"], steps=4)
    page.mouse.up()
    page.wait_for_timeout(500)  # Plotly waits for a second click before it zooms


def row(page: Page, job: Job):
    return page.locator(f'.tesla-jobs tr[data-job="{job.id}"]')


def test_launch_watch_reload_cancel_and_read_why(lab: Lab, open_jobs: Callable[[str], Page]) -> None:
    """What a person does on the first day, and a zoom that outlives new points."""
    page = open_jobs(lab.start())
    page.get_by_role("button", name="Clear all").first.click()
    expect(page.get_by_role("button", name="Launch 3 runs")).to_be_visible(timeout=WAIT)
    page.get_by_role("textbox", name="Bits").fill("12")
    page.get_by_role("textbox", name="Train size").fill("")
    page.get_by_role("textbox", name="Seeds").fill("0")
    page.get_by_text("More options: model and training").click()
    page.get_by_role("textbox", name="Width").fill("16")
    page.get_by_role("textbox", name="Epochs").fill("20000")
    page.get_by_role("textbox", name="Batch size").fill("256")
    page.get_by_role("textbox", name="Batch size").press("Enter")
    launch = page.get_by_role("button", name=re.compile(r"^Launch( [\d,]+)? runs?$"))
    expect(launch, "a field that was filled in is lost").to_have_accessible_name("Launch run", timeout=WAIT)
    launch.click()
    expect(page.get_by_text("Job 1 is queued")).to_be_visible(timeout=WAIT)
    # Fields filled in one go, faster than the page answers: none is lost.
    assert lab.store.get("1").spec == replace(LONG, init=TASK_BLIND)

    wait_for_more(page, 0)
    whole = reach(page)
    zoom_in(page)
    zoomed, before = reach(page), drawn(page)
    assert zoomed != whole
    wait_for_more(page, before)
    assert reach(page) == zoomed

    (third,) = lab.store.submit([Request(ParitySpec(), device="cuda:3")])
    (second,) = lab.store.submit([Request(LONG, name="Another")])
    ensure_supervisor(lab.home)
    page.reload()
    wait_for_more(page, before)
    expect(row(page, third)).to_contain_text("GPU", timeout=WAIT)
    expect(row(page, third)).to_contain_text("failed", timeout=WAIT)
    row(page, third).get_by_role("button").click()
    expect(page.locator('[data-testid="stAlert"]').filter(has_text="GPU")).to_be_visible(timeout=WAIT)

    row(page, second).get_by_role("button").click()
    page.get_by_role("button", name="Cancel").click()
    expect(row(page, second)).to_contain_text("cancelled", timeout=WAIT)
    assert lab.store.get(second.id).state == State.CANCELLED
    assert lab.store.get("1").state == State.RUNNING


def test_jobs_outlive_the_app(lab: Lab, open_jobs: Callable[[str], Page]) -> None:
    """The app is killed outright: the job goes on under the same pid, and a new app shows history and live curves."""
    if not [job for job in lab.store.active() if job.state == State.RUNNING]:
        lab.store.submit([Request(LONG)])
        ensure_supervisor(lab.home)
    if lab.process is None or lab.process.poll() is not None:
        lab.start()
    wait_for(lambda: any(job.process for job in lab.store.list(states=ACTIVE)))
    running = lab.store.list(states=ACTIVE, limit=1)[0]
    assert running.process is not None
    lab.kill()
    page = open_jobs(lab.start())
    expect(row(page, running)).to_contain_text("running", timeout=WAIT)
    wait_for_more(page, 0)
    wait_for_more(page, drawn(page))
    now = lab.store.get(running.id)
    assert (now.process, now.attempts) == (running.process, 1)
    assert row(page, running).is_visible()
