"""A page of the lab in another site's frame. If these fail, a course site shows an empty box, or any site shows the
lab."""

from __future__ import annotations

import re
from urllib.parse import quote, urlencode

from playwright.sync_api import Browser, FrameLocator, Page, expect

from tests.pages.live_page import ROOT, WAIT

PARAMETERS = {"embed": "1", "v": "2", "b_panels": ["TESLA K=4", "ReLU"], "b_width": "8", "b_epochs": "300"}


def framed(page: Page, site: str, address: str) -> FrameLocator:
    """A page of another site with the lab in its frame."""
    page.goto(f"{site}/?{quote(address)}")
    return page.frame_locator("iframe")


def test_a_course_site_shows_a_page_that_trains(app_url: str, course_site: str, browser: Browser) -> None:
    """Without menu and settings; Play trains; the link below leads to the whole lab, in a window of its own."""
    context = browser.new_context()
    page = context.new_page()
    lab = framed(page, course_site, f"{app_url}/boundaries?{urlencode(PARAMETERS, doseq=True)}")
    lab.locator(f"{ROOT}[data-frame]").wait_for(timeout=WAIT)
    lab.get_by_role("button", name="Play", exact=True).click()
    expect(lab.locator(ROOT)).to_have_attribute("data-epoch", re.compile(r"[1-9]"), timeout=WAIT)
    for chrome in ("stHeader", "stSidebar", "stTopNavLink"):
        expect(lab.get_by_test_id(chrome).first).not_to_be_visible()
    out = lab.get_by_role("link", name="Open in TESLA Lab")
    expect(out).to_have_attribute("target", "_blank")
    expect(out).to_have_attribute("href", re.compile(r"^/boundaries\?v=2&b_panels=TESLA"))
    context.close()


def test_no_other_site_can(app_url: str, course_site: str, browser: Browser) -> None:
    """Else it could lie under a page of its own and have the owner press Launch unseen."""
    context = browser.new_context()
    page = context.new_page()
    with page.expect_console_message(lambda message: "frame-ancestors" in message.text, timeout=WAIT):
        lab = framed(page, course_site.replace("localhost", "elsewhere.localhost"), f"{app_url}/boundaries?embed=1")
    assert lab.locator("[data-testid=stApp]").count() == 0
    context.close()
