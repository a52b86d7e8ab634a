"""If these fail, somebody can write themselves an identity or an unlocked lab."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_core.visits.tokens import Signer

KEY = b"k" * 32


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=200), st.text(max_size=10))
def test_what_is_signed_is_read_again(content: str, bound: str) -> None:
    bound = bound.encode(errors="ignore").decode()
    token = Signer(KEY).sign("unlock", content, 60.0, bound)
    assert token.isascii()
    assert token.replace("-", "a").replace("_", "a").isalnum()
    assert Signer(KEY).read("unlock", token, bound) == content


def test_a_token_holds_for_its_time_purpose_place_and_key_alone() -> None:
    now = [1000.0]
    signer = Signer(KEY, lambda: now[0])
    token = signer.sign("unlock", "teacher", 60.0, "10.0.0.7")
    assert signer.read("unlock", token, "10.0.0.7") == "teacher"
    assert signer.read("visit", token, "10.0.0.7") is None
    assert signer.read("unlock", token, "10.0.0.8") is None
    assert Signer(b"j" * 32, lambda: now[0]).read("unlock", token, "10.0.0.7") is None
    now[0] = 1061.0
    assert signer.read("unlock", token, "10.0.0.7") is None


def test_no_changed_character_passes() -> None:
    signer = Signer(KEY)
    token = signer.sign("unlock", "x", 60.0)
    for place in range(len(token) - 1):  # the last character's low bits may be no part of the data
        other = "A" if token[place] != "A" else "B"
        assert signer.read("unlock", token[:place] + other + token[place + 1 :]) is None


@pytest.mark.parametrize("token", [None, "", "A", "A" * 54, "A" * 5000, "é", "=" * 80, "\0" * 80, "a b", "!" * 80])
def test_garbage_is_no_token(token: str | None) -> None:
    assert Signer(KEY).read("unlock", token) is None
