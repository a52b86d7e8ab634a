"""The messages of the canvas and of the jobs' list. If these fail, a translator is not given what people read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tesla_core.errors import TeslaError
from tesla_core.messages.javascript import is_call, messages_of, tokens

PLACE = re.compile(r"\{(\w+)\}")
PROSE = re.compile(r"[A-Za-z]{2,}[,.:;…]* [A-Za-z]{2,}|^[A-Z][a-z]+$")
CODE = re.compile(r"(?:^|\s)t[ljc]-|^\(prefers-|\[|<|sans-serif|^Arrow|^Esc|^Enter$|position: ")
"""Texts that only browsers read: names of classes, media, selectors, markup, type, keys, styles."""
UNSEEN = {"tesla lab address", "A message of the live route was not understood:", " did not load"}


def scripts(root: Path) -> list[Path]:
    return sorted((root / "assets").rglob("*.js"))


def found_in(tmp_path: Path, source: str) -> list[tuple[tuple[str, ...], int]]:
    path = tmp_path / "view.js"
    path.write_text(source, encoding="utf-8")
    return list(messages_of(path))


def test_messages_are_found_where_they_are_written(tmp_path: Path) -> None:
    """Also one that goes over two lines, one in a template, and one behind a pattern with a quote in it."""
    source = """
        // say("in a remark")
        const safe = (text) => text.replace(/["`/]/g, ""); say("one");
        const both = `it's ${say("two {name}", { name: f(a, "b") })} of ${a / b}`;
        sayCount(scores.length, "{names} is, "
          + "or was", '{names} are', { names });
        view.say(text); export function say(message) {}
    """
    assert found_in(tmp_path, source) == [
        (("one",), 3),
        (("two {name}",), 4),
        (("{names} is, or was", "{names} are"), 5),
    ]


@pytest.mark.parametrize(
    "call", ["say(name)", "say(`a ${b}`)", 'say("a" + b)', 'say(a ? "b" : "c")', "say()", 'sayCount(3, "one")']
)
def test_a_message_that_is_put_together_is_refused_by_its_place(tmp_path: Path, call: str) -> None:
    """A translator could not be given it."""
    with pytest.raises(TeslaError, match=r"view\.js:2: say\w* needs its message as plain text"):
        found_in(tmp_path, f"const a = 1;\n{call};\n")


def test_every_message_of_the_canvas_can_be_listed(root: Path) -> None:
    """A text is either counted or not, as gettext's catalogues want it, and both its forms name the same places."""
    forms: dict[str, tuple[str, ...]] = {}
    for path in scripts(root):
        for message, line in messages_of(path):
            assert forms.setdefault(message[0], message) == message, f"{path.name}:{line}"
            places = [set(PLACE.findall(form)) - {"count"} for form in message]
            assert places[0] == places[-1], f"{path.name}:{line}"
    assert len(forms) > 150


def test_no_text_goes_past_the_door(root: Path) -> None:
    """Whoever adds a label or a sentence without `say` would leave it English in every language."""
    for path in scripts(root):
        found = tokens(path.read_text(encoding="utf-8"))
        depth = 0  # of brackets inside a call of `say`
        for at, token in enumerate(found):
            if depth or is_call(found, at - 1):
                depth += (token.text == "(") - (token.text == ")") if token.kind == "sign" else 0
            elif token.kind in ("string", "text"):
                text = token.text[1:-1] if token.kind == "string" else token.text
                prose = PROSE.search(text) and not CODE.search(text) and text not in UNSEEN
                assert not prose, f"{path.name}:{token.line}: {token.text}"
