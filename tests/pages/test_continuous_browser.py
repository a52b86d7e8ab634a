"""The continuous page in a real browser: each of its experiments moves, stops, goes back and can be taken along."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import FilePayload, Page, expect

from tests.pages.live_page import ROOT, WAIT, Open, pixels, press, seen, settled, wait_for

PANELS = ["TESLA K=2", "ReLU"]
SMALL = {
    "Burgers PINN": {"cb_panels": PANELS, "cb_width": "8", "cb_depth": "2", "cb_inside": "50", "cb_epochs": "2000"},
    "Image": {"ci_panels": PANELS, "ci_width": "16", "ci_depth": "2", "ci_size": "16", "ci_epochs": "2000"},
    "Mixed frequencies": {
        "cs_panels": PANELS,
        "cs_width": "16",
        "cs_depth": "2",
        "cs_train": "200",
        "cs_epochs": "2000",
    },
}


CHARTS = {"Burgers PINN": 3, "Image": 3, "Mixed frequencies": 2}


def small(what: str, **more: str) -> dict:
    return {"c_what": what, **SMALL[what], **more}


@pytest.mark.parametrize("what", SMALL)
def test_each_moves_pauses_scrubs_and_is_saved(open_live: Open, what: str) -> None:
    """Play, pause, an old epoch by the scrubber, the start again; then what is seen as a picture, charts and
    numbers."""
    page = open_live("/continuous", small(what))
    expect(page.locator(f"{ROOT} .tl-words")).to_contain_text("Before training")
    truth, first = pixels(page, 0), pixels(page)
    press(page, "Play")
    wait_for(page, "+d.epoch >= 4")
    press(page, "Pause")
    wait_for(page, "d.state === 'paused' || d.state === 'finished'")
    assert settled(page)[0] != first
    scrub = page.locator(ROOT).get_by_role("slider")
    scrub.evaluate("bar => { bar.value = 2; bar.dispatchEvent(new Event('input', { bubbles: true })); }")
    wait_for(page, "+d.epoch === 2")
    expect(page.locator(f"{ROOT} .tl-words")).to_contain_text("After 2 epochs", timeout=WAIT)
    press(page, "Reset")
    wait_for(page, "+d.frame === 0")
    assert settled(page) == (first, "0")
    assert pixels(page, 0) == truth
    for name, start in (("PNG", b"\x89PNG"), ("SVG", b"<svg")):
        assert saved(page, lambda name=name: press(page, name)).startswith(start)
    page.locator(f"{ROOT} .tl-press").nth(1).click()
    press(page, "Sharp chart")
    expect(page.get_by_role("dialog").locator(".js-plotly-plot")).to_have_count(CHARTS[what], timeout=WAIT)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0, timeout=WAIT)
    page.get_by_text("Take it with you").click()
    numbers = saved(page, lambda: page.get_by_role("button", name="Metrics (CSV)").click()).decode().splitlines()
    assert numbers[0].startswith("epoch,panel,")
    assert len(numbers) > 4


def saved(page: Page, act: Callable[[], None]) -> bytes:
    with page.expect_download(timeout=WAIT) as download:
        act()
    return Path(download.value.path()).read_bytes()


def test_an_uploaded_picture_is_learned_and_a_broken_one_explained(open_live: Open) -> None:
    """A torn file is named and changes nothing; a good one, a photograph of some megabytes, clears what was said of
    those before it and becomes the original and the run, with a link to it."""
    page = open_live("/continuous", small("Image", ci_image="A picture of your own"))
    before, temple = seen(page, "run"), pixels(page, 0)
    good = picture(1090)
    assert len(good) > 3.4e6
    page.set_input_files("input[type=file]", FilePayload(name="huge.png", mimeType="image/png", buffer=bytes(21 << 20)))
    expect(page.get_by_text("File must be 20")).to_be_visible(timeout=WAIT)
    page.set_input_files(
        "input[type=file]", FilePayload(name="torn.png", mimeType="image/png", buffer=good[: len(good) // 2])
    )
    expect(page.locator('[data-testid="stAlert"]').filter(has_text="torn.png")).to_be_visible(timeout=WAIT)
    assert (seen(page, "run"), pixels(page, 0)) == (before, temple)
    page.set_input_files("input[type=file]", FilePayload(name="good.png", mimeType="image/png", buffer=good))
    wait_for(page, f"d.run !== '{before}' && d.frame === '0'")
    expect(page).to_have_url(re.compile("ci_points="), timeout=WAIT)
    for said in ("File must be 20", "torn.png"):
        expect(page.get_by_text(said)).to_have_count(0)
    assert pixels(page, 0) != temple
    first = pixels(page)
    press(page, "Play")
    wait_for(page, "+d.epoch >= 3")
    assert pixels(page) != first


def picture(side: int) -> bytes:
    """Noise, which no compression makes short: half of the file is half of the picture."""
    output = io.BytesIO()
    Image.fromarray(np.random.default_rng(0).integers(0, 255, (side, side, 3), np.uint8)).save(output, "PNG")
    return output.getvalue()


def test_the_phone_needs_no_sideways_scrolling(open_live: Open) -> None:
    page = open_live("/continuous", small("Mixed frequencies"), phone=True)
    overflow = page.evaluate(
        """() => [document.scrollingElement, document.querySelector('[data-testid="stMain"]')]
                 .map(element => element.scrollWidth - element.clientWidth)"""
    )
    assert max(overflow) <= 0
