"""Spectra and Taylor in a real browser with the real engine. Only what happens is tested, not when."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.pages.live_page import Open

WAIT = 120_000
CANVAS = '[data-testid="tesla-live"]'
SMALL = {"data": "Moons", "panels": "TESLA K=4", "width": "16", "samples": "200", "epochs": "60", "lr": "0.01"}


@pytest.fixture
def open_lab(app_url: str, new_tab: Open) -> Open:
    """`open_lab("spectra", view=…)` opens a small run and waits for its charts."""

    def open_(name: str, *, phone: bool = False, **parameters: str) -> Page:
        page = new_tab(phone=phone)
        page.set_default_timeout(WAIT)
        query = urlencode({f"{name}_{key}": value for key, value in {**SMALL, **parameters}.items()})
        page.goto(f"{app_url}/{name}?{query}")
        page.wait_for_selector(".js-plotly-plot .main-svg")
        return page

    return open_


def train(page: Page) -> None:
    """Play to the end, and wait until the charts are there too."""
    page.get_by_label("Speed", exact=True).select_option("full speed")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector(f"{CANVAS}[data-state=finished]")
    page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')


def drawn(page: Page, key: str, mark: str) -> str:
    """What the SVG of a chart holds for its first mark."""
    found = page.locator(f".st-key-{key} {mark}").first
    found.wait_for(state="attached")
    return found.get_attribute("d") or found.get_attribute("href") or found.get_attribute("xlink:href") or ""


def wait_for_another(page: Page, key: str, mark: str, before: str) -> None:
    page.wait_for_function(
        """([selector, before]) => {
             const found = document.querySelector(selector);
             const now = found && (found.getAttribute("d") || found.getAttribute("href")
               || found.getAttribute("xlink:href"));
             return now && now !== before;
           }""",
        arg=[f".st-key-{key} {mark}", before],
    )


def test_play_moves_the_spectrum_and_a_muted_harmonic_changes_the_accuracy(open_lab: Open) -> None:
    """The bars follow the training by themselves; a press on a harmonic shows at once what the net loses."""
    page = open_lab("spectra")
    before = drawn(page, "spectra_spectrum", ".bars path")
    page.get_by_label("Speed", exact=True).select_option("full speed")
    page.get_by_role("button", name="Play", exact=True).click()
    wait_for_another(page, "spectra_spectrum", ".bars path", before)
    page.wait_for_selector(f"{CANVAS}[data-state=finished]")

    page.get_by_role("radio", name="Mute harmonics").click()
    page.get_by_text("All harmonics as trained").wait_for()
    for harmonic in ("1", "2", "3", "4"):
        page.get_by_role("button", name=harmonic, exact=True).click()
    page.get_by_text("Without harmonics 1, 2, 3 and 4 in layer 1").wait_for()
    page.locator('[data-testid="stMetricDelta"]', has_text="points").wait_for()
    whole, changed = page.locator('[data-testid="stMetricValue"]').all_inner_texts()
    assert float(whole.rstrip("%")) > float(changed.rstrip("%"))
    expect(page).to_have_url(re.compile("spectra_change=4"), timeout=WAIT)  # the address follows the page


def test_the_degree_changes_the_picture(open_lab: Open) -> None:
    """With a constant in φ's place the net says one thing everywhere; with a high degree it is itself again."""
    page = open_lab("taylor", view="Polynomial in the net", degree="0")
    train(page)
    page.get_by_text("The network with degree 0").wait_for()
    before = drawn(page, "taylor_cut", ".heatmaplayer image")
    slider = page.get_by_role("slider", name="Degree n")
    slider.press("End")
    page.get_by_text("The network with degree 60").wait_for()
    wait_for_another(page, "taylor_cut", ".heatmaplayer image", before)


@pytest.mark.parametrize(("name", "view"), [("spectra", "Mute harmonics"), ("taylor", "By hand")])
def test_the_phone_needs_no_sideways_scrolling(open_lab: Open, name: str, view: str) -> None:
    page = open_lab(name, view=view, phone=True)
    overflow = page.evaluate(
        """() => [document.scrollingElement, document.querySelector('[data-testid="stMain"]')]
                 .map(element => element.scrollWidth - element.clientWidth)"""
    )
    assert max(overflow) <= 0
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
