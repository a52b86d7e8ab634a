"""A cold browser opens Boundaries: what it fetches, when each stage is there, and what the server pays for it.

python -m benchmarks.live.first_load [--times 5] [--page boundaries]
"""

from __future__ import annotations

import argparse
import shutil
import time
from statistics import median
from typing import Any

import psutil
from playwright.sync_api import sync_playwright

from benchmarks.live.site import processor_seconds, report, running_app

STAGES = ("shell", "first message of the script", "canvas opens its socket", "first frame came", "first frame painted")
PAINTED = '[data-testid="tesla-live"][data-state="paused"] canvas'


def load(browser: Any, address: str) -> dict[str, float]:
    """One visit with an empty cache: seconds from the request to each stage, requests and bytes."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    events = context.new_cdp_session(page)
    at: dict[str, float] = {}
    count = {"requests": 0, "bytes": 0}
    live: set[str] = set()

    def request(event: Any) -> None:
        count["requests"] += 1
        at.setdefault("start", event["timestamp"])

    def finished(event: Any) -> None:
        count["bytes"] += event["encodedDataLength"]

    def opened(event: Any) -> None:
        if event["url"].endswith("/live"):
            live.add(event["requestId"])

    def shook(event: Any) -> None:
        if event["requestId"] in live:
            at.setdefault(STAGES[2], event["timestamp"])

    def received(event: Any) -> None:
        mine = event["requestId"] in live
        if not mine:
            at.setdefault(STAGES[1], event["timestamp"])
        elif event["response"]["opcode"] == 2:
            at.setdefault(STAGES[3], event["timestamp"])

    def lived(event: Any) -> None:
        if event["name"] == "firstContentfulPaint":
            at.setdefault(STAGES[0], event["timestamp"])

    for name, handler in {
        "Network.requestWillBeSent": request,
        "Network.loadingFinished": finished,
        "Network.webSocketCreated": opened,
        "Network.webSocketWillSendHandshakeRequest": shook,
        "Network.webSocketFrameReceived": received,
        "Page.lifecycleEvent": lived,
    }.items():
        events.on(name, handler)
    events.send("Network.enable")
    events.send("Page.enable")
    events.send("Page.setLifecycleEventsEnabled", {"enabled": True})
    began = time.monotonic()
    page.goto(address, wait_until="commit")
    page.wait_for_selector(PAINTED, timeout=60_000)
    painted = time.monotonic() - began
    page.wait_for_timeout(1500)
    context.close()
    times = {name: at[name] - at["start"] for name in STAGES[:-1] if name in at}
    return {**times, STAGES[-1]: painted, "requests": count["requests"], "megabytes": count["bytes"] / 1e6}


def processor(app: psutil.Process) -> float:
    return sum(processor_seconds(each) for each in (app, *app.children(recursive=True)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--page", default="boundaries")
    options = parser.parse_args()
    visits = []
    with running_app() as (app, port), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        address = f"http://127.0.0.1:{port}/{options.page}"
        for _ in range(200):
            try:
                load(browser, address)  # the first one imports and compiles; it is not a class's
                break
            except Exception as error:
                if "ERR_CONNECTION_REFUSED" not in str(error):
                    raise
                time.sleep(0.1)
        for _ in range(options.times):
            time.sleep(1.0)
            before = processor(app)
            visits.append(load(browser, address))
            visits[-1]["processor seconds, web and engine"] = processor(app) - before
        browser.close()
    data = {name: round(median(visit[name] for visit in visits), 3) for name in visits[0]}
    report(f"Cold loads of /{options.page}, medians of {options.times}", [(n, str(v)) for n, v in data.items()], data)


if __name__ == "__main__":
    main()
