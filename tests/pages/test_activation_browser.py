"""The activation's page in a real browser, as a person meets it."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

CURVE = ".st-key-home_phi .js-line"


def curve(page: Page) -> str:
    """The drawn path of φ, as the SVG has it."""
    line = page.locator(CURVE).first
    line.wait_for(timeout=90_000)
    return line.get_attribute("d") or ""


def wait_for_another_curve(page: Page, before: str) -> None:
    page.wait_for_function(
        "([selector, before]) => { const line = document.querySelector(selector);"
        " return line && line.getAttribute('d') && line.getAttribute('d') !== before; }",
        arg=[CURVE, before],
        timeout=90_000,
    )


def test_a_slider_moves_the_curve_and_the_link_shows_it_to_others(open_page) -> None:
    """Moving a coefficient changes what is drawn, and whoever gets the address sees the same curve."""
    page = open_page("/activation")
    before = curve(page)
    page.get_by_role("slider", name="a1").press("ArrowLeft")
    wait_for_another_curve(page, before)
    expect(page).to_have_url(re.compile("home_a1="))
    link = page.url
    assert curve(open_page(link[link.index("/activation?") :])) == curve(page)


def test_a_shape_button_changes_the_curve(open_page) -> None:
    """One press shows another shape."""
    page = open_page("/activation")
    before = curve(page)
    page.get_by_role("button", name="Square").click()
    wait_for_another_curve(page, before)


def test_the_phone_needs_no_sideways_scrolling(open_page) -> None:
    """On a student's phone the page is one column, as wide as the screen, curve first."""
    page = open_page("/activation", phone=True, dark=True)
    curve(page)
    overflow = page.evaluate(
        """() => [document.scrollingElement, document.querySelector('[data-testid="stMain"]')]
                 .map(element => element.scrollWidth - element.clientWidth)"""
    )
    assert max(overflow) <= 0
    box = page.locator(".st-key-home_phi").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
