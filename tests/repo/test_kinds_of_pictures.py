"""What differs between kinds of pictures stands in their own modules: nobody else on the canvas asks which it is."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from tesla_core.messages.javascript import tokens
from tesla_core.problems.registry import problems


@pytest.fixture(scope="module")
def scripts(root: Path) -> list[Path]:
    return sorted((root / "assets").rglob("*.js"))


@pytest.fixture(scope="module")
def kinds(root: Path) -> set[str]:
    registry = (root / "assets" / "live" / "scenes" / "kinds.js").read_text(encoding="utf-8")
    listed = re.search(r"^const KINDS = \{ ([\w, ]+) \};$", registry, re.MULTILINE)
    assert listed
    return set(listed[1].split(", "))


def test_every_kind_of_a_problem_is_known_to_the_canvas(kinds: set[str]) -> None:
    """A run of a problem that the lab brings is never shown as unknown."""
    assert {kind.name for problem in problems().values() for kind in problem.kinds.values()} <= kinds


def test_nobody_else_asks_for_a_kind_by_its_name(scripts: list[Path], kinds: set[str]) -> None:
    """`if (kind === "image")`, or a table by kind, would be one more place to know when a kind is added."""
    for path in scripts:
        found = tokens(path.read_text(encoding="utf-8"))
        for token, after in pairwise(found):
            text = token.text.strip("\"'") if token.kind == "string" else token.text
            named = token.kind in ("string", "text") or (token.kind == "name" and after.text == ":")
            assert not (named and text in kinds), f"{path.name}:{token.line}: {token.text}"


def test_a_kind_is_reached_through_the_registry_alone(scripts: list[Path], kinds: set[str]) -> None:
    """Whoever imports one of them has an opinion on which it is."""
    importers = {path.name for path in scripts for kind in kinds if f'/{kind}.js"' in path.read_text(encoding="utf-8")}
    assert importers == {"kinds.js"}
