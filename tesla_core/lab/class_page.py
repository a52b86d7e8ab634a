"""A problem's live page on which networks tell classes apart, as data. Imports neither Streamlit nor torch."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tesla_core.lab.brought import PointsField
from tesla_core.lab.controls import Control, Values
from tesla_core.lab.presets import Preset
from tesla_core.lab.section import Section
from tesla_core.lab.surroundings import Fold, Surroundings

if TYPE_CHECKING:
    from tesla_core.live.spec import LiveSpec


@dataclass(frozen=True)
class DataOffer:
    """Data that the pages offer which look into networks, Spectra and Taylor. options: what the choice of data is set
    to for them, and how that is called. controls: their own; `data` names those that a choice has.

    task_of: from the controls' values. around: what stands around such a run, whoever made it. unseen: what networks
    are tested on. last: whether they stand at the end of the list.
    """

    options: Mapping[str, str]
    controls: tuple[Control, ...]
    data: Callable[[Values], Sequence[str]]
    task_of: Callable[[Values], Any]
    around: Callable[[LiveSpec], Surroundings]
    unseen: str
    last: bool = False


def nothing_else(_name: str, _value: Any) -> Values:
    return {}


def as_they_are(values: Values) -> tuple[Values, str]:
    return values, ""


@dataclass(frozen=True, kw_only=True)
class ClassPage:
    """path: of its address. label: its title. intro: what is seen, in a few sentences. prefix: of its parameters in
    links. controls: those in the Data group are named by `data`, from the values that are known so far; the first
    preset is how the page opens.

    set_by: what else is set when a person gives a control a value. within: values that a task can have, and what to say
    if they are not those that were set. task_of, around: from the controls' values. points: what a person may bring.
    sections: what is found out about it. why: the fold below. offer: its data for
    pages that look into networks. lottery: for strings of so many bits and so many to learn from, the nearest values of
    its data, and how many strings these are; None where it has no such strings.
    """

    path: str
    label: str
    intro: str
    prefix: str
    controls: tuple[Control, ...]
    presets: tuple[Preset, ...]
    data: Callable[[Values], Sequence[str]]
    task_of: Callable[[Values], Any]
    around: Callable[[Values], Surroundings]
    why: Fold
    set_by: Callable[[str, Any], Values] = nothing_else
    within: Callable[[Values], tuple[Values, str]] = as_they_are
    points: PointsField | None = None
    sections: tuple[Section, ...] = ()
    offer: DataOffer | None = None
    lottery: Callable[[int, int], tuple[Values, int] | None] | None = None
