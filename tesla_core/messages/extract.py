"""The list of all messages, a file that translators start from: `python -m tesla_core.messages.extract` writes it."""

from __future__ import annotations

import io
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from tesla_core.messages.catalogue import WORDS
from tesla_core.messages.javascript import messages_of as javascript_messages
from tesla_core.messages.python import Message
from tesla_core.messages.python import messages_of as python_messages

ROOT = Path(__file__).parents[2]
TEMPLATE = WORDS / "messages.pot"
"""Copied to ko.po, de.po, … and filled in, it is a language."""
SOURCES = ("app.py", "pages/**/*.py", "tesla_core/**/*.py", "assets/**/*.js")


def all_messages(root: Path = ROOT) -> dict[Message, list[str]]:
    """Every message that a page or the canvas can show, with the files it stands in."""
    found: dict[Message, list[str]] = {}
    for path in sorted(path for pattern in SOURCES for path in root.glob(pattern)):
        read = javascript_messages if path.suffix == ".js" else python_messages
        for message, _ in read(path):
            files = found.setdefault(message, [])
            if (name := path.relative_to(root).as_posix()) not in files:
                files.append(name)
    return found


def template(messages: dict[Message, list[str]]) -> bytes:
    """The list as a file. Without dates and line numbers: it changes when a message does, and only then."""
    catalog = Catalog(project="TESLA Lab", fuzzy=False)
    for message, files in messages.items():
        catalog.add(message if len(message) > 1 else "".join(message), locations=[(file, 1) for file in files])
    out = io.BytesIO()
    write_po(out, catalog, omit_header=True, include_lineno=False, width=120)
    return out.getvalue()


if __name__ == "__main__":
    TEMPLATE.write_bytes(template(all_messages()))
