"""Scripts and styles of the pages of a class: one of each a page, kept by browsers until it changes."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tesla_core.canvas.bundle import bundled, stylesheet
from tesla_core.canvas.page import PAGES, plain_style
from tesla_core.canvas.served import SCRIPT, STYLE, ServedFile

CLASSROOM = Path(__file__).parents[3] / "assets" / "classroom"


@cache
def follower_script() -> ServedFile:
    return ServedFile("follower", bundled("follower", CLASSROOM), SCRIPT)


@cache
def wall_script() -> ServedFile:
    return ServedFile("wall", bundled("wall", CLASSROOM), SCRIPT)


@cache
def class_style() -> ServedFile:
    """Of all these pages, so that who joins has it before they follow."""
    own = (stylesheet(name, CLASSROOM) for name in ("classroom.css", "wall.css"))
    parts = (plain_style(), stylesheet(), stylesheet("lessons.css", PAGES), *own)
    return ServedFile("classroom", "\n".join(parts), STYLE)


def class_files() -> list[ServedFile]:
    return [follower_script(), wall_script(), class_style()]
