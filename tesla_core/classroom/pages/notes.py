"""The notes of a room as one file that needs nothing else: what was asked, said and right, and what was measured."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from html import escape
from typing import Any

from tesla_core.canvas.page import html_page, plain_style, style_inside
from tesla_core.classroom.experiment.experiment import Experiment
from tesla_core.classroom.room import Asked, Room
from tesla_core.messages.say import say, say_count

STYLE = """
main { max-width: 860px; margin: 0 auto; padding: 24px 16px 48px; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 4px 12px 4px 0; text-align: left; vertical-align: middle; }
td.bar { width: 55%; }
td.bar i { display: block; height: 16px; border-radius: 5px; background: #5b6b84; }
tr.right i { background: #1a7f37; }
svg { width: min(100%, 360px); border: 1px solid var(--st-border-color); border-radius: 8px; background: #f7f7f5; }
polyline { fill: none; stroke: #7b3fa0; stroke-width: 6; stroke-linejoin: round; stroke-opacity: 0.6; }
"""


def notes_page(language: str, room: Room, questions: Sequence[Asked], experiments: Sequence[Experiment] = ()) -> str:
    """Names are left out where the teacher hides them."""
    title = say("Notes of class {code}", code=room.code)
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(room.opened))
    people = say_count(len(room.present), "{count} student", "{count} students")
    parts = [f"<h1>{escape(title)}</h1>", f"<p>{escape(say('Opened {when}.', when=when))} {escape(people)}.</p>"]
    parts += [_question(room, asked) for asked in questions] or [f"<p>{escape(say('Nothing was asked yet.'))}</p>"]
    parts += [_experiment(room, one) for one in experiments]
    body = f"<main>\n{chr(10).join(parts)}\n</main>\n"
    return html_page(title, language, styles=[style_inside(plain_style() + STYLE)], script="", data={}, body=body)


def _question(room: Room, asked: Asked) -> str:
    content = asked.content
    answers = [(_name(room, member), value) for member, value in asked.answers.items()]
    answered = say_count(len(answers), "{count} answer", "{count} answers")
    show = {"choice": _choices, "number": _numbers, "draw": _drawings}[content["kind"]]
    scene = f"<p>{escape(str(content['title']))}</p>" if content.get("title") else ""
    return (
        f"<section><h2>{escape(content['text'])}</h2>{scene}<p>{escape(answered)}.</p>{show(asked, answers)}</section>"
    )


def _experiment(room: Room, experiment: Experiment) -> str:
    """A row a value: what it was measured at, and whose it was."""
    names = {} if room.hidden else {member.id: member.name for member in room.members.values()}
    told = experiment.section(names)
    measure = told["measure"]
    title = say("The class as the experiment: {label}", label=told["label"])
    results, scores = told["results"], [one["score"] for one in told["results"] if one["score"] is not None]
    most = max([abs(score) for score in scores], default=0.0) or 1.0
    rows = "".join(
        f"<tr><th scope=row>{escape(written)}</th>"
        f'<td class="bar"><i style="width: {100 * abs(one["score"] or 0.0) / most:.0f}%"></i></td>'
        f"<td>{_score(one['score'], measure['unit'])}</td><td>{escape(one.get('name', ''))}</td></tr>"
        for written, one in zip(told["written"], results, strict=True)
    )
    done = say("{done} of {count} are done.", done=experiment.done, count=len(results))
    head = f"<tr><th>{escape(told['label'])}</th><th></th><th>{escape(measure['label'])}</th><th></th></tr>"
    return f"<section><h2>{escape(title)}</h2><p>{escape(done)}</p><table>{head}{rows}</table></section>"


def _score(score: float | None, unit: str) -> str:
    if score is None:
        return "–"
    return f"{100 * score:.1f}%" if unit == "share" else f"{score:.4g}"


def _name(room: Room, member: str) -> str:
    """Of who answered, where names are shown."""
    known = room.members.get(member)
    return "" if known is None or room.hidden else known.name


def _choices(asked: Asked, answers: Sequence[tuple[str, Any]]) -> str:
    counts = Counter(value for _, value in answers)
    most = max([1, *counts.values()])
    rows = []
    for place, option in enumerate(asked.content["options"]):
        names = ", ".join(name for name, value in answers if value == place and name)
        rows.append(_row(option, counts[place], most, names, place in (asked.right or {}).get("options", ())))
    return f"<table>{''.join(rows)}</table>"


def _row(label: str, count: int, most: int, names: str, right: bool) -> str:
    mark = f" ✓ {escape(say('right'))}" if right else ""
    width = f"width: {100 * count / most:.0f}%"
    return (
        f"<tr{' class=right' if right else ''}><th scope=row>{escape(label)}{mark}</th>"
        f'<td class="bar"><i style="{width}"></i></td><td>{count}</td><td>{escape(names)}</td></tr>'
    )


def _numbers(asked: Asked, answers: Sequence[tuple[str, Any]]) -> str:
    said = "".join(
        f"<tr><td>{value:g}</td><td>{escape(name)}</td></tr>" for name, value in sorted(answers, key=lambda one: one[1])
    )
    number = (asked.right or {}).get("number")
    right = "" if number is None else f"<p>{escape(say('It was: {answer}.', answer=f'{number:g}'))}</p>"
    return f"<table>{said}</table>{right}"


def _drawings(asked: Asked, answers: Sequence[tuple[str, Any]]) -> str:
    """All of them over each other, in a picture of a thousand units."""
    lines = "".join(
        f'<polyline points="{" ".join(f"{1000 * u:.0f},{1000 * v:.0f}" for u, v in stroke)}"/>'
        for _, strokes in answers
        for stroke in strokes
    )
    told = escape(say("Where the class drew the boundary"))
    return f'<svg viewBox="0 0 1000 1000" role="img" aria-label="{told}">{lines}</svg>'
