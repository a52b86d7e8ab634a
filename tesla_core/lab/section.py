"""A part of a live page that one problem alone has, below the canvas: words, a table and a figure of its run.

The page asks the engine what `found` needs, keeps the answer, and draws the `body`; here is what it says. Imports
neither Streamlit nor torch.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import plotly.graph_objects as go

    from tesla_core.figures.palette import Theme
    from tesla_core.live.client import LiveClient
    from tesla_core.live.spec import LiveSpec


@dataclass(frozen=True, eq=False)
class Body:
    """Paragraphs `over` the rest; beside the figure further paragraphs, a caption and a table by its columns, which
    have `share` of the width."""

    over: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    caption: str = ""
    table: Mapping[str, Sequence[str]] | None = None
    figure: go.Figure | None = None
    share: float = 0.4


Finder = Callable[["LiveClient", "LiveSpec", int], Any]
"""Who answers for the engine, a run and an epoch; in return, what was found out."""
BodyMaker = Callable[["LiveSpec", Sequence[str], int, Any, "Theme"], Body]
"""A run, its panels' titles, an epoch, what was found out, and a theme; in return, what is shown of it."""


@dataclass(frozen=True)
class Section:
    """name: of its figure on the page. found, body: "module:name" of what finds it out (`Finder`), once a frame, and of
    what shows it (`BodyMaker`); imported when they are needed, since figures load much.

    of: the class of the tasks it is about; of all, if there is none. follows: whether it is about the frame on the
    canvas; else about the networks before training. intro: what stands
    there before the engine has answered. waiting: a sentence on why one waits.
    """

    name: str
    title: str
    found: str
    body: str
    of: type | None = None
    follows: bool = False
    intro: str = ""
    waiting: str = ""

    def is_about(self, task: Any) -> bool:
        return self.of is None or isinstance(task, self.of)

    def finder(self) -> Finder:
        return _named(self.found)

    def body_maker(self) -> BodyMaker:
        return _named(self.body)


def _named(place: str) -> Any:
    module, name = place.split(":")
    return getattr(import_module(module), name)
