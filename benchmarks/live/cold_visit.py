"""One visit of a live page in a browser with an empty cache: when each stage was reached, and what came until then.

Stages are taken from the browser's own events, which every revision of the app has: the socket of the live route, the
first frame on it, and the page's acknowledgement, which is sent when that frame is painted.
"""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable
from typing import Any

from tesla_core.live.protocol import FRAMES

STAGES = ("shell", "first message of the script", "canvas opens its socket", "first frame came", "first frame painted")
PATIENCE = 60.0  # seconds
PLAYED_AT = "10"  # epochs a second: a choice that the toolbar of every revision has


class Visit:
    """A page in a context of its own, and what the browser says of it."""

    def __init__(self, browser: Any, address: str, processor: Callable[[], float]) -> None:
        """processor: the seconds that the app has used until now."""
        self.context = browser.new_context(viewport={"width": 1440, "height": 900})
        self.page = self.context.new_page()
        self.at: dict[str, float] = {}
        self.requests, self.bytes = 0, 0
        self.frames: list[tuple[float, int]] = []  # when each came, and its bytes
        self.watch: dict[str, Any] = {}  # what the page asked for on the live route
        self.paid = 0.0
        self._processor, self._began = processor, processor()
        self._live: set[str] = set()
        events = self.context.new_cdp_session(self.page)
        for name, handler in {
            "Network.requestWillBeSent": self._request,
            "Network.loadingFinished": self._finished,
            "Network.webSocketCreated": self._created,
            "Network.webSocketWillSendHandshakeRequest": self._shook,
            "Network.webSocketFrameReceived": self._received,
            "Network.webSocketFrameSent": self._sent,
            "Page.lifecycleEvent": self._lived,
        }.items():
            events.on(name, handler)
        events.send("Network.enable")
        events.send("Page.enable")
        events.send("Page.setLifecycleEventsEnabled", {"enabled": True})
        self.page.goto(address, wait_until="commit")

    def __enter__(self) -> Visit:
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()

    def _request(self, event: Any) -> None:
        self.requests += 1
        self.at.setdefault("start", event["timestamp"])

    def _finished(self, event: Any) -> None:
        self.bytes += event["encodedDataLength"]

    def _created(self, event: Any) -> None:
        if event["url"].endswith("/live"):
            self._live.add(event["requestId"])

    def _shook(self, event: Any) -> None:
        if event["requestId"] in self._live:
            self.at.setdefault(STAGES[2], event["timestamp"])

    def _received(self, event: Any) -> None:
        response = event["response"]
        if event["requestId"] not in self._live:
            self.at.setdefault(STAGES[1], event["timestamp"])
        elif response["opcode"] == 2:
            message = base64.b64decode(response["payloadData"])
            if message[0] in FRAMES:
                self.at.setdefault(STAGES[3], event["timestamp"])
                self.frames.append((event["timestamp"], len(message)))

    def _sent(self, event: Any) -> None:
        if event["requestId"] not in self._live or event["response"]["opcode"] != 1:
            return
        message = json.loads(event["response"]["payloadData"])
        if message["type"] == "watch":
            self.watch = message
        elif message["type"] == "ack" and STAGES[4] not in self.at:
            self.at[STAGES[4]] = event["timestamp"]
            self.paid = self._processor() - self._began

    def _lived(self, event: Any) -> None:
        if event["name"] == "firstContentfulPaint":
            self.at.setdefault(STAGES[0], event["timestamp"])

    def first_frame(self) -> dict[str, float]:
        """Wait until it is painted: seconds from the request to each stage, what the app paid until then, and what came
        in all until the page was quiet."""
        deadline = time.monotonic() + PATIENCE
        while STAGES[-1] not in self.at:
            if time.monotonic() > deadline:
                raise SystemExit(f"No frame was painted within {PATIENCE:.0f} s; reached: {', '.join(self.at)}.")
            self.page.wait_for_timeout(20)
        self.page.wait_for_timeout(1500)
        times = {name: self.at[name] - self.at["start"] for name in STAGES if name in self.at}
        came = {"requests": float(self.requests), "megabytes": self.bytes / 1e6}
        return {**times, "processor seconds until the first frame, web and engine": self.paid, **came}

    def play(self, seconds: float) -> dict[str, float]:
        """Frames a second and bytes a frame while it plays, after a moment to get going."""
        canvas = self.page.get_by_test_id("tesla-live")
        canvas.get_by_label("Speed", exact=True).select_option(PLAYED_AT)
        canvas.get_by_role("button", name="Play", exact=True).click()
        self.page.wait_for_timeout(2000)
        before = len(self.frames)
        self.page.wait_for_timeout(1000 * seconds)
        played = self.frames[before:]
        if len(played) < 2:
            raise SystemExit("Nothing moved after Play was pressed.")
        rate = (len(played) - 1) / (played[-1][0] - played[0][0])
        return {"frames/s of one in a browser": rate, "KB a frame": sum(size for _, size in played) / len(played) / 1e3}
