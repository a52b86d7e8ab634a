"""A follower's page in a browser with an empty cache: what it transfers, and when its first frame is painted."""

from __future__ import annotations

import secrets
from statistics import median
from typing import Any

from playwright.sync_api import sync_playwright

from benchmarks.classroom.people import ADDRESS, cookie_of, join
from benchmarks.live.cold_visit import STAGES, Visit
from tesla_core.visits.visit import COOKIE
from tesla_core.visits.visit import Visit as Visitor

CHROMIUM = "/usr/bin/chromium"
PHONE = {"width": 390, "height": 844}
VISITS = 5


class _Phone:
    """A browser whose contexts are a student's."""

    def __init__(self, browser: Any, port: int, visitor: Visitor) -> None:
        self._browser, self._url = browser, f"http://{ADDRESS}:{port}"
        self._value = cookie_of(visitor).partition("=")[2]

    def new_context(self, **options: Any) -> Any:
        context = self._browser.new_context(**{**options, "viewport": PHONE})
        context.add_cookies([{"name": COOKIE, "value": self._value, "url": self._url}])
        return context


def first_visit(port: int, code: str) -> dict[str, float]:
    """The median of some visits, each by a student who has joined."""
    times: list[float] = []
    sizes: list[float] = []
    requests: list[float] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for _ in range(VISITS):
            visitor = Visitor(secrets.token_hex(16), ADDRESS)
            join(port, visitor, code)
            with Visit(_Phone(browser, port, visitor), f"http://{ADDRESS}:{port}/r/{code}", lambda: 0.0) as visit:
                found = visit.first_frame()
            times.append(found[STAGES[-1]])
            sizes.append(1000 * found["megabytes"])
            requests.append(found["requests"])
        browser.close()
    return {
        "visits": VISITS,
        "kilobytes": float(f"{median(sizes):.3g}"),
        "requests": median(requests),
        "first_frame_seconds": float(f"{median(times):.3g}"),
    }
