"""The teacher's guide is true: what it says to press is there, its lesson can be read, its numbers are the lab's."""

from __future__ import annotations

import re
from pathlib import Path

from tesla_core.classroom import code, service, store
from tesla_core.classroom.code import LETTERS
from tesla_core.classroom.room import MOST_MEMBERS
from tesla_core.lessons.reading import FEWEST_STEPS, MOST_STEPS
from tesla_core.lessons.shelf import VARIABLE, Lessons, shelf
from tesla_core.messages.extract import all_messages
from tests.docs.test_guide import ROOT

GUIDE = (ROOT / "docs" / "classroom.md").read_text(encoding="utf-8")
HOSTING = " ".join((ROOT / "docs" / "hosting.md").read_text(encoding="utf-8").split())
EXAMPLE = re.findall(r"^````markdown\n(.*?)^````", GUIDE, flags=re.DOTALL | re.MULTILINE)
WORDS = " ".join(re.sub(r"^````.*?^````", "", GUIDE, flags=re.DOTALL | re.MULTILINE).split())
DAY = 24 * 3600.0


def written(folder: Path, text: str) -> Lessons:
    place = folder / "9-own"
    place.mkdir()
    (place / "en.md").write_text(text, encoding="utf-8")
    return shelf("en", shipped=folder / "none", own=folder)


def test_the_lesson_that_it_shows_can_be_read(tmp_path: Path) -> None:
    """A teacher who copies it has a lesson, and changes it from there."""
    (text,) = EXAMPLE
    found = written(tmp_path, text)
    assert found.faults == ()
    (lesson,) = found.lessons
    assert (len(lesson.steps), len(lesson.checks)) == (FEWEST_STEPS, 3)
    assert [step.link.path for step in lesson.steps if step.link] == ["parity"] * 3
    assert (FEWEST_STEPS, MOST_STEPS) == (6, 10)
    assert "six steps at least, ten at most" in WORDS
    assert f"`{VARIABLE}`" in WORDS


def test_a_slip_in_it_is_named_with_its_line(tmp_path: Path) -> None:
    """As the guide says of lessons that can't be read."""
    (text,) = EXAMPLE
    broken = text.replace("Parity: Six bits: a small one", "Parity: Seven bits")
    (fault,) = written(tmp_path, broken).faults
    assert fault.place == "9-own/en.md"
    assert "Seven bits" in broken.splitlines()[fault.line - 1]


def test_every_button_that_it_names_is_there() -> None:
    """Nobody looks for a button that has another name by now."""
    said = {text for message in all_messages() for text in message}
    named = {" ".join(name.split()) for name in re.findall(r"\*\*(.+?)\*\*", WORDS)} - {"bold"}
    missing = {name for name in named if not any(text == name or text.startswith(f"{name}:") for text in said)}
    assert len(named) > 30
    assert missing == set()


def test_the_keys_are_those_of_the_pages() -> None:
    """Each key of the list that ? opens, with what that list says of it."""
    source = (ROOT / "assets" / "live" / "shell" / "keys.js").read_text(encoding="utf-8")
    rows = re.findall(r'label: \(\) => (?:say\()?"([^"]+)"\)?, words: \(\) => say\("([^"]+)"\)', source)
    assert len(rows) == 7
    assert [row for row in rows if f"| {row[0]} | {row[1]} |" not in GUIDE] == []


def test_its_numbers_are_the_rooms() -> None:
    """How many fit in, how long it lasts, how often one may mistype."""
    assert (service.LIFETIME, store.REMEMBERED) == (DAY, 7 * DAY)
    assert "by itself 24 hours after it was opened" in WORDS
    assert "remembered for a week" in WORDS
    assert f"holds {MOST_MEMBERS} students" in WORDS
    assert f"{MOST_MEMBERS} students in a room, four rooms of one person, {service.MOST_ROOMS} rooms in all" in HOSTING
    assert service.MOST_OF_ONE == 4
    assert (code.OWN_AT_ONCE, code.OWN_SECONDS) == (10, 30.0)
    assert "ten wrong ones from a browser, then one in 30 seconds" in HOSTING
    assert f"{code.HERE_AT_ONCE} from an address, then one in {code.HERE_SECONDS:.0f}." in HOSTING
    assert f"{len(LETTERS) ** 4:,} codes" in HOSTING
    assert not set("ILO") & set(LETTERS)
    assert f"`{store.FILE}`" in WORDS
