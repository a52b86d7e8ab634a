"""People of a class as a browser test meets them: a teacher at the console, students on their phones."""

from __future__ import annotations

from urllib.parse import urlencode

from playwright.sync_api import Page, expect

from tests.pages.live_page import ROOT, WAIT, seen

SMALL = {"b_data": "Moons", "b_panels": ["TESLA K=4", "ReLU"], "b_width": "16", "b_samples": "200", "b_epochs": "60"}


def open_room(page: Page, url: str) -> str:
    """The owner of the machine opens a room; its code."""
    page.set_default_timeout(WAIT)
    page.goto(f"{url}/console")
    page.get_by_role("button", name="Open a room").click()
    code = page.locator(".tc-join-code")
    code.wait_for()
    return code.inner_text()


def show_lab(console: Page, url: str, **more: str) -> Page:
    """The teacher opens a page of the lab beside the console: the class sees it."""
    page = console.context.new_page()
    page.set_default_timeout(WAIT)
    page.goto(f"{url}/boundaries?{urlencode({**SMALL, **more}, doseq=True)}")
    page.wait_for_selector(f"{ROOT}[data-frame]")
    return page


def join(page: Page, url: str, code: str, name: str) -> None:
    """By the form at /join, as somebody who reads the code from the wall."""
    page.set_default_timeout(WAIT)
    page.goto(f"{url}/join")
    page.get_by_label("Code on the wall").fill(code.lower())
    page.get_by_label("Your name in the class").fill(name)
    page.get_by_role("button", name="Join").click()
    page.wait_for_url(f"**/r/{code}")
    expect(page.locator(".tc-name")).to_have_text(name)


def draw(page: Page, height: float) -> None:
    """A line across the pad with a finger that is no ruler."""
    pad = page.locator(".tc-pad")
    pad.scroll_into_view_if_needed()
    box = pad.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 10, box["y"] + height * box["height"])
    page.mouse.down()
    for step in range(1, 20):
        page.mouse.move(
            box["x"] + 10 + step * (box["width"] - 20) / 20, box["y"] + height * box["height"] + 6 * (step % 3)
        )
    page.mouse.up()
    expect(page.get_by_text("Your line is saved.")).to_be_visible()


def together(pages: list[Page], least: int = 0) -> None:
    """All of them show the same frame, at this epoch or later."""
    for page in pages:
        page.wait_for_function(f"() => +document.querySelector('{ROOT}').dataset.epoch >= {least}")
    for _ in range(50):
        if len(frames := {seen(page, "frame") for page in pages}) == 1:
            return
        pages[0].wait_for_timeout(200)
    raise AssertionError(f"the class is at different frames: {frames}")


def person(console: Page, name: str):
    """A student's row of the console."""
    return console.locator(".tc-person").filter(has_text=name)
