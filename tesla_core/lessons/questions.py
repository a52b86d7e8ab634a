"""Questions of lessons, as a block of TOML in the text says them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tesla_core.errors import TeslaError
from tesla_core.lessons.lesson import LessonQuestion, QuestionKind
from tesla_core.lessons.writing import Explain, plain_text, to_html

FIELDS = {"kind", "ask", "options", "right", "within", "unit", "because", "panel", "epoch", "rule"}
RULES: Mapping[str, frozenset[str]] = {
    "leads": frozenset({"epoch"}),
    "finds": frozenset({"panel", "epoch", "least"}),
}
"""How a room finds out from the run itself who was right, and what the rule must say: which panel leads at an epoch;
whether a panel has at least so much by then, in which case the first option is yes."""
MOST_OPTIONS = 8


def question_of(fields: Mapping[str, Any], explain: Explain, mark: str) -> LessonQuestion:
    """A TeslaError says what is wrong with it."""
    unknown = sorted(set(fields) - FIELDS)
    if unknown:
        raise TeslaError(f"A question has {', '.join(sorted(FIELDS))}; {', '.join(unknown)} was given.")
    kind = _kind(fields.get("kind", QuestionKind.CHOICE))
    ask, options = _text(fields, "ask"), _options(fields.get("options", []), kind)
    right = _right(fields.get("right"), kind, options)
    return LessonQuestion(
        kind,
        text=to_html(ask, explain, f"{mark}a"),
        plain=plain_text(ask),
        options=options,
        right=right,
        within=float(fields.get("within", 0)),
        unit=str(fields.get("unit", "")),
        because=to_html(_text(fields, "because"), explain, f"{mark}b"),
        panel=fields.get("panel"),
        epoch=int(fields.get("epoch", 0)),
        predicts="epoch" in fields,
        rule=_rule(fields.get("rule"), kind, right, options),
    )


def _kind(given: Any) -> QuestionKind:
    if given not in list(QuestionKind):
        raise TeslaError(f"A question is one of {', '.join(QuestionKind)}; {given!r} was given.")
    return QuestionKind(given)


def _text(fields: Mapping[str, Any], name: str) -> str:
    text = fields.get(name)
    if not isinstance(text, str) or not text.strip():
        raise TeslaError(f"A question needs {name}, a text.")
    return text


def _options(given: Any, kind: QuestionKind) -> tuple[str, ...]:
    texts = tuple(given) if isinstance(given, Sequence) and not isinstance(given, str) else ()
    if kind is QuestionKind.CHOICE and not 2 <= len(texts) <= MOST_OPTIONS:
        raise TeslaError(f"A choice has 2 to {MOST_OPTIONS} options; {len(texts)} were given.")
    if kind is not QuestionKind.CHOICE and texts:
        raise TeslaError(f"Only a choice has options; this is a {kind}.")
    if not all(isinstance(text, str) for text in texts):
        raise TeslaError("Options are texts.")
    return texts


def _right(given: Any, kind: QuestionKind, options: tuple[str, ...]) -> float | None:
    """People count options from one."""
    if kind is QuestionKind.DRAW:
        if given is not None:
            raise TeslaError("A drawing has no right answer to compare with: leave out right.")
        return None
    if isinstance(given, bool) or not isinstance(given, int | float):
        raise TeslaError("A question needs right: the number of an option, from 1, or the number asked for.")
    if kind is QuestionKind.NUMBER:
        return float(given)
    if given not in range(1, len(options) + 1):
        raise TeslaError(f"right is the number of an option, 1 to {len(options)}; {given} was given.")
    return float(given - 1)


def _rule(given: Any, kind: QuestionKind, right: float | None, options: tuple[str, ...]) -> Mapping[str, Any] | None:
    if given is None:
        return {"rule": "option", "index": int(right or 0)} if kind is QuestionKind.CHOICE else None
    name = str(given.get("rule")) if isinstance(given, Mapping) else ""
    if name not in RULES:
        raise TeslaError(f"A rule is one of {', '.join(RULES)}; {name!r} was given.")
    if set(given) - {"rule"} != RULES[name]:
        raise TeslaError(f"The rule {name} has {', '.join(sorted(RULES[name]))}.")
    if name == "finds" and len(options) != 2:
        raise TeslaError("A question whether a panel finds the rule has two options, yes first.")
    return dict(given)
