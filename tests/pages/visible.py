"""What a person reads on a page, and what of it no catalogue could translate.

`PSEUDO` is a language in which every message of the sources reads ⟦…⟧. A word outside of the brackets was never said
through the catalogue: a second language would leave it in English.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from google.protobuf.message import Message
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Dataframe

from tesla_core.activations.registry import ACTIVATIONS
from tesla_core.messages.python import messages_of
from tesla_core.messages.say import Catalogue
from tesla_core.models.init import RULES
from tesla_core.paper.statements import STATEMENTS

ROOT = Path(__file__).parents[2]
SHOWN = {"body", "label", "help", "options", "placeholder", "caption", "title", "text", "alt", "delta", "content"}
"""Fields of an element that a person reads."""
NOT_WORDS = {"html", "latex", "code"}
"""Elements that hold none."""
FORMATS = ("GIF", "WebP", "CSV", "PNG", "SVG", "TESLA Lab")
CLAIMS = {statement.id for statement in STATEMENTS}
"""What a person types to ask for a statement of the paper."""


@cache
def pseudo() -> Catalogue:
    """Every message of pages and library, in brackets."""
    found = Catalogue()
    for folder in ("tesla_core", "pages"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            for message, _ in messages_of(file):
                forms = tuple(f"⟦{form}⟧" for form in message)
                found[message[0]] = max(forms, found.get(message[0], ()), key=len)
    return found


def visible_texts(app: AppTest) -> Iterator[str]:
    """Labels, help, options, paragraphs, tables, charts, and what the canvas is handed as text."""
    for node in app._tree:  # the only way to every element and every container
        proto = getattr(node, "proto", None)
        if node.type == "bidi_component":
            yield from _canvas_texts(json.loads(node.proto.json or "{}"))
        elif isinstance(node, Dataframe):
            yield from (str(text) for text in (*node.value.columns, *node.value.to_numpy().ravel()))
        elif node.type == "plotly_chart":
            yield node.proto.alt
            yield from chart_texts(json.loads(node.proto.spec))
        elif isinstance(proto, Message) and node.type not in NOT_WORDS:
            yield from _shown(proto)


def _shown(proto: Message) -> Iterator[str]:
    """The texts of an element's own fields; a container's children are elements of the page themselves."""
    for field, value in proto.ListFields():
        for each in value if field.is_repeated else [value]:
            if isinstance(each, Message):
                yield from _shown(each)
            elif isinstance(each, str) and field.name in SHOWN:
                yield each


def _canvas_texts(data: dict[str, Any]) -> Iterator[str]:
    if "mount" not in data:
        return
    measures = data["measures"]
    yield from (each["label"] for each in measures["titles"])
    yield from (each["title"] for each in measures["curves"])
    yield from (data["truth"], data["truthText"], *data["classNames"], data["story"]["data"], data["story"]["crux"])


def chart_texts(figure: dict[str, Any]) -> Iterator[str]:
    """Titles, legend, hover texts and annotations of a Plotly figure."""
    layout = figure["layout"]
    for trace in figure["data"]:
        yield trace.get("name", "")
        yield re.sub(r"%\{[^}]*\}", "", trace.get("hovertemplate", ""))
        yield from _titles(trace)
        texts = trace.get("text", ())
        yield from [texts] if isinstance(texts, str) else (str(text) for text in texts)
    yield from _titles(layout)
    yield from (note.get("text", "") for note in layout.get("annotations", ()))


def _titles(part: Any) -> Iterator[str]:
    """Every title's text, however deep, templates apart."""
    if not isinstance(part, dict):
        return
    for name, value in part.items():
        if name == "title":
            yield value.get("text", "") if isinstance(value, dict) else str(value)
        elif name != "template":
            yield from _titles(value)


def unsaid(texts: Iterable[str]) -> set[str]:
    """The texts with a word outside of brackets that is no name, formula or number."""
    return {text for text in texts if re.search(r"[A-Za-z]{3,}", _beside_names(text))}


def _beside_names(text: str) -> str:
    left = text
    while (inner := re.sub(r"⟦[^⟦⟧]*⟧", " ", left)) != left:
        left = inner
    left = re.sub(r"\]\([^)]*\)", "]", left)  # where a link leads to
    left = re.sub(r"\\(\W)", r"\1", left)  # what Markdown would read
    left = re.sub(r"\$[^$]*\$|`[^`]*`|<[^>]*>|:[\w-]+(?=\[)|:material/\w+:", " ", left)
    return _names().sub(" ", left)


@cache
def _names() -> re.Pattern[str]:
    """Activations with their settings ("TESLA K=8 odd"), claims, rules of the first layer, formats; a rule or a
    setting's word counts as a name only where it stands alone, since many are words of the language, too."""
    entries = ACTIVATIONS.values()
    choices = "|".join({re.escape(word) for entry in entries for option in entry.options for word in option.choices})
    longest_first = sorted((*(entry.label for entry in entries), *FORMATS, *CLAIMS), key=len, reverse=True)
    labels = "|".join(map(re.escape, longest_first))
    rules = "|".join(re.escape(name.partition("(")[0]) for name in RULES)
    alone = rf"^\s*(?:{choices}|(?:{rules})(?:\([\d.]+\))?)\s*$|\*\*(?:{rules})(?:\(c\))?\*\*"
    return re.compile(rf"\b(?:{labels})(?:\s+(?:{choices})\b|\s+\w+₀?=\S+)*|{alone}")
