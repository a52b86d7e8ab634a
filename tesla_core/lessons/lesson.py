"""What a lesson is made of, in one language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class QuestionKind(StrEnum):
    CHOICE = "choice"
    NUMBER = "number"
    DRAW = "draw"


@dataclass(frozen=True)
class LessonQuestion:
    """text, because: HTML; the second is for after the answer. plain: the text without its markup, where a page writes
    it itself. right: the index of an option, or a number that an answer may be `within` of; None where a picture is the
    answer. rule: by which a room finds the right answer from the run itself. epoch: where the run waits for answers.
    predicts: whether the run is to be watched before the answer is told.
    """

    kind: QuestionKind
    text: str
    plain: str
    options: tuple[str, ...] = ()
    right: float | None = None
    within: float = 0.0
    unit: str = ""
    because: str = ""
    panel: int | None = None
    epoch: int = 0
    predicts: bool = False
    rule: Mapping[str, Any] | None = None

    def judge(self, answer: float | None) -> bool | None:
        """Whether an answer is right; None where nobody can say."""
        if self.right is None or answer is None:
            return None
        return abs(answer - self.right) <= self.within + 1e-9


@dataclass(frozen=True)
class LabLink:
    """A page of the lab, with all that is set on it. path: without a slash before it. query: as in an address. live:
    whether it shows a run that can stand beside a step."""

    path: str
    query: str
    live: bool

    @property
    def text(self) -> str:
        return f"/{self.path}?{self.query}" if self.query else f"/{self.path}"


@dataclass(frozen=True)
class LessonStep:
    """html: its text. look: what to look at, HTML or nothing."""

    title: str
    html: str
    link: LabLink | None = None
    look: str = ""
    question: LessonQuestion | None = None


@dataclass(frozen=True)
class Lesson:
    """name: of its folder and in links. language: the one it is read in, which is another than asked for where the
    lesson has no text in that. notes: the teacher's, by heading. All texts but titles, summary and aims are HTML."""

    name: str
    language: str
    title: str
    summary: str
    minutes: int
    aims: tuple[str, ...]
    notes: str
    steps: tuple[LessonStep, ...]
    checks: tuple[LessonQuestion, ...]
    homework: str

    @property
    def numbered(self) -> str:
        """Its title behind the number that its folder begins with, by which lessons speak of each other."""
        number = self.name.partition("-")[0]
        return f"{number} · {self.title}" if number.isdecimal() else self.title


@dataclass(frozen=True)
class LessonFault:
    """Why a lesson can't be read. place: its file from the folder of lessons on. what: a sentence."""

    lesson: str
    place: str
    line: int
    what: str
