"""The front door in a real browser, as a stranger meets it."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.pages.conftest import OpenPage
from tests.pages.live_page import ROOT, WAIT, pixels, press, seen, wait_for


def overflow(page: Page) -> int:
    return page.evaluate(
        """() => Math.max(...[document.scrollingElement, document.querySelector('[data-testid="stMain"]')]
                 .map(element => element.scrollWidth - element.clientWidth))"""
    )


def test_the_race_moves_by_itself_and_can_be_stopped(open_page: OpenPage) -> None:
    """Within seconds something is learned before one's eyes; whoever it disturbs presses Pause."""
    page = open_page("/")
    page.wait_for_selector(f"{ROOT}[data-epoch]", timeout=WAIT)
    wait_for(page, "Number(d.epoch) >= 1")
    expect(page.locator(f"{ROOT} .tl-words")).to_contain_text(re.compile(r"After \d+ epoch"), timeout=WAIT)
    press(page, "Pause")
    wait_for(page, "d.state === 'paused'")
    before = seen(page, "epoch"), pixels(page)
    page.wait_for_timeout(700)
    assert (seen(page, "epoch"), pixels(page)) == before


def test_who_wants_no_motion_gets_none(app_url: str, new_tab: OpenPage) -> None:
    """The race stands where something is to be seen, and waits for Play."""
    page = new_tab()
    page.emulate_media(reduced_motion="reduce")
    page.goto(app_url)
    page.set_default_timeout(WAIT)
    page.wait_for_selector(f"{ROOT}[data-epoch='30']")
    page.wait_for_timeout(700)
    assert (seen(page, "state"), seen(page, "epoch")) == ("paused", "30")


def test_a_phone_shows_doors_and_race_without_scrolling(open_page: OpenPage) -> None:
    """What to press is in sight, large enough for a thumb."""
    page = open_page("/", phone=True, dark=True)
    page.wait_for_selector(f"{ROOT}[data-epoch]", timeout=WAIT)
    assert overflow(page) <= 0
    for name in ("Try it", "Learn it", "Check it"):
        box = page.get_by_role("link", name=name).bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["y"] + box["height"] < 300
    first = page.locator(f"{ROOT} .tl-picture").first.bounding_box()
    assert first is not None
    assert first["y"] + first["height"] < 700


def test_a_code_leads_to_its_class(open_page: OpenPage) -> None:
    """Four letters and Enter, as they stand on the wall."""
    page = open_page("/")
    field = page.get_by_label("Join by its code")
    field.fill("abcd")
    field.press("Enter")
    page.wait_for_url(re.compile(r"/join\?code=abcd", re.IGNORECASE), timeout=WAIT)


def test_a_door_opens(open_page: OpenPage) -> None:
    """By a press anywhere on its card."""
    page = open_page("/")
    page.wait_for_selector(f"{ROOT}[data-epoch]", timeout=WAIT)  # nothing moves any more
    text = page.get_by_text("Every claim of the paper").bounding_box()
    assert text is not None
    page.mouse.click(text["x"] + 20, text["y"] + 10)
    page.wait_for_url(re.compile(r"/paper"), timeout=WAIT)
