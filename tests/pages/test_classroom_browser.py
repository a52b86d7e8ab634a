"""A lesson as a class has it: a teacher, a wall, six students of whom four have phones. If it fails, a class waits."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.pages.class_page import draw, join, open_room, person, show_lab, together
from tests.pages.conftest import OpenPage
from tests.pages.live_page import ROOT, press, seen, wait_for

NAMES = ("Ada", "Ben", "Cho", "Dan", "Eva", "Finn")
PHONES = 4
YOURS = re.compile(r"Yours, seed (\d):")


def test_a_class_joins_follows_answers_experiments_and_ends(app_url: str, new_tab: OpenPage) -> None:
    """All of it, one after the other, as in a lesson."""
    console = new_tab()
    code = open_room(console, app_url)
    wall = new_tab()
    wall.goto(f"{app_url}/wall/{code}")
    expect(wall.locator(".tc-wall-code")).to_have_text(code)
    students = [new_tab(phone=number < PHONES, dark=number % 2 == 1) for number in range(len(NAMES))]
    for page, name in zip(students, NAMES, strict=True):
        join(page, app_url, code, name)
    expect(wall.locator("#people")).to_have_text("6 people are here")
    expect(console.get_by_text("6 joined: 6 here, 6 following")).to_be_visible()

    lab = show_lab(console, app_url)
    everyone = [lab, console, wall, *students]
    follow(everyone, lab)
    let_go_and_return(console, students[0], students[1])
    predict(console, wall, students)
    draw_the_boundary(console, wall, students)
    experiment(console, wall, students)
    pass_the_lead(console, everyone, students[2])
    end(console, wall, students)


def follow(everyone: list[Page], lab: Page) -> None:
    """Play, pause and a jump on the teacher's page are everybody's."""
    together(everyone)
    press(lab, "Play")
    for page in everyone:
        wait_for(page, "+d.epoch >= 3")
    press(lab, "Pause")
    wait_for(lab, "d.state === 'paused'")
    together(everyone, 3)
    scrub = lab.locator(ROOT).get_by_role("slider")
    scrub.evaluate("bar => { bar.value = 1; bar.dispatchEvent(new Event('input', { bubbles: true })); }")
    for page in everyone:
        wait_for(page, "+d.epoch === 1")


def let_go_and_return(console: Page, leaver: Page, gathered: Page) -> None:
    """One goes to the full page and comes back by themselves; another is gathered."""
    for page, name in ((leaver, "Ada"), (gathered, "Ben")):
        page.get_by_role("link", name="Explore on my own").click()
        page.get_by_role("link", name="Back to the class").wait_for()
        page.wait_for_selector(f"{ROOT}[data-frame]")
        expect(person(console, name)).to_contain_text("explores")
    press(leaver, "Step")
    wait_for(leaver, "+d.epoch >= 2")
    assert seen(console, "epoch") == "1", "an explorer has moved the class"
    leaver.get_by_role("link", name="Back to the class").click()
    leaver.wait_for_selector(f"{ROOT}[data-frame]")
    expect(person(console, "Ada")).to_contain_text("follows")
    console.get_by_role("button", name="Gather everyone").click()
    gathered.wait_for_url("**/r/*")
    expect(person(console, "Ben")).to_contain_text("follows")


def predict(console: Page, wall: Page, students: list[Page]) -> None:
    """A choice: nobody sees what others said before the reveal, and who was right when it was played."""
    console.get_by_label("At epoch").fill("4")
    console.get_by_role("button", name="Ask", exact=True).click()
    for number, page in enumerate(students):
        page.get_by_role("button", name="ReLU" if number else "TESLA K=4", exact=True).click()
    expect(wall.locator(".tc-answered")).to_have_text("6 of 6 have answered")
    students[1].get_by_role("button", name="TESLA K=4", exact=True).click()  # an answer may change
    expect(students[1].get_by_role("button", name="TESLA K=4", exact=True)).to_have_attribute("aria-pressed", "true")
    assert not wall.locator(".tc-bars").count()
    assert not console.locator(".tc-bars").count()
    console.get_by_role("button", name="Reveal").click()
    for page in (*students, wall, console):
        counts = page.locator(".tc-bar-count")
        expect(counts.nth(0)).to_have_text("2")
        expect(counts.nth(1)).to_have_text("4")
    press(console, "Play")
    expect(wall.locator(".tc-right").first).to_be_visible()
    expect(students[0].get_by_text("was:", exact=False).or_(students[0].get_by_text("You were right"))).to_be_visible()
    press(console, "Pause")
    console.get_by_role("button", name="Close the question").click()
    expect(students[0].locator(".tc-question")).to_be_hidden()


def draw_the_boundary(console: Page, wall: Page, students: list[Page]) -> None:
    """Two draw; after the reveal the wall has both lines over the picture."""
    console.get_by_label("What to ask").select_option("draw")
    console.get_by_role("button", name="Ask", exact=True).click()
    for page, height in ((students[0], 0.3), (students[4], 0.6)):
        draw(page, height)
    expect(wall.locator(".tc-answered")).to_have_text("2 of 6 have answered")
    assert not wall.locator(".tc-overlay:visible").count()
    console.get_by_role("button", name="Reveal").click()
    expect(wall.get_by_text("2 drawings lie over the picture.")).to_be_visible()
    assert is_painted(wall)
    assert is_painted(students[5])
    console.get_by_role("button", name="Close the question").click()
    expect(wall.locator(".tc-overlay:visible")).to_have_count(0)


def is_painted(page: Page) -> bool:
    """Whether there is ink on the layer of drawings."""
    return page.locator(".tc-overlay:visible").first.evaluate(
        "c => c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some((value) => value > 0)"
    )


def experiment(console: Page, wall: Page, students: list[Page]) -> None:
    """Six seeds, one a student; every phone marks its own, and the chart has all."""
    console.get_by_label("Values, with commas").fill("1-6")
    console.get_by_role("button", name="Start the experiment").click()
    own = set()
    for page in students:
        chart = page.locator(".tc-experiment canvas")
        expect(chart).to_have_attribute("aria-label", YOURS)
        own |= set(YOURS.findall(chart.get_attribute("aria-label") or ""))
    assert own == set("123456"), "every student has a value of their own"
    for page in (wall, students[0]):
        expect(page.get_by_text("All are done.")).to_be_visible()
    console.get_by_role("button", name="Put the experiment away").click()
    expect(wall.locator(".tc-wall-experiment")).to_be_hidden()


def pass_the_lead(console: Page, everyone: list[Page], leader: Page) -> None:
    """A student's toolbar is the class' while they lead; nobody else's works."""
    row = person(console, "Cho")
    row.get_by_role("button", name="More on Cho").click()
    row.get_by_role("button", name="Give the lead").click()
    leader.get_by_role("button", name="Reset").click()
    for page in everyone[1:]:
        wait_for(page, "+d.epoch === 0")
    leader.get_by_role("button", name="Step").click()
    for page in everyone[1:]:
        wait_for(page, "+d.epoch === 1")
    assert everyone[-1].get_by_role("button", name="Play").count() == 0
    console.get_by_role("button", name="Take the lead back").click()
    expect(leader.get_by_role("button", name="Play")).to_have_count(0)


def end(console: Page, wall: Page, students: list[Page]) -> None:
    """A room that was ended says so, is gone for who comes late, and the teacher can open the next."""
    console.get_by_role("button", name="End the room").click()
    console.get_by_role("button", name="Press again").click()
    for page in students:
        expect(page.get_by_role("heading", name="The class is over")).to_be_visible()
    expect(wall.get_by_text("The class is over.")).to_be_visible()
    expect(console.get_by_role("button", name="Open a room")).to_be_visible()
