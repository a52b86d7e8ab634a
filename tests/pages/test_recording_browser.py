"""A recording as one file, taken from a page and opened from a disk in a browser without a network. If this fails, what
a teacher puts on a course page stands still."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.pages.live_page import ROOT, WAIT, Open, pixels, press, seen, wait_for

PARAMETERS = {"v": "2", "b_panels": ["TESLA K=4", "ReLU"], "b_width": "8", "b_epochs": "400", "b_samples": "200"}
SHELF = "Take it with you"


def taken(page: Page, folder: Path) -> Path:
    """The file that the page gives."""
    page.get_by_text(SHELF).click()
    with page.expect_download(timeout=WAIT) as download:
        page.get_by_role("button", name="Recording as a web page").click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def test_a_recording_plays_and_scrubs_from_a_disk(open_live: Open, browser: Browser, tmp_path: Path) -> None:
    """Plays, is scrubbed, speaks and shows its pictures with nothing but the file, which says how much is in it."""
    lab = open_live("/boundaries", PARAMETERS)
    press(lab, "Play")
    wait_for(lab, "Number(d.epoch) >= 12")
    press(lab, "Pause")
    file = taken(lab, tmp_path)
    assert file.name.endswith(".html")
    assert file.stat().st_size < 3_000_000
    context = browser.new_context(offline=True, viewport={"width": 390, "height": 844})
    page = context.new_page()
    troubles: list[str] = []
    asked: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda message: troubles.append(message.text))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    wait_for(page, "d.epoch === '0'")
    first = pixels(page)
    press(page, "Play")
    wait_for(page, "Number(d.epoch) >= 3")
    press(page, "Pause")
    page.get_by_role("slider", name="Epoch to see").fill("10")
    wait_for(page, "d.epoch === '10'")
    assert seen(page, "state") == "paused"
    expect(page.locator(f"{ROOT} .tl-words")).to_contain_text("After 10 epochs")
    assert pixels(page) != first
    press(page, "Reset")
    wait_for(page, "d.epoch === '0'")
    assert pixels(page) == first
    expect(page.locator(".part")).to_contain_text("of 400 when this file was made")
    assert asked == [file.as_uri()]
    assert troubles == []
    context.close()
