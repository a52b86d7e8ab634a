"""What only a real screen can tell: drawing by hand, the large view, phones, the wall."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.pages.live_page import ROOT, Open, press, seen, wait_for

SMALL = {"b_data": "Moons", "b_panels": ["TESLA K=4", "ReLU"], "b_width": "16", "b_samples": "200", "b_epochs": "40"}
REST_MS = 1500  # a drawing goes to Python after 0.7 s


def box(locator: Locator) -> dict[str, float]:
    found = locator.bounding_box()
    assert found is not None
    x, y, width, height = found["x"], found["y"], found["width"], found["height"]
    return {"x": x, "y": y, "width": width, "height": height, "right": x + width, "bottom": y + height}


def at_rest(page: Page) -> None:
    """What was drawn has been sent, and the page has run with it."""
    page.wait_for_timeout(REST_MS)
    page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')


def test_a_cleared_drawing_stays_cleared_until_new_points_are_a_run(open_live: Open) -> None:
    """Clear, wait, reload: still empty, and the page says what a run needs; four points in the panel that is named and
    outlined are one."""
    page = open_live("/boundaries", {**SMALL, "b_data": "Drawn by hand"})
    before = seen(page, "run")
    panel = page.locator(f"{ROOT} .tl-draw")
    expect(panel).to_contain_text("Draw here")
    press(page, "Clear")
    at_rest(page)
    expect(panel).to_contain_text("0 points")
    page.reload()
    page.wait_for_selector(f"{ROOT}[data-frame]")
    expect(panel).to_contain_text("0 points")
    expect(page.locator(f"{ROOT} .tl-words")).to_contain_text("a run needs 4 points of at least two classes")
    expect(page.locator(ROOT).get_by_role("button", name="Play", exact=True)).to_be_disabled()

    picture = panel.locator(".tl-press")
    picture.click(position={"x": 30, "y": 40})
    picture.click(position={"x": 60, "y": 40})
    at_rest(page)
    expect(panel).to_contain_text("2 points")
    expect(page.locator(f"{ROOT} .tl-words")).to_contain_text("2 more points, some of another class")
    press(page, "class 1")
    picture.click(position={"x": 30, "y": 90})
    picture.click(position={"x": 60, "y": 90})
    wait_for(page, f"d.run !== '{before}' && d.frame === '0'")
    expect(panel).to_contain_text("3 train, 1 test")
    expect(page.locator(ROOT).get_by_role("button", name="Play", exact=True)).to_be_enabled()


def test_a_lower_panel_on_a_phone_opens_over_the_whole_screen(open_live: Open) -> None:
    """Wherever the page is scrolled to; it plays there; Escape leads back to the panel that was pressed."""
    page = open_live("/boundaries", {**SMALL, "b_panels": ["TESLA K=4", "ReLU", "GELU", "Tanh", "SiLU"]}, phone=True)
    pressed = page.locator(f"{ROOT} .tl-press").nth(5)
    pressed.scroll_into_view_if_needed()
    small = box(pressed)
    pressed.tap()
    large = page.locator(f"{ROOT} .tl-large-picture")
    big, dialog = box(large), box(page.get_by_role("dialog"))
    assert (dialog["x"], dialog["y"], dialog["width"], dialog["height"]) == (0, 0, 390, 844)
    assert big["width"] > 1.8 * small["width"]
    assert big["y"] >= 0
    assert big["bottom"] <= 844
    expect(page.get_by_role("dialog")).to_contain_text("SiLU")
    still = large.evaluate("canvas => canvas.toDataURL()")
    press(page, "Play")
    wait_for(page, "+d.epoch >= 3")
    assert large.evaluate("canvas => canvas.toDataURL()") != still
    for _ in range(12):
        page.keyboard.press("Tab")
        assert page.evaluate(
            "() => document.activeElement === document.body || !!document.activeElement.closest('dialog')"
        )
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(pressed).to_be_focused()
    expect(page.locator(ROOT).get_by_role("button", name="Pause", exact=True)).to_be_visible()


def test_large_is_larger_on_spectra_too(open_live: Open) -> None:
    """The canvas has little height there; the large view has the screen's."""
    query = {"spectra_data": "Moons", "spectra_panels": "TESLA K=4", "spectra_width": "16", "spectra_samples": "200"}
    page = open_live("/spectra", query)
    pressed = page.locator(f"{ROOT} .tl-press").nth(1)
    small = box(pressed)
    pressed.click()
    assert box(page.locator(f"{ROOT} .tl-large-picture"))["width"] > 3 * small["width"]
