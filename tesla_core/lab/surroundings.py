"""What stands around a live run on its page: titles, words, and points placed by hand."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Drawing:
    """Points a person places by hand: (x, y, class), how many are possible and how many a run needs."""

    points: tuple[tuple[float, float, int], ...]
    most: int
    least: int
    classes: int


@dataclass(frozen=True)
class Story:
    """What the sentence under the panels speaks of. kind: the spec's. data: what is learned, as a sentence calls it.
    seen: strings trained on. unseen: how many samples accuracy is counted on, of a run that sorts them into classes.
    axes, crux: of an equation, its inputs and what is hard to find in its solution."""

    kind: str
    data: str
    seen: int = 0
    unseen: int = 0
    classes: int = 2
    axes: tuple[str, str] = ("t", "x")
    crux: str = ""


@dataclass(frozen=True)
class Surroundings:
    """What a page shows around its run, in the reader's language, for whom it is made.

    truth, truth_text: the title of the data's own panel. titles: what the two numbers of a panel's title are called,
    where the kind's own names don't do; marked, and said where they are shown. spectrum: whether the Walsh energy
    stands beside the panels. remark: a caption below the run. file: the name of saved pictures. height: what the panels
    may take where the canvas is not alone, in pixels.
    """

    story: Story
    truth: str
    truth_text: str
    class_names: tuple[str, ...] = ()
    titles: tuple[str, str] | None = None
    show_test: bool = True
    spectrum: bool = False
    drawing: Drawing | None = None
    remark: str = ""
    file: str = "tesla-lab"
    height: int | None = None


@dataclass(frozen=True)
class Formula:
    """A formula on a line of its own."""

    latex: str


@dataclass(frozen=True)
class Fold:
    """What a reader may unfold below a run: a question, and paragraphs in Markdown and formulas that answer it."""

    title: str
    blocks: tuple[str | Formula, ...]
