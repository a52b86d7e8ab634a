"""The lessons that ship: whole, the same in every language, and every link opens what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tesla_core.lessons.glossary import SHIPPED, glossary
from tesla_core.lessons.lesson import Lesson, LessonQuestion
from tesla_core.lessons.links import checked
from tesla_core.lessons.shelf import shelf
from tesla_core.messages.readers import OWN_NAMES

NAMES = sorted(path.name for path in SHIPPED.iterdir() if path.is_dir() and path.name != "glossary")


def lesson(name: str, language: str) -> Lesson:
    found = shelf(language, own=Path("nowhere")).find(name)
    assert found is not None
    assert found.language == language
    return found


@pytest.mark.parametrize("language", OWN_NAMES)
def test_every_lesson_can_be_read(language: str) -> None:
    """A fault is named with its file and line; here there is none."""
    found = shelf(language, own=Path("nowhere"))
    assert found.faults == ()
    assert [one.name for one in found.lessons] == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_have_the_same_steps_links_and_questions(name: str) -> None:
    """A class of two languages does the same, and answers can be counted together."""
    english, korean = lesson(name, "en"), lesson(name, "ko")
    assert [step.link for step in english.steps] == [step.link for step in korean.steps]
    assert [bool(step.look) for step in english.steps] == [bool(step.look) for step in korean.steps]
    assert english.minutes == korean.minutes
    assert len(english.aims) == len(korean.aims)
    pairs = zip(_questions(english), _questions(korean), strict=True)
    assert [_asked(one) for one, _ in pairs] == [_asked(other) for other in _questions(korean)]


def _questions(found: Lesson) -> list[LessonQuestion | None]:
    return [*(step.question for step in found.steps), *found.checks]


def _asked(question: LessonQuestion | None) -> object:
    if question is None:
        return None
    return (
        question.kind,
        len(question.options),
        question.right,
        question.within,
        question.predicts,
        question.epoch,
        question.panel,
        question.rule,
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_fits_an_hour_and_asks_before_it_shows(name: str) -> None:
    found = lesson(name, "en")
    assert 30 <= found.minutes <= 45
    assert 2 * sum(step.question is not None for step in found.steps) > len(found.steps)
    assert "<h3>" in found.notes, "the teacher's notes have headings"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", OWN_NAMES)
def test_links_inside_texts_lead_into_the_lab(name: str, language: str) -> None:
    """Homework opens on a phone as it is meant."""
    found = lesson(name, language)
    texts = [found.notes, found.homework, *(step.html + step.look for step in found.steps)]
    for target in re.findall(r'href="([^"]+)"', "".join(texts)):
        if target.startswith("/"):
            checked(target.replace("&amp;", "&"))


def test_the_glossary_has_the_same_words_in_every_language() -> None:
    words = [set(glossary(language)) for language in OWN_NAMES]
    assert all(each == words[0] for each in words)
    assert all(term.title and term.html for language in OWN_NAMES for term in glossary(language).values())


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", OWN_NAMES)
def test_no_mark_of_markdown_is_left_over(name: str, language: str) -> None:
    """Stars beside a Korean particle can stay stars on the page."""
    found = lesson(name, language)
    questions = [question for question in _questions(found) if question]
    texts = [found.notes, found.homework, *(step.html + step.look for step in found.steps)]
    texts += [question.text + question.because for question in questions]
    texts += [*found.aims, found.summary, found.title, *(option for each in questions for option in each.options)]
    assert [text for text in texts if re.search(r"[*`]|\]\(", re.sub(r"<[^>]*>", "", text))] == []
