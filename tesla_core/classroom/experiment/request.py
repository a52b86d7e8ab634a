"""What a teacher asks for, as a message: read, checked, and made into an experiment's design."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tesla_core.classroom.experiment.differs import Value, differing, find
from tesla_core.classroom.experiment.experiment import Design
from tesla_core.classroom.experiment.measures import find_measure, measures_of
from tesla_core.classroom.experiment.plan import MOST_VALUES, make_plan, read_values
from tesla_core.classroom.experiment.suggesting import suggested
from tesla_core.errors import TeslaError, check_whole
from tesla_core.live.spec import LiveSpec
from tesla_core.messages.say import say
from tesla_core.models.spec import ModelSpec


def read_design(scene: str | None, message: Mapping[str, Any]) -> Design:
    """The design that a message asks for, of the run that the room is shown.

    Its fields: `field`; `panel`, 0 where it is left out; `measure`, the first where it is left out; and `values` as
    typed or as a list, or else `count`, so many suggested ones. What is wrong is a TeslaError.
    """
    if scene is None:
        raise TeslaError(say("Show the class a page of the lab first: an experiment is made of the run on it."))
    base = LiveSpec.from_text(scene)
    panel = check_whole("The panel of an experiment", message.get("panel", 0), 0, len(base.panels) - 1)
    differs = find(base, panel, message.get("field"))
    kind = base.kind
    measure = find_measure(kind, message["measure"]) if message.get("measure") else measures_of(kind)[0]
    typed = message.get("values")
    values = read_values(differs, typed) if typed not in (None, "", []) else None
    count = message.get("count", 0)
    if values is None and not isinstance(count, bool) and isinstance(count, int):
        count = min(count, MOST_VALUES)
    return Design.of(base, panel, measure, make_plan(base, panel, differs.name, values, count))


def offers(scene: str, count: int, panel: int = 0) -> dict[str, Any]:
    """What a console offers for the run that the room is shown, with values for so many students."""
    base = LiveSpec.from_text(scene)
    panel = check_whole("The panel of an experiment", panel, 0, len(base.panels) - 1)
    count = max(1, min(count, MOST_VALUES))
    fields = []
    for one in differing(base, panel):
        values = suggested(one, base, panel, count)
        if values:
            fields.append({**one.as_data(), "values": list(values), "text": _typed(values)})
    return {
        "panel": panel,
        "panels": [_title(base, index, model) for index, model in enumerate(base.panels)],
        "fields": fields,
        "measures": [one.as_data() for one in measures_of(base.kind)],
    }


def _typed(values: tuple[Value, ...]) -> str:
    """As a person would type them: whole numbers in a row as a span."""
    whole = all(type(value) is int for value in values)
    if whole and len(values) > 2 and values[-1] - values[0] + 1 == len(values):
        return f"{values[0]}-{values[-1]}"
    return ", ".join(f"{value:g}" for value in values)


def _title(base: LiveSpec, index: int, model: ModelSpec) -> str:
    return say("{panel}, seed {seed}", panel=model.label, seed=base.starts[index]) if base.starts else model.label
