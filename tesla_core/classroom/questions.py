"""A question to the class and its answers, as they may come in and as they may go out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tesla_core.classroom.room import Asked, Room
from tesla_core.errors import TeslaError, check_choice, check_range, check_whole, shown
from tesla_core.lessons.shelf import room_step
from tesla_core.live.company import RoomError
from tesla_core.messages.catalogue import languages
from tesla_core.messages.say import say, spoken_language

KINDS = ("choice", "draw", "number")
RULES = ("leads", "finds", "harmonic", "value", "option", "number")
MOST_TEXT, MOST_OPTION = 300, 120  # characters
MOST_OPTIONS = 24
MOST_STROKES, MOST_POINTS = 8, 96
MOST_EPOCH = 1e6


def read_question(given: object, here: float) -> dict[str, Any]:
    """A question as somebody asks it, checked. here: where the class stands; nobody passes that epoch meanwhile, unless
    the question names another."""
    if not isinstance(given, Mapping):
        raise RoomError(say("A question needs a text and a kind."))
    kind = check_choice("kind of question", str(given.get("kind")), KINDS)
    question: dict[str, Any] = {"kind": kind, "text": _text("The question", given.get("text"), MOST_TEXT)}
    epoch = given.get("epoch")
    question["epoch"] = here if epoch is None else _number("The question's epoch", epoch, 0, MOST_EPOCH)
    if kind == "choice":
        options = given.get("options")
        if not isinstance(options, list) or not 2 <= len(options) <= MOST_OPTIONS:
            raise RoomError(say("A choice needs from 2 to {most} answers.", most=MOST_OPTIONS))
        question["options"] = [_text("An answer", option, MOST_OPTION) for option in options]
    if kind == "number":
        for name in ("low", "high"):
            if given.get(name) is not None:
                question[name] = _number(f"The {name}est answer", given[name], -1e9, 1e9)
        if given.get("unit"):
            question["unit"] = _text("The unit", given["unit"], 20)
    if given.get("panel") is not None:
        question["panel"] = check_whole("Panel", given["panel"], 0, 1000)
    if given.get("rule") is not None:
        question["rule"] = _rule(given["rule"], question)
    return question


def _rule(given: object, question: Mapping[str, Any]) -> dict[str, Any]:
    """How the run will say what was right: see `judging.py`. {"rule": …, "epoch", "panel", "least", …}."""
    if not isinstance(given, Mapping):
        raise TeslaError(f"A rule must be an object; {shown(given)} was given.")
    name = check_choice("rule", str(given.get("rule")), RULES)
    rule: dict[str, Any] = {"rule": name}
    if name == "option":
        return rule | {"index": check_whole("The right answer", given.get("index"), 0, _options(question) - 1)}
    if name == "number":
        number = _number("The right answer", given.get("number"), -1e9, 1e9)
        within = _number("How far off is right", given.get("within", 0), 0, 1e9)
        return rule | {"number": number, "within": within, "foretells": given.get("foretells") is True}
    rule["epoch"] = _number("The rule's epoch", given.get("epoch"), 0, MOST_EPOCH)
    if name in ("finds", "harmonic", "value"):
        rule["panel"] = check_whole("Panel", given.get("panel"), 0, 1000)
    if name == "finds":
        rule["least"] = _number("What counts as found", given.get("least", 0.9), -1e9, 1e9)
    for several, choices in (("panels", "leads"), ("harmonics", "harmonic")):
        if name == choices and given.get(several) is not None:
            rule[several] = _places(several, given[several], _options(question))
    if name == "harmonic" and "harmonics" not in rule:
        rule["harmonics"] = list(range(1, _options(question) + 1))
    return rule


def _places(name: str, given: object, count: int) -> list[int]:
    if not isinstance(given, list) or len(given) != count:
        raise TeslaError(f"The rule's {name} must be {count} numbers, one an answer; {shown(given)} was given.")
    return [check_whole(f"One of the rule's {name}", one, 0, 1000) for one in given]


def _options(question: Mapping[str, Any]) -> int:
    return len(question.get("options", ())) or 1


def read_answer(question: Mapping[str, Any], given: object) -> Any:
    """An answer to this question, checked."""
    if question["kind"] == "choice":
        return check_whole("Your answer", None if isinstance(given, bool) else given, 0, _options(question) - 1)
    if question["kind"] == "number":
        return _number("Your answer", given, question.get("low", -1e9), question.get("high", 1e9))
    if not isinstance(given, list) or not 1 <= len(given) <= MOST_STROKES:
        raise RoomError(say("A drawing has from 1 to {most} lines.", most=MOST_STROKES))
    strokes = [_stroke(stroke) for stroke in given]
    if sum(map(len, strokes)) > MOST_POINTS:
        raise RoomError(say("A drawing has at most {most} points.", most=MOST_POINTS))
    return strokes


def _stroke(given: object) -> list[list[float]]:
    """Points from 0 to 1 in both directions, from the picture's top left."""
    if not isinstance(given, list) or not given:
        raise RoomError(say("A line of a drawing needs points."))
    points = []
    for point in given[: MOST_POINTS + 1]:
        if not isinstance(point, list) or len(point) != 2:
            raise RoomError(say("A point of a drawing has two numbers."))
        points.append([round(_number("A point", number, 0, 1), 3) for number in point])
    return points


def seen_question(room: Room, names: bool) -> dict[str, Any] | None:
    """The question as anybody may see it: before it is revealed, nothing of what was answered but by how many, and
    nothing of what is right. names: whether answers carry them."""
    asked = room.question
    if asked is None:
        return None
    here = {member.id for member in room.present}
    answers = {member: value for member, value in asked.answers.items() if member in here}
    seen = {key: value for key, value in asked.content.items() if key not in ("rule", "spec")}
    seen |= _in_readers_words(room)
    seen |= {"id": asked.number, "open": asked.open, "revealed": asked.revealed, "answered": len(answers)}
    if not asked.revealed:
        return seen
    return seen | _revealed(room, asked, answers, names)


def waits_for_run(rule: Mapping[str, Any]) -> bool:
    """Whether the run says what is right; else the lesson knows it."""
    return rule["rule"] not in ("option", "number") or bool(rule.get("foretells"))


def is_of_step(room: Room) -> bool:
    """Whether the room's question is that of the lesson's step, in whatever language it was asked."""
    asked, kept = room.question, room.parts.get("step")
    if asked is None or not kept:
        return False
    steps = (room_step(kept["lesson"], kept["step"], language) for language in languages())
    return any(step and step["question"] and step["question"]["text"] == asked.content["text"] for step in steps)


def _in_readers_words(room: Room) -> dict[str, Any]:
    """A lesson's question is written in every language that the lesson has; a question of one's own is not."""
    if room.question is None or not is_of_step(room):
        return {}
    kept, asked = room.parts["step"], room.question.content
    step = room_step(kept["lesson"], kept["step"], spoken_language())
    told = step["question"] if step else None
    if not told or len(told["options"]) != len(asked.get("options", ())):
        return {}
    return {name: told[name] for name in ("text", "options", "unit") if name in asked}


def _revealed(room: Room, asked: Asked, answers: Mapping[str, Any], names: bool) -> dict[str, Any]:
    given = [
        {"value": value, **({"name": room.members[member].name} if names else {})} for member, value in answers.items()
    ]
    shown: dict[str, Any] = {"answers": given, "right": asked.right}
    if asked.content["kind"] == "choice":
        counts = Counter(answers.values())
        shown["counts"] = [counts[option] for option in range(_options(asked.content))]
    return shown


def _text(what: str, given: object, most: int) -> str:
    text = " ".join(given.split()) if isinstance(given, str) else ""
    if not 1 <= len(text) <= most:
        raise TeslaError(f"{what} must be a text of 1 to {most} characters; {shown(given)} was given.")
    return text


def _number(what: str, given: object, low: float, high: float) -> float:
    if isinstance(given, bool) or not isinstance(given, int | float) or not abs(given) < 1e300:
        raise TeslaError(f"{what} must be a number; {shown(given)} was given.")
    return float(check_range(what, given, low, high))
