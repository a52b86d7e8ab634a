"""What the fields of a record, a frozen dataclass, may hold: their types and their rules, and all mistakes at once.

Type hints are read here and nowhere else. A rule stands in a field's metadata: it takes a value and gives back the one
to keep, or raises. `Checks` goes through the rules of all fields when a record is made.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection
from dataclasses import MISSING, dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from tesla_core.errors import MistakesError, TeslaError, check_choice, check_limits

Rule = Callable[[Any], Any]
Made = TypeVar("Made")


@dataclass(frozen=True)
class Limits:
    """A number from low to high; two ints ask for a whole one. what: as messages call it."""

    what: str
    low: float
    high: float

    def __call__(self, value: Any) -> Any:
        return check_limits(self.what, value, (self.low, self.high))


@dataclass(frozen=True)
class OneOf:
    """One of a few words. what: as messages call it."""

    what: str
    choices: Collection[str]

    def __call__(self, value: Any) -> str:
        return check_choice(self.what, value, self.choices)


def ruled(rule: Rule, default: Any = MISSING) -> Any:
    """A field with its rule. None passes where the type allows it."""
    return dataclasses.field(default=default, metadata={"rule": rule})


def rules(record: type) -> dict[str, Rule]:
    """By field of a dataclass, the rule of its values, where it has one."""
    found = {field.name: field.metadata.get("rule") for field in dataclasses.fields(record)}
    return {name: rule for name, rule in found.items() if rule is not None}


@dataclass(frozen=True)
class FieldType:
    """A type hint as data. kinds: the types it allows beside None, the one that is meant first. entries: the shapes in
    a tuple; there is one if the tuple may have any length."""

    kinds: tuple[Any, ...]
    optional: bool = False
    entries: tuple[FieldType, ...] = ()
    any_length: bool = False

    @property
    def kind(self) -> Any:
        return self.kinds[0]


@cache
def shapes(record: type) -> dict[str, FieldType]:
    """By field of a dataclass, what its hint says."""
    hints = get_type_hints(record)
    return {field.name: _shape(hints[field.name]) for field in dataclasses.fields(record)}


def _shape(hint: Any) -> FieldType:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        meant, *others = (member for member in arguments if member is not NoneType)
        inner = _shape(meant)
        return FieldType((*inner.kinds, *others), NoneType in arguments, inner.entries, inner.any_length)
    if origin is tuple:
        entries = tuple(_shape(entry) for entry in arguments if entry is not Ellipsis)
        return FieldType((tuple,), entries=entries, any_length=Ellipsis in arguments)
    return FieldType((origin or hint,))


class Checks:
    """The checks of one record: the rules of its fields first, then what hangs together. All mistakes are kept."""

    def __init__(self, record: Any = None) -> None:
        self._found: list[TeslaError] = []
        self._own = frozenset(() if record is None else shapes(type(record)))
        for name, rule, optional in () if record is None else _ruled_fields(type(record)):
            value = getattr(record, name)
            if value is None and optional:
                continue
            try:
                kept = rule(value)
            except TeslaError as error:
                self.add(error, name)
            else:
                if kept is not value:
                    object.__setattr__(record, name, kept)

    def run(self, check: Callable[[], Any], *needs: str) -> None:
        """Run a check of several fields, if each of them is right by itself: what it says hangs on all of them."""
        if self._wrong.isdisjoint(needs):
            self.part(check, *needs)

    def part(self, make: Callable[[], Made], *names: str) -> Made | None:
        """Make a part, which checks itself what it has of the fields of these names; None if it is refused.

        Its mistakes hang on all of them, unless they name fields of this record. Nothing more is said of a field that
        is wrong already, or of what hangs together with one.
        """
        wrong, known = self._wrong, self._own.union(names)
        try:
            return make()
        except TeslaError as error:
            for one in error.each:
                fields = one.fields if one.fields and one.fields <= known else names
                if wrong.isdisjoint(fields):
                    self.add(one, *fields)
        return None

    def add(self, mistake: TeslaError, *fields: str) -> None:
        """Keep a mistake in these fields."""
        mistake.fields = frozenset(fields)
        self._found.append(mistake)

    def done(self) -> None:
        """Raise what was found: one mistake as it is, several together."""
        if len(self._found) == 1:
            raise self._found[0]
        if self._found:
            raise MistakesError(self._found)

    @property
    def _wrong(self) -> frozenset[str]:
        return frozenset().union(*(one.fields for one in self._found))


def check_fields(record: Any) -> None:
    """The checks of a record whose fields stand each by itself."""
    Checks(record).done()


@cache
def _ruled_fields(record: type) -> tuple[tuple[str, Rule, bool], ...]:
    return tuple((name, rule, shapes(record)[name].optional) for name, rule in rules(record).items())
