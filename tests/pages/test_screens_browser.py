"""What only a real screen can tell: drawing by hand, the large view, phones, the wall."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.pages.live_page import ROOT, WAIT, Open, press, seen, wait_for

SMALL = {"b_data": "Moons", "b_panels": ["TESLA K=4", "ReLU"], "b_width": "16", "b_samples": "200", "b_epochs": "40"}
REST_MS = 1500  # a drawing goes to Python after 0.7 s

# Every control that can be pressed, and how far around its middle a finger still meets it (or its label), in pixels.
TARGETS = """(within) => {
  const wanted = 'button, select, summary, [role=tab], [role=radio], [data-testid=stSidebarNavLink]';
  const found = [];
  for (const node of document.querySelectorAll(within.split(',').map((root) => `${root} :is(${wanted})`).join(','))) {
    node.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = node.getBoundingClientRect();
    if (!width || node.disabled) continue;
    const [x, y] = [left + width / 2, top + height / 2];
    const hit = (dx, dy) => {
      const at = document.elementFromPoint(x + dx, y + dy);
      return at && (node.contains(at) || at.closest('label')?.control === node);
    };
    if (!hit(0, 0)) continue;
    const reach = (dx, dy) => {
      let far = 0;
      while (far < 22 && hit(dx * (far + 1), dy * (far + 1))) far += 1;
      return far;
    };
    const [wide, high] = [1 + reach(-1, 0) + reach(1, 0), 1 + reach(0, -1) + reach(0, 1)];
    found.push([`${node.tagName} ${node.getAttribute('aria-label') || node.textContent}`, wide, high]);
  }
  return found;
}"""


# The phone's menu has come all the way.
SLID_IN = "() => document.querySelector('[data-testid=stSidebar]').getBoundingClientRect().left === 0"


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


def small_targets(page: Page, within: str) -> list:
    targets = page.evaluate(TARGETS, within)
    assert targets
    return [target for target in targets if min(target[1:]) < 44]


def test_a_finger_meets_every_control_of_a_phone(app_url: str, new_tab: Open) -> None:
    """44 pixels each way, in the page and in its menu, which has a word."""
    page = new_tab(phone=True)
    page.set_default_timeout(WAIT)
    for path, ready in (
        ("/boundaries", f"{ROOT}[data-frame]"),
        ("/jobs", "text=Launch runs"),
        ("/paper", "h1"),
        ("/kernels", ".tm-play"),
        ("/harmonics", "[data-drawn]"),
        ("/lottery", "[data-drawn]"),
    ):
        page.goto(app_url + path)
        page.wait_for_selector(ready)
        page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')
        opener = page.get_by_test_id("stExpandSidebarButton")
        assert opener.evaluate("button => getComputedStyle(button, '::after').content") == '"Menu"'
        assert small_targets(page, "[data-testid=stMain],[data-testid=stHeader]") == [], path
        opener.click()
        page.wait_for_function(SLID_IN)
        assert small_targets(page, "[data-testid=stSidebar]") == [], path
        page.get_by_test_id("stSidebarCollapseButton").get_by_role("button").click()


def test_toolbar_and_sentence_stay_while_a_phones_panels_scroll(open_live: Open) -> None:
    """Whoever looks at a lower panel can still pause, and reads what is seen."""
    page = open_live("/boundaries", {**SMALL, "b_panels": ["TESLA K=4", "ReLU", "GELU", "Tanh", "SiLU"]}, phone=True)
    for down in (0, 300):
        page.get_by_test_id("stMain").evaluate(f"main => main.scrollTo(0, {down})")
        page.wait_for_timeout(200)
        play = box(page.locator(ROOT).get_by_role("button", name="Play", exact=True))
        words = box(page.locator(f"{ROOT} .tl-words"))
        header = box(page.get_by_test_id("stHeader"))
        assert header["bottom"] <= play["y"] < 420
        assert 600 < words["y"] < words["bottom"] <= 844
        assert page.evaluate("() => !!document.elementFromPoint(195, 830).closest('.tl-words')")


def test_the_titles_first_line_is_below_the_header(open_page) -> None:
    """On a phone and on a laptop."""
    for phone in (True, False):
        page = open_page("/", phone=phone)
        assert box(page.get_by_role("heading", level=1))["y"] >= box(page.get_by_test_id("stHeader"))["bottom"]


# The smallest text that is seen, and what it says. Curves are drawn: theirs is 12 pixels, twice as large.
SMALLEST_TEXT = """(root) => {
  const walker = document.createTreeWalker(document.querySelector(root), NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const { parentElement: node, data } = walker.currentNode;
    if (data.trim() && node.checkVisibility()) found.push([parseFloat(getComputedStyle(node).fontSize), data]);
  }
  return found.sort((one, other) => one[0] - other[0])[0];
}"""


def test_the_choice_of_a_language_covers_no_entry_of_the_menu(open_live: Open) -> None:
    """Beside the sidebar there is little room: what does not fit goes into the menu's "more"."""
    page = open_live("/boundaries", SMALL)
    for width in (1440, 1280, 1024):
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_timeout(300)
        language = box(page.locator(".tesla-language"))
        entries = [box(entry) for entry in page.locator("[data-testid=stTopNav] a").all() if entry.is_visible()]
        assert entries
        assert max(entry["right"] for entry in entries) <= language["x"], width


def test_the_projector_view_is_read_from_the_back(open_live: Open) -> None:
    """F fills a wall with few panels and large type, above Streamlit's header and sidebar; a person picks the panels;
    Escape leads back to the page as it was."""
    page = open_live("/boundaries", {**SMALL, "b_panels": ["TESLA K=2", "TESLA K=4", "ReLU", "GELU", "Tanh", "SiLU"]})
    page.set_viewport_size({"width": 1920, "height": 1080})
    before = box(page.locator(ROOT))
    page.keyboard.press("f")
    assert box(page.locator(ROOT))["width"] == 1920
    assert page.evaluate(SMALLEST_TEXT, ROOT)[0] >= 24
    for x, y in ((20, 500), (960, 10), (1910, 1070)):
        assert page.evaluate(f"() => !!document.elementFromPoint({x}, {y}).closest('{ROOT}')")
    shown = page.locator(f"{ROOT} .tl-panel:visible")
    assert shown.count() == 4
    expect(shown.first).to_contain_text("Data")
    for panel in shown.all():
        assert box(panel)["bottom"] < box(page.locator(f"{ROOT} .tl-words"))["y"] <= 1080 - 100
        assert box(panel)["width"] >= 300

    press(page, "Panels")
    press(page, "GELU" if page.locator(".tl-pick-one[aria-pressed=true]", has_text="GELU").count() == 0 else "SiLU")
    assert shown.count() == 5
    press(page, "Play")
    wait_for(page, "+d.epoch >= 1")
    page.keyboard.press("Escape")
    expect(page.locator(f"{ROOT} .tl-picker")).to_be_hidden()
    page.keyboard.press("Escape")
    after = box(page.locator(ROOT))
    assert (after["x"], after["width"]) == (before["x"], before["width"])
    assert shown.count() == 7
