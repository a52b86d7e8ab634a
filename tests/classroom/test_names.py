"""If these fail, a name breaks the projector's page, or somebody can't be told from somebody else."""

from __future__ import annotations

import pytest

from tesla_core.classroom.names import MOST_NAME, clean_name, draw_name, free_name
from tesla_core.live.company import RoomError


def test_a_long_name_is_cut_and_markup_is_text() -> None:
    assert len(clean_name("x" * 500)) == MOST_NAME
    assert clean_name("<b>Ada</b>") == "<b>Ada</b>"
    assert clean_name("  Ada \n\t Lovelace ") == "Ada Lovelace"


@pytest.mark.parametrize("hidden", ["\u202e", "\u200b", "\0", "\x1b", "\u2066", "\ufeff", "\ud800", "\u2028"])
def test_what_can_not_be_seen_or_turns_the_text_is_left_out(hidden: str) -> None:
    assert clean_name(f"A{hidden}da").replace(" ", "") == "Ada"


@pytest.mark.parametrize("given", ["", "   ", "\u202e", "...", None, 3, {}])
def test_a_name_needs_something_to_read(given: object) -> None:
    with pytest.raises(RoomError, match="letter"):
        clean_name(given)


def test_names_of_other_scripts_stay() -> None:
    assert clean_name("김유진") == "김유진"


def test_a_drawn_name_is_nobody_elses() -> None:
    taken: set[str] = set()
    for _ in range(100):
        taken.add(draw_name(taken))
    assert len(taken) == 100


def test_a_second_one_of_a_name_gets_a_number() -> None:
    assert free_name("Ada", {"Ada", "Ada 2"}) == "Ada 3"
    assert len(free_name("x" * MOST_NAME, {"x" * MOST_NAME})) == MOST_NAME
