"""If this fails, somebody who sees little, or listens to the page instead, meets a wall on it.

axe-core looks at every page, dark and light. What it finds of serious or critical impact is a failure, unless it lies
in Streamlit's own markup by a rule written down in STREAMLITS_OWN.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import axe_playwright_python
import pytest
from playwright.sync_api import Page

from tests.pages.class_page import join, open_room, show_lab
from tests.pages.conftest import OpenPage
from tests.pages.live_page import ROOT, WAIT

AXE = Path(axe_playwright_python.__path__[0]) / "axe.min.js"
IMPACTS = ("critical", "serious", "moderate", "minor")
WALLS = ("critical", "serious")

PAGES = {
    "home": "/",
    "activation": "/activation",
    "boundaries": "/boundaries",
    "parity": "/parity",
    "spectra": "/spectra",
    "taylor": "/taylor",
    "bounds": "/bounds",
    "continuous: Burgers": "/continuous",
    "continuous: image": "/continuous?c_what=Image",
    "continuous: signal": "/continuous?c_what=Mixed+frequencies",
    "learn": "/learn",
    "learn: a step": "/learn?lesson=1-activation&step=4",
    "learn: checks": "/learn?lesson=1-activation&step=9",
    "theory": "/theory",
    "kernels": "/kernels",
    "harmonics": "/harmonics",
    "lottery": "/lottery",
    "jobs": "/jobs",
    "paper": "/paper",
    "paper: a claim": "/paper?claim=supp-figure-3",
    "paper: its tables": "/paper?paper_parity_bits=20",
    "status": "/status",
    "console": "/console",
}
STILL = (
    *("home", "learn", "learn: checks", "activation", "theory", "kernels", "harmonics", "lottery"),
    *("jobs", "paper", "paper: a claim", "paper: its tables", "status", "console"),
)
"""Pages without a canvas."""

STREAMLITS_OWN = (
    (
        "aria-dialog-name",
        "[data-testid='stToast']",
        "a toast is an alertdialog without a name; st.toast can't give one",
    ),
    (
        "scrollable-region-focusable",
        "[data-testid='stCode'] pre",
        "st.code scrolls long lines in a <pre> that no page can make focusable; Chromium and Firefox do so themselves",
    ),
)
"""What Streamlit's widgets do wrong and a page can't mend: axe's rule, the element it must be found on, and why."""

COLOUR = ("color-contrast", "link-in-text-block")
"""axe's rules that the theme decides; the others are asked once."""

LOOK = """async ([own, rules]) => {
  const asked = rules.length ? { runOnly: { type: "rule", values: rules } } : {};
  const found = (await axe.run({ resultTypes: ["violations"], ...asked })).violations;
  return found.flatMap(({ id, impact, nodes }) => nodes.map((node) => {
    const element = document.querySelector(node.target.at(-1));
    const theirs = own.some(([rule, selector]) => rule === id && element?.matches(selector));
    const why = [...node.any, ...node.all, ...node.none].map((check) => check.message).join("; ");
    return { id, impact, theirs, html: node.html.slice(0, 160), why };
  }));
}"""

STILL_COLOURS = "* { transition: none !important; animation: none !important; }"
"""Without it axe would meet colours halfway between two themes."""
STANDS = '[data-testid="stApp"][data-test-script-state="notRunning"] [data-testid="stHeading"] h1'
SETTLED = """() => !document.querySelector('[data-stale="true"]')
  && !document.body.innerText.includes("Waiting for the first frame")"""
"""What is about to be replaced is faded by Streamlit, and nobody reads it."""
Theme = Literal["dark", "light"]


def look(page: Page, theme: Theme, rules: Sequence[str] = ()) -> list[dict[str, Any]]:
    """What axe finds, each with whether it is Streamlit's own. rules: which of axe's; none for all."""
    page.emulate_media(color_scheme=theme)
    background = {"dark": "rgb(14, 17, 23)", "light": "rgb(255, 255, 255)"}[theme]
    shown = f"getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor === '{background}'"
    page.wait_for_function(shown)
    return page.evaluate(LOOK, [STREAMLITS_OWN, rules])


def look_plain(page: Page) -> dict[str, list[dict[str, Any]]]:
    """What axe finds on a page without Streamlit, by theme."""
    page.add_style_tag(content=STILL_COLOURS)
    page.evaluate(AXE.read_text())
    found: dict[str, list[dict[str, Any]]] = {}
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme)
        found[theme] = page.evaluate(LOOK, [STREAMLITS_OWN, []])
    return found


@pytest.mark.slow
def test_axe_finds_no_wall_on_the_pages_of_a_class(app_url: str, new_tab: OpenPage):
    """Joining, following, answering, drawing, the chart, the wall and the console, in both themes."""
    seen: dict[str, list[dict[str, Any]]] = {}

    def see(name: str, page: Page) -> None:
        seen.update({f"{name}, {theme}": found for theme, found in look_plain(page).items()})

    console, student, wall = new_tab(), new_tab(phone=True), new_tab()
    code = open_room(console, app_url)
    student.goto(f"{app_url}/join")
    see("join", student)
    join(student, app_url, code, "Ada")
    see("follower, waiting", student)
    wall.goto(f"{app_url}/wall/{code}")
    see("wall, joining", wall)
    show_lab(console, app_url)
    student.wait_for_selector(f"{ROOT}[data-frame]")
    see("follower", student)
    see("wall", wall)
    see("console", console)
    console.get_by_role("button", name="Ask", exact=True).click()
    student.get_by_role("button", name="ReLU", exact=True).click()
    see("follower, asked", student)
    console.get_by_role("button", name="Reveal").click()
    student.locator(".tc-bars").wait_for()
    see("follower, revealed", student)
    see("wall, revealed", wall)
    see("console, revealed", console)
    console.get_by_role("button", name="Close the question").click()
    console.get_by_label("What to ask").select_option("draw")
    console.get_by_role("button", name="Ask", exact=True).click()
    student.locator(".tc-pad").wait_for()
    see("follower, drawing", student)
    walls = [
        f"{where}: {one['id']} ({one['impact']}): {one['html']}: {one['why']}"
        for where, found in seen.items()
        for one in found
        if not one["theirs"] and (one["impact"] in WALLS or one["id"] == "heading-order")
    ]
    print(*(f"| {where} | {len(found)} |" for where, found in seen.items()), sep="\n")
    assert not walls, "\n".join(walls)


@pytest.mark.slow
def test_axe_finds_no_wall_of_ours_on_any_page(app_url: str, new_tab: OpenPage, pytestconfig: pytest.Config):
    table: dict[str, dict[str, int]] = {}
    walls: list[str] = []
    page = new_tab(dark=True)
    page.set_default_timeout(WAIT)
    for name, path in PAGES.items():
        page.emulate_media(color_scheme="dark")
        page.goto(app_url + path)
        page.wait_for_selector(STANDS)
        if name not in STILL:
            page.wait_for_selector(f"{ROOT}[data-frame]")
        page.wait_for_function(SETTLED)
        page.add_style_tag(content=STILL_COLOURS)
        page.evaluate(AXE.read_text())
        dark = look(page, "dark")
        light = [one for one in dark if one["id"] not in COLOUR] + look(page, "light", COLOUR)
        seen = {f"{name}, dark": dark, f"{name}, light": light}
        if name == "boundaries":
            page.locator(f"{ROOT} .tl-press").nth(1).click()
            page.locator(f"{ROOT} .tl-large-picture").wait_for()
            seen[f"{name}, a panel large, light"] = look(page, "light")
        for where, found in seen.items():
            whose = [("Streamlit's" if one["theirs"] else "ours", one["impact"]) for one in found]
            table[where] = {
                f"{impact}, {owner}": whose.count((owner, impact))
                for impact in IMPACTS
                for owner in ("ours", "Streamlit's")
            }
            walls += [
                f"{where}: {one['id']} ({one['impact']}): {one['html']}: {one['why']}"
                for one in found
                if not one["theirs"] and (one["impact"] in WALLS or one["id"] == "heading-order")
            ]
    columns = list(next(iter(table.values())))
    print("\n| page | " + " | ".join(columns) + " |")
    for name, counts in table.items():
        print(f"| {name} | " + " | ".join(str(counts[column]) for column in columns) + " |")
    if pytestconfig.cache is not None:
        pytestconfig.cache.set("tesla/accessibility", table)
    assert not walls, "\n".join(walls)
