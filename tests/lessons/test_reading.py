"""A teacher's own lesson: a slip is named with its file and line, the others load, and nothing in it is HTML."""

from __future__ import annotations

from pathlib import Path

import pytest

from tesla_core.lessons.glossary import SHIPPED
from tesla_core.lessons.lesson import LessonFault
from tesla_core.lessons.shelf import LARGEST, lesson_list, room_answer, room_step, shelf

QUESTION = """```question
ask = "Two and two?"
options = ["four", "five"]
right = 1
because = "Count."
```
"""
STEP = "## A step\n\nSome *text* with an [activation](term:activation).\n\n"
SCENE = '```scene\nlink = "/parity?v=2&p_bits=11"\n```\n'
WHOLE = "\n".join(
    [
        '+++\ntitle = "Mine"\nsummary = "Short."\nminutes = 30\naims = ["To see"]\n+++\n',
        "# Teacher\n\nNotes.\n",
        "# Steps\n",
        STEP + SCENE,
        *[STEP] * 5,
        "# Checks\n",
        *[QUESTION] * 3,
        "# Homework\n\nCount to ten.\n",
    ]
)


def shelved(folder: Path, text: str | bytes, name: str = "9-mine") -> Path:
    place = folder / name
    place.mkdir(parents=True, exist_ok=True)
    (place / "en.md").write_bytes(text.encode() if isinstance(text, str) else text)
    return folder


def fault(folder: Path, text: str | bytes) -> LessonFault:
    found = shelf("en", own=shelved(folder, text))
    assert len(found.lessons) == len(shelf("en", own=Path("nowhere")).lessons), "the lessons that ship are there"
    (only,) = found.faults
    assert only.place == "9-mine/en.md"
    return only


def test_a_teacher_s_own_lesson_stands_beside_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESLA_LAB_LESSONS", str(shelved(tmp_path, WHOLE)))
    found = shelf("en")
    assert found.faults == ()
    assert found.lessons[-1].title == "Mine"
    assert shelf("ko").find("9-mine"), "where there is no Korean text, the English one is shown"
    assert lesson_list("en")[-1]["name"] == "9-mine"


def test_a_lesson_is_read_again_when_its_file_changes(tmp_path: Path) -> None:
    """Who writes one sees the change at the next look, without starting the lab again."""
    assert shelf("en", own=shelved(tmp_path, WHOLE)).lessons[-1].minutes == 30
    assert shelf("en", own=shelved(tmp_path, WHOLE.replace("= 30", "= 144"))).lessons[-1].minutes == 144


@pytest.mark.parametrize(
    ("wrong", "instead", "said"),
    [
        ("p_bits=11", "p_bits=99", "outside 4 to 12"),
        ("p_bits=11", "p_bitz=6", "p_bitz"),
        ("/parity?v=2&p_bits=11", "/nowhere", "/nowhere"),
        ("/parity?v=2&p_bits=11", "https://other.example/", "page of the lab"),
        ('link = "/parity?v=2&p_bits=11"', 'preset = "Parity: Seven bits"', "no preset"),
        ('link = "/parity?v=2&p_bits=11"', "link = ", "no TOML"),
        ("right = 1", "right = 3", "1 to 2"),
        ("right = 1", 'right = 1\nrule = { rule = "wins" }', "leads, finds"),
        ("term:activation", "term:flux", "no term 'flux'"),
        ("# Homework", "# House", "“# House”"),
        ("```scene", "```scenery", "'scenery'"),
        ("# Checks\n", f"# Checks\n\n{QUESTION}", "this has 4"),
        ("minutes = 30", "minutes = 'long'", "minutes"),
    ],
)
def test_a_slip_is_named_with_its_line(tmp_path: Path, wrong: str, instead: str, said: str) -> None:
    text = WHOLE.replace(wrong, instead, 1)
    found = fault(tmp_path, text)
    assert said in found.what
    line = text.splitlines()[found.line - 1]
    near = "\n".join(text.splitlines()[max(0, found.line - 2) : found.line + 4])
    assert instead.splitlines()[0].strip() in near or line == "+++", (found.line, line)


@pytest.mark.parametrize("text", [b"\xff\xfe\x00", b"", b"x" * (LARGEST + 1), "# Steps\n"])
def test_what_is_no_lesson_is_a_fault_and_no_crash(tmp_path: Path, text: str | bytes) -> None:
    assert fault(tmp_path, text).line == 1


def test_markup_in_a_lesson_stays_text(tmp_path: Path) -> None:
    """A teacher's folder may hold what somebody sent them: it can't run in a student's browser."""
    evil = (
        "<script>alert(1)</script> <img src=x onerror=alert(1)> [a](javascript:alert(1)) ![b](data:text/html,x)\n\n"
        '[c](/parity?x="onclick=alert(1)) [d](//other.example)\n'
    )
    text = WHOLE.replace("Some *text*", evil, 1).replace("Two and two?", "Two <b onmouseover=x>and</b> two?")
    found = shelf("en", own=shelved(tmp_path, text)).lessons[-1]
    assert found.title == "Mine"
    html = found.steps[0].html + found.checks[0].text
    for tag in ("<script", "<img", "<b ", 'href="javascript', 'href="data', 'href="//', '"onclick'):
        assert tag not in html, tag


def test_a_room_is_told_a_step_without_its_answer() -> None:
    """What stands in the traffic before the reveal can't give it away."""
    step = room_step("3-parity", 3, "en")
    assert step
    assert step["link"] == {"page": "parity", "query": "v=2&p_panels=ReLU", "live": True}
    assert step["question"]["options"] == ["Yes", "No"]
    assert not {"right", "because", "rule"} & set(step["question"])
    answer = room_answer("3-parity", 3, "en")
    assert answer
    assert answer["rule"] == {"rule": "finds", "panel": 0, "epoch": 50, "least": 0.9}


def test_the_checks_are_the_last_steps_of_a_room() -> None:
    (listed,) = [lesson for lesson in lesson_list("ko") if lesson["name"] == "3-parity"]
    last = len(listed["steps"]) - 1
    step, answer = room_step("3-parity", last, "ko"), room_answer("3-parity", last, "ko")
    assert step
    assert step["question"]["text"] == listed["steps"][-1]["title"]
    assert answer
    assert answer["rule"] == {"rule": "option", "index": 1}
    assert room_step("3-parity", last + 1, "ko") is None
    assert room_step("nothing", 0, "ko") is None


def test_the_glossary_is_no_lesson() -> None:
    assert (SHIPPED / "glossary").is_dir()
    assert shelf("en").find("glossary") is None
