"""Every language that ships says all there is to say: no reader falls back into English in the middle of a page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tesla_core.messages.catalogue import WORDS, catalogue_of, languages
from tesla_core.messages.extract import all_messages, renewed
from tesla_core.messages.python import Message

PLACE = re.compile(r"\{\w*\}")
KOREAN = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=1; plural=0;\\n"

msgid "{count} point"
msgid_plural "{count} points"
msgstr[0] "점 {count}개"

msgid "Play"
msgstr "재생"

msgid "Nobody says this any more"
msgstr "…"
"""


@pytest.fixture(scope="module")
def messages() -> dict[Message, list[str]]:
    """All that the program says: every source file is read for it."""
    return all_messages()


@pytest.mark.parametrize("language", languages()[1:])
def test_no_sentence_is_missing(language: str, messages: dict[Message, list[str]]) -> None:
    """`make words` puts new messages into the file, empty; here they are named."""
    catalogue = catalogue_of(language)
    assert [message[0] for message in messages if message[0] not in catalogue] == []


@pytest.mark.parametrize("language", languages()[1:])
def test_a_translation_has_the_places_of_its_message(language: str, messages: dict[Message, list[str]]) -> None:
    """A place that is left out loses a number; one too many is an error in the middle of a page."""
    catalogue = catalogue_of(language)
    wrong = [
        (message[0], text)
        for message in messages
        for text in catalogue.get(message[0], ())
        if not any(places(text) == places(form) for form in message)
    ]
    assert wrong == []


@pytest.mark.parametrize("language", languages()[1:])
def test_a_formula_stays_a_formula(language: str, messages: dict[Message, list[str]]) -> None:
    """An odd dollar sign turns the rest of a sentence into mathematics."""
    catalogue = catalogue_of(language)
    wrong = [
        (message[0], text)
        for message in messages
        for text in catalogue.get(message[0], ())
        if any(text.count(sign) != message[0].count(sign) for sign in ("$", "`"))
    ]
    assert wrong == []


@pytest.mark.parametrize("language", languages()[1:])
def test_the_file_of_a_language_is_in_step(language: str, messages: dict[Message, list[str]]) -> None:
    """`make words` would change nothing."""
    assert (WORDS / f"{language}.po").read_bytes() == renewed(language, messages)


def test_a_renewed_file_keeps_what_is_said_and_names_what_is_new(tmp_path: Path) -> None:
    (tmp_path / "ko.po").write_text(KOREAN, encoding="utf-8")
    today: dict[Message, list[str]] = {
        ("{count} point", "{count} points"): ["pages/a.py"],
        ("Pause",): ["assets/b.js"],
        ("Play",): ["assets/b.js"],
    }
    text = renewed("ko", today, tmp_path).decode()
    assert 'msgstr[0] "점 {count}개"' in text
    assert 'msgid "Play"\nmsgstr "재생"' in text
    assert 'msgid "Pause"\nmsgstr ""' in text
    assert "Nobody says" not in text
    (tmp_path / "ko.po").write_text(text, encoding="utf-8")
    assert renewed("ko", today, tmp_path).decode() == text


def places(text: str) -> set[str]:
    return set(PLACE.findall(text))
