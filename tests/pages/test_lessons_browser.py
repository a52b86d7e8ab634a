"""A lesson in a browser: with the keyboard alone, and with a thumb on a phone."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.pages.conftest import OpenPage
from tests.pages.live_page import ROOT, Open, seen, wait_for

MOST_TABS = 60


def tab_to(page: Page, name: str) -> None:
    """Press Tab until what has the focus is called so."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement?.innerText.trim().split('\\n').pop()") == name:
            return
    raise AssertionError(f"no way to “{name}” with Tab")


def test_lesson_one_can_be_walked_with_the_keyboard_alone(open_page: OpenPage) -> None:
    """Who uses no pointer learns the same: shelf, lesson, a word explained, an answer, on."""
    page = open_page("/learn?lang=en")
    tab_to(page, "1 · What does an activation do?")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="What does an activation do?")).to_be_visible()
    tab_to(page, "Begin")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="A curve inside every neuron")).to_be_visible()
    tab_to(page, "network")
    page.keyboard.press("Enter")
    told = page.locator(".tl-told:popover-open")
    expect(told).to_contain_text("Many neurons in layers")
    page.keyboard.press("Escape")
    expect(told).to_have_count(0)
    tab_to(page, "Once")
    page.keyboard.press("Enter")
    expect(page.get_by_text("It is otherwise: As often as you like, if you walk far enough.")).to_be_visible()
    tab_to(page, "Next")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Same network, another curve")).to_be_visible()
    expect(page).to_have_url(re.compile("lesson=1-activation&step=2"))


def test_a_phone_predicts_plays_compares_and_changes_its_language(open_live: Open) -> None:
    """Every press within a thumb's reach; the next step begins at its top; Korean is the same step."""
    page = open_live("/learn", {"lesson": "3-parity", "step": "4", "lang": "en"}, phone=True)
    page.get_by_role("button", name="No", exact=True).tap()
    expect(page.get_by_text("What to look at")).to_be_visible()
    page.locator(f"{ROOT} button").first.tap()
    wait_for(page, "Number(d.epoch) >= 3")
    page.get_by_role("button", name="Compare with the answer").tap()
    expect(page.get_by_text("You are right.")).to_be_visible()
    small = page.evaluate(
        """() => [...document.querySelectorAll('[data-testid="stMain"] :is(button, a, select)')]
          .filter((each) => each.offsetParent && !each.closest("p, li"))
          .map((each) => [each.innerText, each.getBoundingClientRect()])
          .filter(([, box]) => box.width < 44 || box.height < 44).map(([text]) => text)"""
    )
    assert small == []
    page.get_by_role("button", name="Next").tap()
    expect(page.get_by_role("heading", name="The race")).to_be_in_viewport()
    run = seen(page, "run")
    page.get_by_role("link", name="한국어").tap()
    expect(page.get_by_role("heading", name="경주")).to_be_visible(timeout=30_000)
    page.wait_for_selector(f"{ROOT}[data-frame]")
    assert seen(page, "run") == run
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out to the side"
