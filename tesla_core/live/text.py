"""Frozen dataclasses as JSON and back, by their type hints. What does not fit when read is a TeslaError."""

from __future__ import annotations

import json
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any, TypeVar

from tesla_core.errors import TeslaError, check_choice, shown
from tesla_core.fields import FieldType, shapes
from tesla_core.link_words import MOST_TEXT
from tesla_core.problems.registry import live_kinds

Record = TypeVar("Record")


def write_json(record: Any) -> str:
    """Canonical JSON of a dataclass: sorted keys, no spaces, fields at their default left out."""
    return json.dumps(_plain(record), sort_keys=True, separators=(",", ":"), allow_nan=False)


def read_json(kind: type[Record], text: str) -> Record:
    """The dataclass of that JSON, validated by its own constructor."""
    if len(text) > MOST_TEXT:
        raise TeslaError(f"A description may have {MOST_TEXT:,} characters; {len(text):,} were given.")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise TeslaError(f"Not a description: {text[:60]!r} is no JSON.") from None
    return _read_record(kind, data, kind.__name__)


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        kept = {
            field.name: _plain(getattr(value, field.name))
            for field in fields(value)
            if getattr(value, field.name) != _default(field)
        }
        # A task's class is part of the data; elsewhere the hint says which class is meant.
        return {"kind": type(value).__name__, **kept} if type(value) in live_kinds() else kept
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float) and value == int(value) and abs(value) < 2**53:
        return int(value)  # 1 and 1.0 are equal specs, so they must be equal text
    return value


def _default(field: Field[Any]) -> Any:
    return field.default if field.default is not MISSING else MISSING


def _read(shape: FieldType, value: Any, where: str) -> Any:
    if value is None and shape.optional:
        return None
    if shape.kind is Any:  # a task; no other field leaves open what it holds
        return _read_task(value, where)
    if is_dataclass(shape.kind):
        return _read_record(shape.kind, value, where)
    if shape.kind is tuple:
        return _read_tuple(shape, value, where)
    kind = str if isinstance(value, str) and str in shape.kinds else shape.kind
    accepted = {float: (int, float), int: (int,), str: (str,)}[kind]
    if isinstance(value, bool) or not isinstance(value, accepted):
        raise TeslaError(f"{where} must be {'a number' if kind in (int, float) else 'text'}; {shown(value)} was given.")
    try:
        return kind(value)
    except OverflowError:
        raise TeslaError(f"{where} is too large a number: {shown(value)}.") from None


def _read_task(value: Any, where: str) -> Any:
    """A task, whose class is named in the data."""
    if not isinstance(value, dict):
        raise TeslaError(f"{where} must be an object; {shown(value)} was given.")
    named = {task.__name__: task for task in live_kinds()}
    kind = check_choice(f"kind of {where}", str(value.get("kind")), named)
    return _read_record(named[kind], {key: item for key, item in value.items() if key != "kind"}, where)


def _read_record(kind: Any, value: Any, where: str) -> Any:
    if not isinstance(value, dict):
        raise TeslaError(f"{where} must be an object; {shown(value)} was given.")
    known = [field.name for field in fields(kind)]
    for key in value:
        check_choice(f"field of {where}", key, known)
    missing = [f.name for f in fields(kind) if f.name not in value and _default(f) is MISSING]
    if missing:
        raise TeslaError(f"{where} lacks {', '.join(missing)}.")
    return kind(**{key: _read(shapes(kind)[key], item, f"{where}.{key}") for key, item in value.items()})


def _read_tuple(shape: FieldType, value: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise TeslaError(f"{where} must be a list; {shown(value)} was given.")
    entries = shape.entries
    if shape.any_length:
        return tuple(_read(entries[0], item, f"{where}[{index}]") for index, item in enumerate(value))
    if len(value) != len(entries):
        raise TeslaError(f"{where} must have {len(entries)} entries; {len(value)} were given.")
    return tuple(_read(entry, item, where) for entry, item in zip(entries, value, strict=True))
