"""A part of a live page that one problem alone has, below the canvas: words, a table and a figure of its run.

The page asks the engine what `found` needs, keeps the answer, and draws the `body`; here is what it says. Imports
neither Streamlit nor torch.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import plotly.graph_objects as go

from tesla_core.figures.palette import Theme

if TYPE_CHECKING:
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


@dataclass(frozen=True)
class Section:
    """name: of its figure on the page. found: what the engine says of a run after so many epochs; it is asked once.
    body: what is shown of it, by the panels' labels.

    follows: whether it is about the frame on the canvas; else about the networks before training. intro: what stands
    there before the engine has answered. waiting: a sentence on why one waits.
    """

    name: str
    title: str
    found: Callable[[LiveClient, LiveSpec, int], Any]
    body: Callable[[LiveSpec, Sequence[str], int, Any, Theme], Body]
    follows: bool = False
    intro: str = ""
    waiting: str = ""
