"""The pages of a room that the live route's socket fills: the follower's and the wall."""

from __future__ import annotations

from html import escape
from typing import Any

from tesla_core.canvas.page import html_page, script_link, style_link
from tesla_core.canvas.served import ServedFile, folder_of
from tesla_core.classroom.pages.files import class_style, follower_script, wall_script
from tesla_core.classroom.pages.link import ClassLink
from tesla_core.live.service import PATH
from tesla_core.messages.catalogue import canvas_words
from tesla_core.messages.say import say


def follower_page(language: str, base_path: str, code: str, visit: str) -> str:
    """visit: the page's token, by which a browser without cookies is known."""
    waiting = (
        f'<div class="tc-page" id="page"><header class="tc-head"><h1 class="tc-title">{escape(say("Class"))} '
        f'<strong class="tc-code">{escape(code)}</strong></h1></header>\n'
        f'<main class="tc-main"><p class="tc-line" role="status">{escape(say("Connecting…"))}</p></main></div>\n'
    )
    title = say("Class {code}", code=code)
    return _page(title, language, base_path, follower_script(), told_of(language, base_path, code, visit), waiting)


def wall_page(language: str, base_path: str, link: ClassLink, visit: str) -> str:
    """What hangs on the wall; how to join is there before anything else."""
    how = say("Join at {link}", link=link.shown)
    head = (
        '<div class="tc-wall" id="page" data-shows="join">\n<header class="tc-wall-head">\n'
        f'<div class="tc-wall-qr" role="img" aria-label="{escape(say("The link as a picture for a camera"))}">'
        f"{link.picture}</div>\n"
        f'<div class="tc-wall-how"><span>{escape(how)}</span>'
        f'<span class="tc-wall-code" aria-label="{escape(say("Code {code}", code=" ".join(link.code)))}" role="img">'
        f"{escape(link.code)}</span></div>\n"
        f'<h1 id="title">{escape(say("Class {code}", code=link.code))}</h1>\n'
        '<p class="tc-wall-people" id="people" role="status"></p>\n</header>\n'
        '<main class="tc-wall-main" id="wall"></main></div>\n'
    )
    told = told_of(language, base_path, link.code, visit)
    return _page(say("The wall of class {code}", code=link.code), language, base_path, wall_script(), told, head)


def told_of(language: str, base_path: str, code: str, visit: str) -> dict[str, Any]:
    """What a script of the class is told: where the socket is, which room, and the language's words."""
    folder = folder_of(base_path)
    return {"path": f"{folder}{PATH}", "base": folder, "room": code, "visit": visit, "words": canvas_words(language)}


def _page(title: str, language: str, base_path: str, script: ServedFile, told: dict[str, Any], body: str) -> str:
    return html_page(
        f"{title} · TESLA Lab",
        language,
        styles=[style_link(class_style().path(base_path))],
        script=script_link(script.path(base_path)),
        data=told,
        body=body,
    )
