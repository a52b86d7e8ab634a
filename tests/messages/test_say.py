"""Sentences in the reader's language, and the list of all that a translator is given."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tesla_core.errors import TeslaError
from tesla_core.messages.python import messages_of
from tesla_core.messages.say import ENGLISH, Catalogue, marked, read_by, say, say_count, speaking, spoken_language

KOREAN = Catalogue(
    {
        "{names} may be lucky.": ("{names}에게 운이 따를 수 있습니다.",),
        "{count} point": ("점 {count}개",),
    }
)


@pytest.fixture
def korean() -> Iterator[None]:
    read_by(lambda: KOREAN)
    yield
    read_by(lambda: ENGLISH)


def test_english_needs_no_catalogue() -> None:
    assert say("{names} may be lucky.", names="ReLU") == "ReLU may be lucky."
    assert say("A brace { stays where there is no place") == "A brace { stays where there is no place"
    assert [say_count(count, "{count} point", "{count} points") for count in (0, 1, 1024)] == [
        "0 points",
        "1 point",
        "1,024 points",
    ]


def test_another_language_orders_its_own_words(korean: None) -> None:
    assert say("{names} may be lucky.", names="ReLU") == "ReLU에게 운이 따를 수 있습니다."
    assert say_count(2, "{count} point", "{count} points") == "점 2개"


def test_a_reader_of_a_plain_page_is_spoken_to_in_their_own_language() -> None:
    """A follower's page is no page of Streamlit's, and its neighbour's language is another."""
    with speaking(KOREAN):
        assert say("{names} may be lucky.", names="ReLU") == "ReLU에게 운이 따를 수 있습니다."
        assert say_count(2, "{count} point", "{count} points") == "점 2개"
        with speaking(ENGLISH):
            assert spoken_language() == "en"
            assert say("{names} may be lucky.", names="ReLU") == "ReLU may be lucky."
    assert say("{names} may be lucky.", names="ReLU") == "ReLU may be lucky."


def test_what_a_catalogue_leaves_out_is_said_in_english(korean: None) -> None:
    assert say(marked("Learning rate")) == "Learning rate"


def test_messages_are_found_where_they_are_written(tmp_path: Path) -> None:
    source = tmp_path / "page.py"
    source.write_text(
        'TITLE = marked("Decision " "boundaries")\n'
        "def page():\n"
        "    say(TITLE)\n"
        '    say("{count} of {total}", count=1, total=2)\n'
        '    say_count(3, "{count} bit", "{count} bits")\n',
        encoding="utf-8",
    )
    assert sorted(messages_of(source)) == [
        (("Decision boundaries",), 1),
        (("{count} bit", "{count} bits"), 5),
        (("{count} of {total}",), 4),
    ]


def test_a_message_that_is_put_together_is_refused_by_its_place(tmp_path: Path) -> None:
    source = tmp_path / "page.py"
    source.write_text('x = 1\nsay(f"{x} points")\n', encoding="utf-8")
    with pytest.raises(TeslaError, match=r"page\.py:2: say needs its message as plain text"):
        list(messages_of(source))
