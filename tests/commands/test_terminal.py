"""Tables and facts of commands: in colour and to the width of a terminal, plain where a program reads them."""

from __future__ import annotations

import io
import re

import pytest

from tesla_core.commands.terminal import Column, Part, print_facts, print_table

COLUMNS = (Column("Job", right=True), Column("State", styles={"failed": "red"}), Column("Run"))
ROWS = [("7", "failed", "a run with a long name: it ended with signal 9, again and again"), ("12", "queued", "[bold]")]
PARTS = (Part("Times", [("queued", "today")]), Part("Nothing", []))
ESCAPE = "\x1b["


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    for name, value in {"TERM": "xterm-256color", "COLUMNS": "40"}.items():
        monkeypatch.setenv(name, value)
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return Terminal()


def without_colour(text: str) -> list[str]:
    return re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines()


def test_a_pipe_gets_a_head_and_whole_lines() -> None:
    """`jobs list | grep` finds a line a job, and nothing is cut or coloured."""
    out = io.StringIO()
    print_table(COLUMNS, ROWS, out)
    assert out.getvalue().splitlines() == [
        "Job  State   Run",
        "  7  failed  a run with a long name: it ended with signal 9, again and again",
        " 12  queued  [bold]",
    ]


def test_a_terminal_gets_colour_and_no_line_wider_than_it(terminal: Terminal) -> None:
    print_table(COLUMNS, ROWS, terminal)
    print_facts("Job 7: " + "x" * 60, [Part("Times", [("queued", "y " * 40)])], "red", terminal)
    assert ESCAPE in terminal.getvalue()
    lines = without_colour(terminal.getvalue())
    assert max(map(len, lines)) <= 40
    assert lines[0].split() == ["Job", "State", "Run"]
    assert any("[bold]" in line for line in lines), "a name is not taken for a style"


def test_facts_stand_below_their_titles() -> None:
    out = io.StringIO()
    print_facts("Job 7", PARTS, stream=out)
    assert out.getvalue() == "Job 7\n\nTimes\n  queued  today\n"


def test_what_a_job_wrote_can_not_steer_the_terminal(terminal: Terminal) -> None:
    """An error is the last line of a log, which may hold anything."""
    for stream in (io.StringIO(), terminal):
        print_facts("Job \x1b]0;title\x07", [Part("", [("error", "\x1b[2J\rgone")])], stream=stream)
        assert "\x1b[2J" not in stream.getvalue()
        assert "\x1b]0" not in stream.getvalue()
