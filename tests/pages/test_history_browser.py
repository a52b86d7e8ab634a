"""Back and Forward in a real browser: the address is the whole truth, one page of one window, in one walk."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, expect

from tests.pages.live_page import ROOT, WAIT, Open, press, seen, settled, wait_for

SMALL = {"b_data": "Moons", "b_panels": ["TESLA K=4", "ReLU"], "b_width": "16", "b_samples": "200", "b_epochs": "2000"}


def at(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


def come_to(page: Page, run: str, epoch: str) -> None:
    """Wait until the canvas shows a run at an epoch and stands still."""
    page.wait_for_selector(f'{ROOT}[data-run="{run}"][data-epoch="{epoch}"][data-state="paused"]')


def presets(page: Page):
    return page.locator('[data-testid="stMain"] [data-testid="stSelectbox"] input').first


def entries(page: Page) -> int:
    return page.evaluate("() => history.length")


def test_back_and_forward_walk_through_presets_branches_and_pages(open_live: Open) -> None:
    """Each comes back with its controls, edits and epoch, paused; a slider or an epoch is no step of its own."""
    page = open_live("/boundaries", SMALL)
    expect(page).to_have_url(re.compile(r"v=2&.*b_samples=200"), timeout=WAIT)
    first = entries(page)
    page.get_by_role("spinbutton", name="Seed").fill("77")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("b_seed=77"), timeout=WAIT)
    page.wait_for_selector(f"{ROOT}[data-frame]")
    for epoch in ("1", "2"):
        press(page, "Step")
        wait_for(page, f"d.epoch === '{epoch}'")
    expect(page).to_have_url(re.compile("epoch=2$"), timeout=WAIT)
    assert entries(page) == first
    parent = seen(page, "run")

    page.get_by_role("slider", name="Learning rate").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("b_edits="), timeout=WAIT)
    wait_for(page, f"d.run !== '{parent}' && d.epoch === '2'")
    branch = seen(page, "run")
    assert entries(page) == first + 1
    expect(presets(page)).to_have_value(re.compile("changed: learning rate 0.002 from epoch 2"))

    presets(page).click()
    page.get_by_role("option", name="The paper's figure: moons").click()
    expect(page).to_have_url(re.compile(r"\?v=2&b_data=Moons&b_noise=0.1$"), timeout=WAIT)
    wait_for(page, f"d.run !== '{branch}' && d.frame === '0'")
    preset = seen(page, "run")
    page.get_by_role("link", name="Parity").first.click()
    expect(page).to_have_url(re.compile(r"/parity\?v=2$"), timeout=WAIT)
    expect(page).to_have_title("Parity · TESLA Lab")
    wait_for(page, f"d.run !== '{preset}' && d.frame === '0'")

    page.go_back()
    come_to(page, preset, "0")
    expect(presets(page)).to_have_value("The paper's figure: moons")
    page.go_back()
    come_to(page, branch, "2")
    assert "epoch" in at(page)
    page.go_back()
    come_to(page, parent, "2")
    expect(presets(page)).to_have_value("Your own settings")
    expect(page.get_by_role("spinbutton", name="Seed")).to_have_value("77")
    assert "b_edits" not in at(page)
    page.go_forward()
    come_to(page, branch, "2")

    address, (picture, _) = page.url, settled(page)
    page.reload()
    page.wait_for_selector(f"{ROOT}[data-frame]")
    come_to(page, branch, "2")
    assert (page.url, settled(page)[0]) == (address, picture)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    press(page, "Copy link")
    expect(page.locator(ROOT)).to_contain_text("Copied", timeout=WAIT)
    assert page.evaluate("() => navigator.clipboard.readText()") == address
