"""What the fields of a frozen dataclass may hold. Type hints are read here and nowhere else."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints


@dataclass(frozen=True)
class Shape:
    """A type hint as data. kinds: the types it allows beside None, the one that is meant first. entries: the shapes in
    a tuple; there is one if the tuple may have any length."""

    kinds: tuple[Any, ...]
    optional: bool = False
    entries: tuple[Shape, ...] = ()
    any_length: bool = False

    @property
    def kind(self) -> Any:
        return self.kinds[0]


@cache
def shapes(record: type) -> dict[str, Shape]:
    """By field of a dataclass, what its hint says."""
    hints = get_type_hints(record)
    return {field.name: _shape(hints[field.name]) for field in dataclasses.fields(record)}


def _shape(hint: Any) -> Shape:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        meant, *others = (member for member in arguments if member is not NoneType)
        inner = _shape(meant)
        return Shape((*inner.kinds, *others), NoneType in arguments, inner.entries, inner.any_length)
    if origin is tuple:
        entries = tuple(_shape(entry) for entry in arguments if entry is not Ellipsis)
        return Shape((tuple,), entries=entries, any_length=Ellipsis in arguments)
    return Shape((origin or hint,))
