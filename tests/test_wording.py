"""Singular and plural, where every sentence gets them from."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tesla_core.wording import counted, form, listed, percent


@pytest.mark.parametrize(("count", "text"), [(0, "0 points"), (1, "1 point"), (2, "2 points"), (1024, "1,024 points")])
def test_one_is_singular_and_nothing_else_is(count: int, text: str) -> None:
    """Nobody reads "1 points"."""
    assert counted(count, "point") == text


def test_a_noun_may_have_a_plural_of_its_own() -> None:
    """ "classes" and "queries" are not made by an s; verbs agree the other way round."""
    assert counted(1, "class", "classes") == "1 class"
    assert counted(3, "class", "classes") == "3 classes"
    assert form(1, "carries", "carry") == "carries"
    assert form(2, "carries", "carry") == "carry"


def test_what_is_not_all_never_reads_as_all() -> None:
    """ "right on 100%" beside a panel that says 99.7% is a lie, if a small one."""
    assert [percent(share) for share in (0, 0.5, 0.997, 0.99975, 1)] == ["0.0%", "50.0%", "99.7%", "99.9%", "100%"]
    assert [percent(share, 0) for share in (0.004, 0.5, 0.997, 1)] == ["0%", "50%", "99%", "100%"]


def test_a_list_reads_as_one_says_it() -> None:
    """Commas, and one "and" before the last."""
    assert listed([]) == ""
    assert listed(["ReLU"]) == "ReLU"
    assert listed(["ReLU", "GELU"]) == "ReLU and GELU"
    assert listed([1, 2, 3]) == "1, 2 and 3"


def test_no_sentence_makes_its_plural_by_hand(root: Path) -> None:
    """A second place that knows singular from plural is a second place to forget one, and to translate."""
    by_hand = re.compile(r"""(['"])s?\1 if [\w.()]+ (?:==|>|!=) 1 else \1s?\1|\? "" : "s"|\? "s" : """ "")
    files = [*root.glob("pages/**/*.py"), *root.glob("tesla_core/**/*.py"), *root.glob("assets/**/*.js")]
    assert [str(path) for path in files if by_hand.search(path.read_text(encoding="utf-8"))] == []
    assert by_hand.search("""f"{n} job{'' if n == 1 else 's'}" """)
    assert by_hand.search("""f"{n} slot{'s' if n > 1 else ''}" """)
