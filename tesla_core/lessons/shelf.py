"""All lessons there are: those that ship, and a teacher's own of the folder that TESLA_LAB_LESSONS names.

Files are read again when they change, so that a teacher who writes one sees it at the next look. For a room,
`lesson_list` has what the console shows, and `room_step` what everybody's page is given.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from tesla_core.lessons.glossary import FOLDER, SHIPPED, glossary
from tesla_core.lessons.lesson import Lesson, LessonFault, LessonQuestion, QuestionKind
from tesla_core.lessons.reading import LessonError, read_lesson
from tesla_core.messages.readers import ENGLISH

VARIABLE = "TESLA_LAB_LESSONS"
LARGEST = 256 * 1024
MOST_OWN = 200


@dataclass(frozen=True)
class Lessons:
    """The lessons in order of their names, a teacher's own after those that ship; and what could not be read."""

    lessons: tuple[Lesson, ...]
    faults: tuple[LessonFault, ...]

    def find(self, name: str) -> Lesson | None:
        return next((lesson for lesson in self.lessons if lesson.name == name), None)


def shelf(language: str, shipped: Path = SHIPPED, own: Path | None = None) -> Lessons:
    """In a language, where a lesson has it; else in English, or in the one it was written in."""
    lessons: dict[str, Lesson] = {}
    faults: list[LessonFault] = []
    for folder in (shipped, own or _own_folder()):
        for place in _folders(folder):
            found = _read(place, language)
            if isinstance(found, LessonFault):
                faults.append(found)
            elif found is not None:
                lessons[found.name] = found
    return Lessons(tuple(lessons.values()), tuple(faults))


def _own_folder() -> Path | None:
    named = os.environ.get(VARIABLE, "").strip()
    return Path(named) if named else None


def _folders(folder: Path | None) -> list[Path]:
    """One a lesson; none where the folder isn't there."""
    if folder is None or not folder.is_dir():
        return []
    found = sorted(place for place in folder.iterdir() if place.is_dir() and place.name != FOLDER)
    return found[:MOST_OWN]


def _read(place: Path, language: str) -> Lesson | LessonFault | None:
    files = [place / f"{each}.md" for each in (language, ENGLISH)] + sorted(place.glob("*.md"))
    file = next((file for file in files if file.is_file()), None)
    if file is None:
        return None
    named = f"{place.name}/{file.name}"
    try:
        state = file.stat()
        if state.st_size > LARGEST:
            return LessonFault(place.name, named, 1, f"The file has {state.st_size:,} bytes; {LARGEST:,} are allowed.")
        return _kept(file, state.st_mtime_ns, state.st_size)
    except OSError as error:
        return LessonFault(place.name, named, 1, str(error.strerror or error))


@lru_cache(maxsize=512)
def _kept(file: Path, _changed: int, _size: int) -> Lesson | LessonFault:
    language = file.stem
    terms = {name: term.told for name, term in glossary(language).items()}
    named = f"{file.parent.name}/{file.name}"
    try:
        return read_lesson(file.parent.name, language, file.read_text(encoding="utf-8"), terms.get)
    except LessonError as error:
        return LessonFault(file.parent.name, named, error.line, str(error))
    except UnicodeDecodeError:
        return LessonFault(file.parent.name, named, 1, "The file is no UTF-8 text.")


# ---- for rooms


def lesson_list(language: str) -> list[dict[str, Any]]:
    """For a console: every lesson with the titles of its steps; the checks are its last steps."""
    return [
        {
            "name": lesson.name,
            "title": lesson.numbered,
            "minutes": lesson.minutes,
            "steps": [
                *({"title": step.title, "question": step.question is not None} for step in lesson.steps),
                *({"title": check.plain, "question": True} for check in lesson.checks),
            ],
        }
        for lesson in shelf(language).lessons
    ]


def room_step(name: str, number: int, language: str) -> dict[str, Any] | None:
    """A step (from 0) for everybody's page: {lesson, step, of, title, html, look, link, question}; None where there is
    none. The question has no answer in it: that is `room_answer`'s."""
    lesson = shelf(language).find(name)
    if lesson is None or not 0 <= number < len(lesson.steps) + len(lesson.checks):
        return None
    place = {"lesson": name, "step": number, "of": len(lesson.steps) + len(lesson.checks)}
    if number >= len(lesson.steps):
        check = lesson.checks[number - len(lesson.steps)]
        return {**place, "title": "", "html": "", "look": "", "link": None, "question": _asked(check)}
    step = lesson.steps[number]
    return {
        **place,
        "title": step.title,
        "html": step.html,
        "look": step.look,
        "link": {"page": step.link.path, "query": step.link.query, "live": step.link.live} if step.link else None,
        "question": _asked(step.question) if step.question else None,
    }


def room_answer(name: str, number: int, language: str) -> Mapping[str, Any] | None:
    """For the server alone, until the reveal: {rule, because} of a step's question. A number that the lesson knows is a
    rule, too."""
    lesson = shelf(language).find(name)
    questions = [*(step.question for step in lesson.steps), *lesson.checks] if lesson else []
    question = questions[number] if 0 <= number < len(questions) else None
    if question is None:
        return None
    rule = question.rule
    if rule is None and question.kind == QuestionKind.NUMBER and question.right is not None:
        rule = {"rule": "number", "number": question.right, "within": question.within, "foretells": question.predicts}
    return {"rule": rule, "because": question.because}


def _asked(question: LessonQuestion) -> dict[str, Any]:
    return {
        "kind": str(question.kind),
        "text": question.plain,
        "options": list(question.options),
        "unit": question.unit,
        "epoch": question.epoch,
        "panel": question.panel,
    }
