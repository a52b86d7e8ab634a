"""The list of all messages, a file that translators start from: `python -m tesla_core.messages.extract` writes it.

Languages that are there already keep what is translated; what is new stands there empty; what nobody says goes.
"""

from __future__ import annotations

import io
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from tesla_core.messages.catalogue import WORDS, languages
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
    return _written(_listed(messages, Catalog(project="TESLA Lab", fuzzy=False)))


def renewed(language: str, messages: dict[Message, list[str]], folder: Path = WORDS) -> bytes:
    """A language's file with every message of today, in the order of the list."""
    path = folder / f"{language}.po"
    with path.open("rb") as file:
        known = read_po(file, locale=language)
    said = {entry.id: entry.string for entry in known if entry.id and not entry.fuzzy}
    catalog = _listed(messages, Catalog(locale=language, fuzzy=False))
    for entry in catalog:
        if entry.id in said:
            entry.string = said[entry.id]
    header = (
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        f'"Language: {language}\\n"\n"Plural-Forms: {catalog.plural_forms}\\n"\n\n'
    )
    return header.encode() + _written(catalog)


def _listed(messages: dict[Message, list[str]], catalog: Catalog) -> Catalog:
    for message, files in messages.items():
        catalog.add(message if len(message) > 1 else "".join(message), locations=[(file, 1) for file in files])
    return catalog


def _written(catalog: Catalog) -> bytes:
    out = io.BytesIO()
    write_po(out, catalog, omit_header=True, include_lineno=False, width=120)
    return out.getvalue()


if __name__ == "__main__":
    found = all_messages()
    TEMPLATE.write_bytes(template(found))
    for language in languages()[1:]:
        (WORDS / f"{language}.po").write_bytes(renewed(language, found))
