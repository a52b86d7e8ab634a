"""Text as Markdown takes it."""

from __future__ import annotations

from typing import Any


def plain(text: Any) -> str:
    """A text that people typed, as Markdown shows it letter by letter."""
    return "".join(f"\\{letter}" if letter in r"\`*_{}[]()#+-.!|<>~:$&" else letter for letter in str(text))
