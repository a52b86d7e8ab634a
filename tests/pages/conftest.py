"""The real app on a free port and a real Chromium, shared by the tests of all pages."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from functools import cache
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from pages._ui.inspect import focus as spectra_focus
from pages._ui.inspect import questions as spectra_questions
from pages._ui.live.playhead import ShownFrame
from tesla_core.jobs.store.home import Home
from tesla_core.jobs.store.store import Store
from tests.pages.live_page import ROOT, WAIT, Open
from tests.pages.script_page import Open as OpenScript

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
DESKTOP = ViewportSize(width=1440, height=900)
PHONE = ViewportSize(width=390, height=844)
START_SECONDS = 60
STOP_SECONDS = 15

OpenPage = Callable[..., Page]
Profile = Callable[[bool, bool, int], BrowserContext]


@pytest.fixture(scope="session", autouse=True)
def components_are_looked_for_once() -> Iterator[None]:
    """Each AppTest would read anew what all installed packages say of themselves: most of a page test's time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests))
        yield


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until_healthy(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            pytest.fail(f"the app ended with code {process.returncode}:\n{log.read_text()}")
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=2) as answer:
                if answer.status == 200:
                    return
        except (urllib.error.URLError, TimeoutError, ConnectionError):
            time.sleep(0.1)
    pytest.fail(f"the app did not answer within {START_SECONDS} s:\n{log.read_text()}")


def stop(process: subprocess.Popen[bytes]) -> None:
    """Ask the app to end as a person's Ctrl-C would; whatever is left of its group after that is killed."""
    process.send_signal(signal.SIGINT)
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


class CoursePage(BaseHTTPRequestHandler):
    """A page of another site, with a frame of what its query says."""

    def do_GET(self) -> None:
        shown = escape(unquote(urlsplit(self.path).query))
        page = f'<!doctype html><title>Course</title><iframe src="{shown}" width="900" height="700"></iframe>'
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(page.encode())

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Nobody reads it."""


@pytest.fixture(scope="session")
def course_site() -> Iterator[str]:
    """Another site: `{course_site}/?{address}` has that address in a frame."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), CoursePage)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def app_url(root: Path, tmp_path_factory: pytest.TempPathFactory, course_site: str) -> Iterator[str]:
    """The address of the app, started the way README says, stopped when the tests are over."""
    folder = tmp_path_factory.mktemp("app")
    port, log = free_port(), folder / "app.log"
    command = [sys.executable, "-m", "streamlit", "run", "app.py"]
    command += [f"--server.port={port}", "--server.address=127.0.0.1", "--server.headless=true"]
    # Nobody's own jobs; and one other site may show the lab in a frame.
    environment = {**os.environ, "TESLA_LAB_HOME": str(folder / "data"), "TESLA_LAB_EMBED_ORIGINS": course_site}
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, cwd=root, env=environment, stdout=output, stderr=output, start_new_session=True
        )
    url = f"http://127.0.0.1:{port}"
    try:
        wait_until_healthy(url, process, log)
        yield url
    finally:
        stop(process)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium. Without one the page tests fail: a page nobody looked at is not tested."""
    found = [path for name in CHROMIUM_NAMES if (path := shutil.which(name))]
    if not found:
        pytest.fail(f"no Chromium on the PATH (looked for {', '.join(CHROMIUM_NAMES)}); `make browser` installs one")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found[0], args=CHROMIUM_FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def profile(browser: Browser) -> Iterator[Profile]:
    """`profile(phone, dark, number)`: profiles are kept over the tests, so that the app's scripts load from a cache."""
    made: dict[tuple[bool, bool, int], BrowserContext] = {}

    def get(phone: bool, dark: bool, number: int) -> BrowserContext:
        if (phone, dark, number) not in made:
            made[phone, dark, number] = browser.new_context(
                viewport=PHONE if phone else DESKTOP, color_scheme="dark" if dark else "light", has_touch=phone
            )
        return made[phone, dark, number]

    yield get
    for context in made.values():
        context.close()


@pytest.fixture
def new_tab(profile: Profile) -> Iterator[OpenPage]:
    """`new_tab(phone=…, dark=…)` gives an empty page, each of a test in another profile, as if of another person, that
    remembers nothing. Whatever is opened in it, errors in its console and exceptions on the page fail the test."""
    pages: list[Page] = []
    errors: list[str] = []

    def open_(*, phone: bool = False, dark: bool = False) -> Page:
        pages.append(profile(phone, dark, len(pages)).new_page())
        pages[-1].on("console", lambda message: errors.append(message.text) if is_error(message) else None)
        pages[-1].on("pageerror", lambda error: errors.append(str(error)))
        return pages[-1]

    yield open_
    exceptions = [box.inner_text() for page in pages for box in exception_boxes(page)]
    for page in pages:
        forget(page)
    assert not exceptions, f"exceptions shown on the page: {exceptions}"
    assert not errors, f"errors in the browser's console: {errors}"


def forget(page: Page) -> None:
    """Leave the page, and nothing of it in its profile but the cache."""
    if page.url.startswith("http"):
        page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    page.close()
    page.context.clear_cookies()


@pytest.fixture
def open_page(app_url: str, new_tab: OpenPage) -> OpenPage:
    """`open_page("/path?query", phone=…, dark=…)` gives a loaded page."""

    def open_(path: str = "/", *, phone: bool = False, dark: bool = False) -> Page:
        page = new_tab(phone=phone, dark=dark)
        page.goto(app_url + path)
        page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]', timeout=90_000)
        return page

    return open_


@pytest.fixture
def open_live(app_url: str, new_tab: OpenPage) -> Open:
    """`open_live("/boundaries", SMALL, phone=…)` waits for the first frame."""

    def open_(path: str, parameters: dict | str = "", *, phone: bool = False, dark: bool = False) -> Page:
        page = new_tab(phone=phone, dark=dark)
        page.set_default_timeout(WAIT)
        query = parameters if isinstance(parameters, str) else urlencode(parameters, doseq=True)
        page.goto(f"{app_url}{path}?{query}")
        page.wait_for_selector(f"{ROOT}[data-frame]")
        page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')
        return page

    return open_


def is_error(message) -> bool:
    """Streamlit looks for its own address below a deep link first; that question's 404 is not ours."""
    return message.type == "error" and "/_stcore/" not in message.location.get("url", "")


def exception_boxes(page: Page) -> list:
    return page.locator('[data-testid="stException"]').all()


@pytest.fixture
def at_epoch_five(monkeypatch: pytest.MonkeyPatch) -> None:
    """The canvas of a page that looks into layers stands still at epoch 5."""
    monkeypatch.setattr(spectra_focus, "playhead", lambda key, run: ShownFrame(5, moving=False))
    spectra_questions.layer_view.clear()
    spectra_questions.outcome.clear()


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A lab of its own, and the owner at its machine; nothing is started."""
    monkeypatch.setenv("TESLA_LAB_HOME", str(tmp_path))
    monkeypatch.setenv("TESLA_LAB_CPU_SLOTS", "2")
    monkeypatch.setenv("TESLA_LAB_GPUS", "none")
    monkeypatch.delenv("TESLA_LAB_PASSCODE", raising=False)
    monkeypatch.setattr("pages._ui.jobs.roles._address", lambda: "127.0.0.1")
    monkeypatch.setattr("tesla_core.jobs.supervisor.starting.ensure_supervisor", lambda home: None)
    return Store(Home(tmp_path))


@pytest.fixture
def open_jobs(root: Path, store: Store) -> OpenScript:
    """`open_jobs(job="3")` runs the page at such a link; without the router, which would run the home page first."""

    def open_(**parameters: str) -> AppTest:
        app = AppTest.from_file(str(root / "pages" / "jobs" / "board.py"), default_timeout=120)
        for name, value in parameters.items():
            app.query_params[name] = value
        return app.run()

    return open_
