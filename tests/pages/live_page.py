"""A live page as a browser test meets it: its root, its buttons, what it says of itself and what it paints."""

from __future__ import annotations

import time
from collections.abc import Callable

from playwright.sync_api import Page

WAIT = 90_000
ROOT = '[data-testid="tesla-live"]'

Open = Callable[..., Page]


def seen(page: Page, name: str) -> str:
    return page.locator(ROOT).get_attribute(f"data-{name}") or ""


def wait_for(page: Page, condition: str) -> None:
    """Wait until a condition on the root's data (d) holds."""
    page.wait_for_function(f"() => {{ const d = document.querySelector('{ROOT}').dataset; return {condition}; }}")


def press(page: Page, name: str) -> None:
    page.locator(ROOT).get_by_role("button", name=name, exact=True).click()


def pixels(page: Page, panel: int = 1) -> str:
    """The picture of a panel as it is painted."""
    return page.locator(f"{ROOT} canvas.tl-picture").nth(panel).evaluate("canvas => canvas.toDataURL()")


def settled(page: Page) -> tuple[str, str]:
    """Picture and frame number once the paused playhead's own frame has come and stood for half a second."""
    deadline, last = time.monotonic() + 30, ("", "")
    while (now := (pixels(page), seen(page, "frame"))) != last:
        assert time.monotonic() < deadline, "the picture moves on though it is paused"
        last = now
        page.wait_for_timeout(500)
    return now
