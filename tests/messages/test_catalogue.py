"""A second language is a second file: written as translators write it, read by pages and by the canvas."""

from __future__ import annotations

from pathlib import Path

from tesla_core.messages.catalogue import canvas_words, catalogue_of, language_of, languages
from tesla_core.messages.extract import TEMPLATE, all_messages, template
from tesla_core.messages.say import ENGLISH, read_by, say, say_count, spoken_language

POLISH = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"

#: pages/lab/parity.py
msgid "Strings to learn from"
msgstr "Ciągi do nauki"

#: assets/live/shell/view.js pages/lab/boundaries.py
msgid "{count} point"
msgid_plural "{count} points"
msgstr[0] "{count} punkt"
msgstr[1] "{count} punkty"
msgstr[2] "{count} punktów"

#: pages/home.py
msgid "Not done yet"
msgstr ""
"""


def test_a_language_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "pl.po").write_text(POLISH, encoding="utf-8")
    assert languages(tmp_path) == ("en", "pl")
    read_by(lambda: catalogue_of("pl", tmp_path))
    try:
        assert spoken_language() == "pl"
        assert say("Strings to learn from") == "Ciągi do nauki"
        counts = [say_count(count, "{count} point", "{count} points") for count in (1, 3, 5)]
        assert counts == ["1 punkt", "3 punkty", "5 punktów"]
        assert say("Not done yet") == "Not done yet"
    finally:
        read_by(lambda: ENGLISH)


def test_a_plain_page_is_read_in_the_browsers_language(tmp_path: Path) -> None:
    (tmp_path / "pl.po").write_text(POLISH, encoding="utf-8")
    asked = ("pl-PL,pl;q=0.9,en;q=0.8", "de-DE, PL;q=0.5", "en-GB,pl", "de", "", "*;q=0.5," + 10_000 * "x")
    assert [language_of(accepted, tmp_path) for accepted in asked] == ["pl", "pl", "en", "en", "en", "en"]


def test_scripts_are_told_of_their_own_messages_alone(tmp_path: Path) -> None:
    (tmp_path / "pl.po").write_text(POLISH, encoding="utf-8")
    told = canvas_words("pl", tmp_path)
    assert told == {
        "language": "pl",
        "messages": {"{count} point": ("{count} punkt", "{count} punkty", "{count} punktów")},
    }
    assert canvas_words("en", tmp_path) == {"language": "en", "messages": {}}


def test_the_list_for_translators_has_every_message() -> None:
    """Out of date: `make words` writes it anew."""
    assert TEMPLATE.read_bytes() == template(all_messages())
