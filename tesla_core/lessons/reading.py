"""A lesson's file: TOML between two lines of +++, then Markdown in four parts, `# Teacher`, `# Steps`, `# Checks`,
`# Homework`. A step is a `## heading`; blocks ```scene, ```question (both TOML) and ```look (Markdown) belong to it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tesla_core.errors import TeslaError
from tesla_core.lessons.lesson import LabLink, Lesson, LessonQuestion, LessonStep
from tesla_core.lessons.links import link_of
from tesla_core.lessons.questions import question_of
from tesla_core.lessons.writing import Explain, parser, terms_of, to_html

FENCE = "+++"
TEACHER, STEPS, CHECKS, HOMEWORK = "teacher", "steps", "checks", "homework"
PARTS = {
    "teacher": TEACHER,
    "교사에게": TEACHER,
    "steps": STEPS,
    "단계": STEPS,
    "checks": CHECKS,
    "확인": CHECKS,
    "homework": HOMEWORK,
    "숙제": HOMEWORK,
}
FEWEST_STEPS, MOST_STEPS = 6, 10
CHECK_QUESTIONS = 3
_AT_LINE = re.compile(r"\(at line (\d+)")


class LessonError(TeslaError):
    """line: of the file, from 1."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(what)
        self.line = line


@dataclass
class _Block:
    """Lines of one kind: "text", or what a fence is marked with. line: the first of them, from 1."""

    kind: str
    line: int
    lines: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def table(self) -> Mapping[str, Any]:
        try:
            return tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            found = _AT_LINE.search(str(error))
            line = self.line + (int(found[1]) - 1 if found else 0)
            raise LessonError(line, f"This is no TOML: {_AT_LINE.split(str(error))[0].strip()}.") from None


@dataclass
class _Piece:
    """A part of the file, or a step in it: its heading and the blocks below."""

    title: str
    line: int
    blocks: list[_Block] = field(default_factory=list)

    def only(self, kind: str) -> _Block | None:
        found = [block for block in self.blocks if block.kind == kind]
        if len(found) > 1:
            raise LessonError(found[1].line, f"A step has one {kind}; this is the second.")
        return found[0] if found else None

    @property
    def text(self) -> str:
        return "\n\n".join(block.text for block in self.blocks if block.kind == "text").strip()


def read_lesson(name: str, language: str, text: str, explain: Explain) -> Lesson:
    """A LessonError says what is wrong with the file, and where."""
    front, rest, first = _front(text)
    pieces = _pieces(rest, first)
    for required in (TEACHER, STEPS, CHECKS, HOMEWORK):
        if required not in pieces:
            raise LessonError(first, f"The lesson has no part “# {required.capitalize()}”.")
    _check_terms(rest, first, explain)
    steps = [_step(piece, explain, f"s{number}") for number, piece in enumerate(pieces[STEPS][1:], start=1)]
    if not FEWEST_STEPS <= len(steps) <= MOST_STEPS:
        what = f"A lesson has {FEWEST_STEPS} to {MOST_STEPS} steps; this has {len(steps)}."
        raise LessonError(pieces[STEPS][0].line, what)
    checks = _checks(pieces[CHECKS][0], explain)
    return Lesson(
        name,
        language,
        title=_entry(front, "title", str),
        summary=_entry(front, "summary", str),
        minutes=_entry(front, "minutes", int),
        aims=tuple(map(str, _entry(front, "aims", list))),
        notes=to_html(_with_headings(pieces[TEACHER]), explain, "n"),
        steps=tuple(steps),
        checks=checks,
        homework=to_html(_with_headings(pieces[HOMEWORK]), explain, "h"),
    )


def _front(text: str) -> tuple[Mapping[str, Any], list[str], int]:
    """What stands before the text, the lines of the text, and the number of its first line."""
    lines = text.splitlines()
    if not lines or lines[0].strip() != FENCE or FENCE not in [line.strip() for line in lines[1:]]:
        raise LessonError(1, f"A lesson begins with its title, minutes and aims between two lines of {FENCE}.")
    end = [line.strip() for line in lines].index(FENCE, 1)
    return _Block("front", 2, lines[1:end]).table(), lines[end + 1 :], end + 2


def _entry(front: Mapping[str, Any], name: str, kind: type) -> Any:
    if not isinstance(front.get(name), kind) or not front[name]:
        raise LessonError(1, f"Between the lines of {FENCE} there must be {name}, a {kind.__name__}.")
    return front[name]


def _pieces(lines: list[str], first: int) -> dict[str, list[_Piece]]:
    """By part, what stands before its first `##` and then each piece below one."""
    parts: dict[str, list[_Piece]] = {}
    current: _Piece | None = None
    for token in parser().parse("\n".join(lines)):
        if token.level or token.map is None:
            continue
        begin, end = token.map
        if token.type == "heading_open" and token.tag in ("h1", "h2"):
            title = lines[begin].lstrip("#").strip()
            current = _Piece(title, first + begin)
            if token.tag == "h1":
                part = PARTS.get(title.lower())
                if part is None:
                    raise LessonError(first + begin, f"“# {title}” is none of {', '.join(PARTS)}.")
                parts[part] = [current]
            elif parts:
                list(parts.values())[-1].append(current)
        elif current is None:
            raise LessonError(first + begin, "Text before the first part; write it below “# Teacher”.")
        elif token.type == "fence" and token.info.strip():
            kind = token.info.strip()
            if kind not in ("scene", "question", "look"):
                raise LessonError(first + begin, f"A block is scene, question or look; {kind!r} was given.")
            current.blocks.append(_Block(kind, first + begin + 1, token.content.splitlines()))
        else:
            current.blocks.append(_Block("text", first + begin, lines[begin:end]))
    return parts


def _with_headings(pieces: list[_Piece]) -> str:
    return "\n\n".join([pieces[0].text, *(f"### {piece.title}\n\n{piece.text}" for piece in pieces[1:])])


def _step(piece: _Piece, explain: Explain, mark: str) -> LessonStep:
    scene, look, question = piece.only("scene"), piece.only("look"), piece.only("question")
    return LessonStep(
        piece.title,
        to_html(piece.text, explain, mark),
        _link(scene) if scene else None,
        to_html(look.text, explain, f"{mark}l") if look else "",
        _question(question, explain, f"{mark}q") if question else None,
    )


def _checks(piece: _Piece, explain: Explain) -> tuple[LessonQuestion, ...]:
    blocks = [block for block in piece.blocks if block.kind == "question"]
    if len(blocks) != CHECK_QUESTIONS:
        raise LessonError(piece.line, f"A lesson ends with {CHECK_QUESTIONS} checks; this has {len(blocks)}.")
    return tuple(_question(block, explain, f"c{number}") for number, block in enumerate(blocks, start=1))


def _link(block: _Block) -> LabLink:
    try:
        return link_of(block.table())
    except LessonError:
        raise
    except (TeslaError, ValueError) as error:
        raise LessonError(block.line, str(error)) from None


def _question(block: _Block, explain: Explain, mark: str) -> LessonQuestion:
    try:
        return question_of(block.table(), explain, mark)
    except LessonError:
        raise
    except (TeslaError, ValueError, TypeError) as error:
        raise LessonError(block.line, str(error)) from None


def _check_terms(lines: list[str], first: int, explain: Explain) -> None:
    for term, line in terms_of("\n".join(lines)):
        if explain(term) is None:
            raise LessonError(first + line, f"The glossary has no term {term!r}.")
