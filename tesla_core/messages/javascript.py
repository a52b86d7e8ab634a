"""The messages of JavaScript sources: the literals that `say` and `sayCount` of assets/live/words/say.js are given."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tesla_core.errors import TeslaError
from tesla_core.messages.python import Message

FORMS = {"say": (0,), "sayCount": (1, 2)}
"""By function, which of its arguments are the forms."""
_TOKEN = re.compile(
    r"""(?P<gap>\s+|//[^\n]*|/\*.*?\*/)
    |(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    |(?P<name>[A-Za-z_$][\w$]*)
    |(?P<number>\d[\w.]*)
    |(?P<pattern>/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*)
    |(?P<sign>.)""",
    re.VERBOSE | re.DOTALL,
)
_TEXT = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*", re.DOTALL)
_BEFORE_PATTERN = frozenset("(,=:[!&|?{};+-*%<>~^")
"""What a regular expression may follow; after anything else a slash divides."""


class Token(NamedTuple):
    """kind: string, text (a piece of a template), name, number, pattern or sign."""

    kind: str
    text: str
    line: int


def messages_of(path: Path) -> Iterator[tuple[Message, int]]:
    """Every message of a file and its line; a TeslaError names a call whose message is put together at run time."""
    found = tokens(path.read_text(encoding="utf-8"))
    for at, token in enumerate(found):
        if is_call(found, at):
            given = _arguments(found, at + 2)
            forms = [_literal(given[place]) if place < len(given) else None for place in FORMS[token.text]]
            if None in forms:
                raise TeslaError(f"{path}:{token.line}: {token.text} needs its message as plain text in quotes.")
            yield tuple(form for form in forms if form is not None), token.line


def is_call(found: list[Token], at: int) -> bool:
    """Whether one of the functions is called there, rather than defined, or a method of the same name."""
    before = found[at - 1].text if at else ""
    named = found[at].kind == "name" and found[at].text in FORMS and before not in (".", "function")
    return named and at + 1 < len(found) and found[at + 1].text == "("


def tokens(source: str) -> list[Token]:
    """What a source is made of, without remarks. A template is its pieces of text with the code between them."""
    found: list[Token] = []
    templates: list[int] = []  # of each template that is open, how many braces are open in its present piece of code
    at = 0
    while at < len(source):
        match = _TOKEN.match(source, at)
        assert match is not None  # any sign is a token
        kind, text = str(match.lastgroup), match[0]
        if kind == "pattern" and found and not _may_be_pattern(found[-1]):
            kind, text = "sign", "/"
        line = source.count("\n", 0, at) + 1
        at += len(text)
        ends_code = text == "}" and bool(templates) and templates[-1] == 0
        if kind == "sign" and (text == "`" or ends_code):
            at = _piece(source, at, line, opens=text == "`", found=found, templates=templates)
            continue
        if kind == "sign" and templates:
            templates[-1] += (text == "{") - (text == "}")
        if kind != "gap":
            found.append(Token(kind, text, line))
    return found


def _piece(source: str, at: int, line: int, *, opens: bool, found: list[Token], templates: list[int]) -> int:
    """Read a template's text up to its end or its next piece of code; returns where that begins."""
    match = _TEXT.match(source, at)
    text = match[0] if match else ""
    found.append(Token("text", text, line))
    at += len(text)
    goes_on = source.startswith("${", at)
    if goes_on and opens:
        templates.append(0)
    elif not goes_on and not opens:
        templates.pop()
    return at + (2 if goes_on else 1)


def _may_be_pattern(before: Token) -> bool:
    return before.text in ("return", "typeof") if before.kind == "name" else before.text in _BEFORE_PATTERN


def _arguments(found: list[Token], at: int) -> list[list[Token]]:
    """The tokens of each argument of a call, from behind its bracket on."""
    given: list[list[Token]] = [[]]
    depth = 0
    for token in found[at:]:
        opens, closes = token.text in ("(", "[", "{"), token.text in (")", "]", "}")
        if token.kind == "sign" and closes and depth == 0:
            break
        depth += (opens - closes) if token.kind == "sign" else 0
        if token.kind == "sign" and token.text == "," and depth == 0:
            given.append([])
        else:
            given[-1].append(token)
    return given


def _literal(given: list[Token]) -> str | None:
    """A text in quotes, or several that are only joined because a line was full."""
    texts, signs = given[::2], given[1::2]
    if not given or any(token.kind != "string" for token in texts) or any(token.text != "+" for token in signs):
        return None
    return "".join(ast.literal_eval(token.text) for token in texts)
