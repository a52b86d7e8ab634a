"""The live canvas in a real browser, as a person meets it. Times are long: only what happens is tested, not when."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FilePayload, expect

from tests.pages.live_page import ROOT, WAIT, Open, pixels, press, seen, settled, wait_for

SMALL = {"b_data": "Moons", "b_panels": ["TESLA K=4", "ReLU"], "b_width": "16", "b_samples": "200", "b_epochs": "40"}


def test_play_moves_pause_stops_and_reset_returns(open_live: Open) -> None:
    """The three buttons everyone presses first; then one step, and an old frame by the scrubber."""
    page = open_live("/boundaries", SMALL)
    assert seen(page, "state") == "paused"
    first = pixels(page)
    press(page, "Play")
    wait_for(page, "+d.epoch >= 5")
    assert pixels(page) != first
    press(page, "Pause")
    wait_for(page, "d.state === 'paused' || d.state === 'finished'")
    stopped, _ = settled(page)

    scrub = page.locator(ROOT).get_by_role("slider")
    scrub.evaluate("bar => { bar.value = 2; bar.dispatchEvent(new Event('input', { bubbles: true })); }")
    wait_for(page, "+d.epoch === 2")
    old = pixels(page)
    assert old not in (first, stopped)

    press(page, "Reset")
    wait_for(page, "+d.frame === 0")
    assert pixels(page) == first
    press(page, "Step")
    wait_for(page, "+d.epoch === 1")
    assert pixels(page) != first


def test_keys_work_on_the_whole_page_unless_one_types(open_live: Open) -> None:
    """Play is the first stop of Tab; Space, arrows, 0 and ? need no focus; a slider and a field keep their own keys."""
    page = open_live("/boundaries", {**SMALL, "b_epochs": "2000"})
    page.keyboard.press("Tab")
    assert page.evaluate("() => document.activeElement.getAttribute('aria-label')") == "Play"
    page.get_by_text("Decision boundaries").click()  # away from every control
    page.keyboard.press("Space")
    wait_for(page, "+d.epoch >= 2")
    page.keyboard.press("Space")
    wait_for(page, "d.state === 'paused'")
    _, frame = settled(page)
    page.keyboard.press("ArrowLeft")
    wait_for(page, f"+d.frame < {frame}")
    earlier = int(seen(page, "epoch"))
    page.keyboard.press("ArrowRight")
    wait_for(page, f"+d.epoch === {earlier + 1}")
    page.keyboard.press("0")
    wait_for(page, "+d.frame === 0")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("Play or pause")
    page.keyboard.press("Escape")
    run = seen(page, "run")
    page.get_by_role("slider", name="Points").focus()
    page.keyboard.press("ArrowRight")
    wait_for(page, f"d.run !== '{run}' && d.frame === '0'")  # the slider moved, not the playhead
    page.get_by_role("spinbutton", name="Seed").focus()
    page.keyboard.press("0")
    page.wait_for_timeout(300)
    assert seen(page, "state") == "paused"

    bar = page.locator(f"{ROOT} .tl-scrub")
    box = bar.bounding_box()
    assert box
    page.mouse.click(box["x"] + 0.9 * box["width"], box["y"] + box["height"] / 2)
    expect(page.locator(f"{ROOT} .tl-hint")).to_have_text("Nothing is trained yet. Press Play.")
    assert bar.input_value() == "0"


def test_the_same_link_is_the_same_run_with_the_same_frames(open_live: Open) -> None:
    """Two people, one link: one run, and each sees what the other sees at an epoch."""
    mine = open_live("/boundaries", SMALL)
    press(mine, "Play")
    wait_for(mine, "+d.epoch >= 4")
    press(mine, "Pause")
    yours = open_live("/boundaries", SMALL)
    assert seen(yours, "run") == seen(mine, "run")
    assert seen(yours, "frame") == "0"
    bar = yours.locator(ROOT).get_by_role("slider")
    expect(bar).to_have_attribute(
        "aria-valuetext", re.compile(r"epoch 0 of 40, trained to ([4-9]|[1-4]\d)"), timeout=WAIT
    )
    assert bar.get_attribute("max") == "40"  # the whole run, not what is trained of it
    for page in (mine, yours):
        scrub = page.locator(ROOT).get_by_role("slider")
        scrub.evaluate("bar => { bar.value = 3; bar.dispatchEvent(new Event('input', { bubbles: true })); }")
        wait_for(page, "+d.epoch === 3")
    assert [pixels(mine, panel) for panel in (1, 2)] == [pixels(yours, panel) for panel in (1, 2)]


def test_a_changed_learning_rate_branches_where_the_viewer_stands(open_live: Open) -> None:
    """The run goes on from its epoch under a new name, and the address bar can be shared."""
    page = open_live("/boundaries", {**SMALL, "b_epochs": "2000"})
    parent = seen(page, "run")
    press(page, "Step")
    wait_for(page, "+d.epoch === 1")
    press(page, "Step")
    wait_for(page, "+d.epoch === 2")
    page.get_by_role("slider", name="Learning rate").first.focus()
    page.keyboard.press("ArrowRight")
    wait_for(page, f"d.run !== '{parent}' && +d.epoch === 2")
    expect(page.get_by_text("From epoch 2: learning rate 0.002")).to_be_visible(timeout=WAIT)
    expect(page).to_have_url(re.compile("b_edits="), timeout=WAIT)


def test_files_good_and_bad(open_live: Open) -> None:
    """A bad row is named; a good file of four classes is a run of its own."""
    page = open_live("/boundaries", {**SMALL, "b_data": "From a file"})
    before = seen(page, "run")
    page.set_input_files("input[type=file]", csv("x,y,label\n0,0,a\n1,oops,b\n"))
    expect(page.get_by_text("Row 3: y must be a number")).to_be_visible(timeout=WAIT)
    assert seen(page, "run") == before
    rows = [f"{i % 7},{i % 11},{'abcd'[i % 4]}" for i in range(80)]
    page.set_input_files("input[type=file]", csv("\n".join(["x,y,label", *rows])))
    wait_for(page, f"d.run !== '{before}' && d.frame === '0'")
    expect(page.get_by_text("Row 3: y must be a number")).to_have_count(0, timeout=WAIT)


def csv(text: str) -> FilePayload:
    return FilePayload(name="points.csv", mimeType="text/csv", buffer=text.encode())


def test_points_placed_by_hand_become_the_data(open_live: Open) -> None:
    """A press in the panel to draw in adds a point, and the run follows."""
    page = open_live("/boundaries", {**SMALL, "b_data": "Drawn by hand"})
    before = seen(page, "run")
    page.locator(f"{ROOT} .tl-truth .tl-press").click(position={"x": 30, "y": 40})
    wait_for(page, f"d.run !== '{before}' && d.frame === '0'")
    expect(page).to_have_url(re.compile("b_points="), timeout=WAIT)


def test_a_panel_opens_large_and_its_zoom_outlives_a_frame(open_live: Open) -> None:
    """Press a panel, zoom in, step on: the part that is looked at stays."""
    page = open_live("/boundaries", SMALL)
    page.locator(f"{ROOT} .tl-press").nth(1).click()
    large = page.locator(f"{ROOT} .tl-large-picture")
    expect(large).to_be_visible()
    whole = large.evaluate("canvas => canvas.toDataURL()")
    large.press("+")
    large.press("+")
    zoomed = large.evaluate("canvas => canvas.toDataURL()")
    assert zoomed != whole
    press(page, "Step")
    wait_for(page, "+d.epoch === 1")
    press(page, "Reset")
    wait_for(page, "+d.frame === 0")
    page.wait_for_timeout(300)
    assert large.evaluate("canvas => canvas.toDataURL()") == zoomed
    page.keyboard.press("Escape")
    expect(large).to_be_hidden()


@pytest.mark.parametrize("path", ["/boundaries", "/parity"])
def test_the_phone_needs_no_sideways_scrolling(open_live: Open, path: str) -> None:
    """Two panels across, as wide as the screen, in the dark too."""
    page = open_live(path, phone=True, dark=True)
    overflow = page.evaluate(
        """() => [document.scrollingElement, document.querySelector('[data-testid="stMain"]')]
                 .map(element => element.scrollWidth - element.clientWidth)"""
    )
    assert max(overflow) <= 0
    boxes = [box for panel in page.locator(f"{ROOT} .tl-panel").all()[:2] if (box := panel.bounding_box())]
    assert boxes[0]["y"] == boxes[1]["y"]
    assert boxes[1]["x"] + boxes[1]["width"] <= 390


def test_parity_reads_out_a_string_and_says_what_is_seen(open_live: Open) -> None:
    """Hovering names the string and the probability; the sentence and the chart of neighbours follow the epoch."""
    page = open_live("/parity", {"p_bits": "6", "p_seen": "40", "p_panels": ["TESLA K=8"], "p_width": "16"})
    expect(page.locator(f"{ROOT} .tl-words")).to_contain_text("Before training")
    page.locator(f"{ROOT} .tl-press").nth(1).hover(position={"x": 3, "y": 3})
    expect(page.locator(f"{ROOT} .tl-readout")).to_contain_text(re.compile(r"P\(odd\) = \d\.\d\d · 000 000 · even"))
    press(page, "Step")
    expect(page.locator(f"{ROOT} .tl-words")).to_contain_text("After 1 epoch", timeout=WAIT)
    expect(page.get_by_text("Before training: who can learn it?")).to_be_visible(timeout=WAIT)
    beside = page.locator('[data-testid="stMarkdown"]').filter(has_text=re.compile(r"^After 1 epoch"))
    expect(beside).to_be_visible(timeout=WAIT)
    expect(page.get_by_text("Seen neighbours (number of strings)")).to_be_visible(timeout=WAIT)
