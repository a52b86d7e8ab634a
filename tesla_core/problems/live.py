"""What differs between live runs: what their numbers are, what a frame's pixels mean, and how data becomes a picture.

A task has one kind. All here is NumPy; what needs torch is the kind's lens.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray

from tesla_core.errors import TeslaError
from tesla_core.problems.picture import Backdrop

if TYPE_CHECKING:
    from tesla_core.experiments.spec import ExperimentSpec

Task = Any
"""A frozen dataclass with a `sample()`, which a problem lists among its kinds; written and read by its class's name."""
Extent = tuple[float, float, float, float]
SampleRows = tuple[tuple[str, ...], Iterable[Sequence[object]]]
"""What a run learns from as a file has it: the names of the columns, and a row a sample."""
Unit = Literal["share", "decibels", "number"]
Axis = Literal["share", "log", "linear"]


@dataclass(frozen=True)
class Measure:
    """One of a panel's four numbers. name: its column in a file. label: what a title calls it. unit: how it is written.

    rises: whether more is better.
    """

    name: str
    label: str
    unit: Unit = "number"
    rises: bool = False


@dataclass(frozen=True)
class MeasureChart:
    """A chart of one measure over the epochs, another one faintly behind it. Numbers are places among the measures;
    {0} and {1} in the title stand for the labels of the two in a panel's title."""

    title: str
    measure: int
    axis: Axis
    faint: int | None = None


@dataclass(frozen=True, eq=False)
class Stage:
    """What pictures are made of. grid: the inputs behind each pixel, (rows · columns, d) float32, row by row from the
    top left. extent: x low, x high, y low, y high of the outer edges. backdrop: what lies behind every panel."""

    rows: int
    columns: int
    grid: NDArray[np.float32]
    backdrop: Backdrop
    extent: Extent | None = None


@dataclass(frozen=True)
class AsJob:
    """What a task of the lab is as a background job. spec: the experiment's, with the options in `data` that the task
    decides. notes: in what the job differs, in sentences. lab_init: a first-layer rule of the lab's panels in whose
    place the experiment has one of its own."""

    spec: type[ExperimentSpec]
    data: Mapping[str, Any]
    notes: tuple[str, ...] = ()
    lab_init: str = ""


class Kind(ABC):
    """Everything the engine and the pages ask of a task beyond its name."""

    name: ClassVar[str]
    """How a page draws it: plane, cells, halves, field, image or signal."""
    pixels: ClassVar[int]
    """What a frame's bytes are (protocol.py)."""
    lens: ClassVar[str]
    """Where the `Lens` is that trains it and takes its pictures, as "module:Class"; imported by the engine alone,
    since it needs torch."""
    measures: ClassVar[tuple[Measure, Measure, Measure, Measure]]
    titled: ClassVar[tuple[int, int]]
    """The two measures in a panel's title; the second ranks the panels."""
    curves: ClassVar[tuple[MeasureChart, MeasureChart]]
    meaning: str
    """What a network's inputs are, for those who take one along."""
    exploded: ClassVar[float]
    """A first measure, the training loss, above this is called a spike."""
    axes: ClassVar[tuple[str, str]] = ("x", "y")
    """What lies along a picture's width and height; marked, where they are words."""
    smooth: ClassVar[bool] = True
    """Whether there is something between two pixels."""
    work: ClassVar[float] = 1.0
    """How many times the work of one pass through a network a sample takes."""
    most_samples: ClassVar[int] = 10_000
    """Of all splits."""
    patience: ClassVar[float] = 1.0
    """How many times the usual work of an epoch may be."""
    tickets: ClassVar[str] = ""
    """Where the function is that says of a client and a run, by panel, the best ticket that its start drew, in units of
    the noise, as "module:function"; nothing where there is no lottery."""
    plain_networks: ClassVar[bool] = False
    """Whether only plain networks (models/networks.py) can learn it."""

    @property
    def ranking(self) -> Measure:
        return self.measures[self.titled[1]]

    def of(self, task: Any) -> Kind:
        """This kind, or the one that this very task has, where the numbers of two tasks of a class differ."""
        return self

    def classes(self, task: Any) -> int:
        """How many classes there are; 0 where a function is fitted."""
        return 0

    @abstractmethod
    def samples(self, task: Any) -> int:
        """Samples of all splits, without drawing them."""

    def looked_at(self, task: Any) -> tuple[float, float]:
        """Samples that are measured at the end of an epoch, and with a picture."""
        return self.samples(task) / 2, self.samples(task)

    @abstractmethod
    def inputs(self, task: Any) -> int: ...

    @abstractmethod
    def outputs(self, task: Any) -> int: ...

    @abstractmethod
    def sizes(self, data: Any) -> tuple[int, int]:
        """Training and test samples of what `task.sample()` gave."""

    @abstractmethod
    def train_inputs(self, data: Any) -> NDArray[np.float32]:
        """(n, d)."""

    @abstractmethod
    def rows(self, data: Any, names: Sequence[str]) -> SampleRows:
        """The samples as a table. names: of the classes, where a person gave them some."""

    @abstractmethod
    def stage(self, task: Any, data: Any, resolution: int) -> Stage: ...

    def as_job(self, task: Any, image: str = "") -> AsJob:
        """The task as a job. image: by what name jobs know a picture that a person brought."""
        raise TeslaError("These data can't be run as a job: no experiment takes them.")

    def sharper(self, stage: Stage, resolution: int) -> tuple[NDArray[np.float32], int, int]:
        """The grid at another resolution with its rows and columns; its own where there is no other."""
        return stage.grid, stage.rows, stage.columns


def written(values: Iterable[float]) -> tuple[str, ...]:
    """Numbers as a file has them."""
    return tuple(f"{value:.6g}" for value in values)


def to_bytes(values: npt.ArrayLike, span: float) -> NDArray[np.uint8]:
    """Numbers from -span to span as 0 to 255, cut off beyond; what is not a number stands in the middle."""
    scaled = np.nan_to_num(np.asarray(values, dtype=np.float64) / span, nan=0.0, posinf=1.0, neginf=-1.0)
    return np.rint((np.clip(scaled, -1.0, 1.0) + 1) * 127.5).astype(np.uint8)


def from_bytes(bytes_: NDArray[np.uint8], span: float) -> NDArray[np.float64]:
    """The numbers behind bytes of `to_bytes`, as near as a byte can say."""
    return (bytes_.astype(np.float64) / 127.5 - 1) * span
