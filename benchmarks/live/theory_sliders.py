"""How long a slider of the theory's pages takes to move its figure, in Chromium, on a desktop and on a phone's screen.

    python -m benchmarks.live.theory_sliders [--url http://127.0.0.1:8501]… [--presses 8] [--page lottery]…

Each slider is pressed by keys, up and down. Of every press: from the message to the server until its last answer, from
the message until the figure is drawn, and the processor time of the web process, which other work does not touch.
Streamlit sends a slider's value a while after the key; that wait is not in them, and is the same for every page.
Several addresses, of two versions say, are measured in turn, slider by slider, so that other work meets both.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import statistics
from collections.abc import Iterator, Sequence

import psutil
from playwright.sync_api import Browser, Page, sync_playwright

PAGES = {
    "kernels": ("theory_f_K", "theory_f_width", "theory_f_inputs", "theory_m_K", "theory_m_rate"),
    "kernels?theory_m_learner=A+TESLA+network%2C+everything+in+it": ("theory_m_K", "theory_m_rate"),
    "harmonics?theory_k_f=maj(x1..xn)&theory_k_bits=9": ("theory_k_bits", "theory_k_epsilon", "theory_k_samples"),
    "bounds": ("bounds_samples", "bounds_width", "bounds_lr"),
    "lottery": ("theory_l_bits", "theory_l_harmonics", "theory_l_width", "theory_l_samples", "theory_l_c"),
}
SCREENS = {"desktop": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}
WATCH = """() => {
  window.seen = { sent: 0, answered: 0, drawn: 0 };
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (message) {
    if (message.byteLength > 200 || message.size > 200) {
      window.seen.sent = performance.now();
      window.seen.answered = window.seen.drawn = 0;
    }
    if (!this.watched) {
      this.watched = true;
      this.addEventListener("message", () => { window.seen.answered = performance.now(); });
    }
    return send.call(this, message);
  };
  new MutationObserver(() => { window.seen.drawn = performance.now(); }).observe(document, {
    subtree: true, attributes: true, attributeFilter: ["data-drawn", "data-frame"],
  });
}"""


def presses(page: Page, slider: str, count: int) -> Iterator[tuple[float, float]]:
    """Milliseconds of each press: until the server's last answer, and until the figure is drawn."""
    thumb = page.locator(f".st-key-{slider} input[type=range]")
    thumb.focus()
    for number in range(count):
        page.evaluate("() => { window.seen.sent = 0; }")
        page.keyboard.press("ArrowLeft" if number % 4 < 2 else "ArrowRight")
        page.wait_for_function("() => window.seen.sent && window.seen.answered > window.seen.sent", timeout=30_000)
        page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')
        page.wait_for_timeout(600)
        seen = page.evaluate("() => window.seen")
        yield seen["answered"] - seen["sent"], max(0.0, seen["drawn"] - seen["sent"])


def web_process(port: int) -> psutil.Process:
    """The process that serves the pages."""
    listening = (one for one in psutil.net_connections("tcp") if one.status == "LISTEN")
    (pid,) = {one.pid for one in listening if getattr(one.laddr, "port", 0) == port}
    return psutil.Process(pid)


def measure(urls: Sequence[str], count: int, wanted: Sequence[str] = ()) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    processes = {url: web_process(int(url.rpartition(":")[2])) for url in urls}
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"]
        )
        asked = {path: sliders for path, sliders in PAGES.items() if not wanted or path.startswith(tuple(wanted))}
        for (screen, size), (path, sliders) in itertools.product(SCREENS.items(), asked.items()):
            pages = {url: opened(chromium, f"{url}/{path}", size) for url in urls}
            for slider, url in itertools.product(sliders, urls):
                before = sum(processes[url].cpu_times()[:2])
                answered, drawn = zip(*presses(pages[url], slider, count), strict=True)
                spent = sum(processes[url].cpu_times()[:2]) - before
                rows.append(
                    {
                        "url": url,
                        "screen": screen,
                        "page": path,
                        "slider": slider,
                        "answered_ms": [round(statistics.median(answered)), round(max(answered))],
                        "drawn_ms": [round(statistics.median(drawn)), round(max(drawn))],
                        "processor_ms": round(1000 * spent / count),
                        "load": round(os.getloadavg()[0], 1),
                    }
                )
                print(json.dumps(rows[-1]), flush=True)
            for page in pages.values():
                page.close()
        chromium.close()
    return rows


def opened(chromium: Browser, address: str, size: dict[str, int]) -> Page:
    """A page with its figure drawn."""
    page = chromium.new_page(viewport={"width": size["width"], "height": size["height"]})
    page.add_init_script(f"({WATCH})()")
    page.goto(address)
    page.wait_for_selector("[data-drawn]", timeout=60_000)
    page.wait_for_timeout(1500)
    return page


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", action="append", help="of a running app (default: http://127.0.0.1:8501)")
    parser.add_argument("--presses", type=int, default=8)
    parser.add_argument("--page", action="append", default=[], help="what the pages' paths begin with (default: all)")
    asked = parser.parse_args()
    rows = measure(asked.url or ["http://127.0.0.1:8501"], asked.presses, asked.page)
    print(f"{len(rows)} sliders; each row: median and largest (ms) of {asked.presses} presses")


if __name__ == "__main__":
    main()
