"""The runs of pages that look into networks: of the data that problems offer, or any that a link brings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tesla_core.canvas.runs import class_run
from tesla_core.lab.class_page import ClassPage, DataOffer
from tesla_core.lab.controls import Choice, Control, Values
from tesla_core.lab.panels import read_panel
from tesla_core.lab.surroundings import Story, Surroundings
from tesla_core.lab.training import training_controls
from tesla_core.live.spec import LiveSpec
from tesla_core.messages.say import marked, say
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.registry import class_pages, problem_of
from tesla_core.training.settings import MOST_PANELS

PANELS = ["TESLA K=4", "TESLA K=8"]
CANVAS_HEIGHT = 236  # a row of panels that leaves room for charts on the same screen


def teslas_of(panels: Sequence[ModelSpec]) -> tuple[int, ...]:
    return tuple(index for index, panel in enumerate(panels) if panel.entry.series)


def offers() -> tuple[DataOffer, ...]:
    """The data of all problems that a run can be made of here."""
    found = [own.offer for own in class_pages().values() if own.offer]
    return tuple(sorted(found, key=lambda offer: offer.last))


def source_controls() -> tuple[Control, ...]:
    """The table of the sidebar's controls."""
    options = {value: label for offer in offers() for value, label in offer.options.items()}
    return (
        Choice("data", marked("Data"), "checkerboard", options=tuple(options), names=tuple(options.values())),
        *(control for offer in offers() for control in offer.controls),
        *training_controls(panels=PANELS, lr=1e-3, batch=100, epochs=200),
    )


def _chosen_offer(values: Values) -> DataOffer:
    return next(offer for offer in offers() if values["data"] in offer.options)


def offer_of(spec: LiveSpec) -> DataOffer | None:
    """That of the problem which a run is of, if it has one."""
    own = problem_of(spec.task).page
    return own.offer if isinstance(own, ClassPage) else None


def data_controls(values: Values) -> Sequence[str]:
    """The choice of data, and what those chosen have."""
    return ("data", *_chosen_offer(values).data(values)) if values else ("data",)


def with_tesla(values: Values) -> tuple[Values, str]:
    """A list of panels without a TESLA gets one, and that is said: there would be nothing to look into."""
    if teslas_of([read_panel(text) for text in values["panels"]]):
        return values, ""
    told = say("Only TESLA has harmonics to look into; {panel} was added to the panels.", panel=PANELS[-1])
    return {**values, "panels": [*values["panels"][: MOST_PANELS - 1], PANELS[-1]]}, told


def inspected_run(values: Values) -> LiveSpec:
    """The run of the sidebar's controls."""
    return class_run(_chosen_offer(values).task_of, values)


def beside_charts(spec: LiveSpec) -> Surroundings:
    """What stands around any run, whatever its task, on a canvas that leaves room for charts."""
    offer = offer_of(spec)
    return replace(offer.around(spec) if offer else _plain_surroundings(spec), height=CANVAS_HEIGHT)


def _plain_surroundings(spec: LiveSpec) -> Surroundings:
    """Of a run whose problem says nothing about it."""
    train, test = spec.kind.sizes(spec.task.sample())
    return Surroundings(
        Story(spec.kind.name, data=say("these samples"), seen=train, unseen=test, classes=spec.classes),
        truth=say("Data"),
        truth_text=say("{train} train, {test} test", train=train, test=test),
        class_names=tuple(say("class {label}", label=label) for label in range(spec.classes)),
        file="tesla-spectra",
    )
