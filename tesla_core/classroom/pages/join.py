"""The form by which somebody joins a class; it needs no script."""

from __future__ import annotations

from html import escape

from tesla_core.canvas.page import html_page, style_link
from tesla_core.canvas.served import folder_of
from tesla_core.classroom.code import LENGTH
from tesla_core.classroom.names import MOST_NAME, draw_name
from tesla_core.classroom.pages.files import class_style
from tesla_core.messages.say import say
from tesla_core.visits.language import language_links

JOIN = "/_tesla/join"


def join_page(language: str, base_path: str, *, code: str = "", known: bool = False, name: str = "", problem: str = ""):
    """code: as it was given. known: whether there is such a room, so that only a name is asked for. problem: what was
    wrong with what was sent before."""
    title = say("Join class {code}", code=code) if known else say("Join your class")
    body = (
        f'<main class="tc-page tc-joining">\n<h1>{escape(title)}</h1>\n'
        f"{_problem(problem)}"
        f'<form method="post" action="{escape(folder_of(base_path) + JOIN)}">\n'
        f"{_fixed_code(code) if known else _code_field(code)}{_name_field(name)}"
        f'<button class="tc-button tc-primary" type="submit">{escape(say("Join"))}</button>\n</form>\n'
        f'<p class="tc-hint">{escape(_kept())}</p>\n{language_links(language, base_path)}</main>\n'
    )
    return html_page(
        f"{title} · TESLA Lab",
        language,
        styles=[style_link(class_style().path(base_path))],
        script="",
        data={},
        body=body,
    )


def _problem(problem: str) -> str:
    return f'<p class="tc-alarm" role="alert">{escape(problem)}</p>\n' if problem else ""


def _fixed_code(code: str) -> str:
    return f'<input type="hidden" name="code" value="{escape(code)}">\n'


def _code_field(code: str) -> str:
    return (
        f"<label>{escape(say('Code on the wall'))}\n"
        f'<input class="tc-field tc-code-field" name="code" value="{escape(code)}" maxlength="{4 * LENGTH}" required '
        f'autofocus autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="ABCD"></label>\n'
    )


def _name_field(name: str) -> str:
    hint = say("Leave it empty, and you get a name like this one.")
    return (
        f"<label>{escape(say('Your name in the class'))}\n"
        f'<input class="tc-field" name="name" value="{escape(name)}" maxlength="{MOST_NAME}" autocomplete="off" '
        f'spellcheck="false" placeholder="{escape(draw_name())}" aria-describedby="name-hint"></label>\n'
        f'<p class="tc-hint" id="name-hint">{escape(hint)}</p>\n'
    )


def _kept() -> str:
    return say("No account. Your name and your answers are deleted when the class ends.")
