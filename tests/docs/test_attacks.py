"""The chapter on hosts says which test holds each attack off: if this fails, it names one that is not there."""

from __future__ import annotations

import re
from pathlib import Path


def test_every_test_that_the_chapter_names_is_there(root: Path) -> None:
    chapter = (root / "docs" / "hosting.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", chapter)
    texts = {file: (root / file).read_text(encoding="utf-8") for file, _ in named}
    assert len(named) > 30
    assert [f"{file}::{name}" for file, name in named if f"def {name}(" not in texts[file]] == []
