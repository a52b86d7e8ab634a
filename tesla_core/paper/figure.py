"""A figure of the paper as the lab draws it: what it shows, who draws it, and who trains what it needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tesla_core.errors import TeslaError

if TYPE_CHECKING:
    import plotly.graph_objects as go
    from numpy.typing import NDArray

    from tesla_core.activations.look import Theme

Arrays = Mapping[str, "NDArray[Any]"]
Told = Callable[[str], None]
"""Takes a line on how far a training is."""


@dataclass(frozen=True)
class PaperFigure:
    """name: as the command and the card call it, "1" or "supp-3". shows: what is in the paper's, in our words.

    drawing: "module:function", from a theme and what was trained for it (None where nothing was) to a Plotly figure.
    training: "module:function", from a `Told` to arrays; it imports torch, so that no page calls it. Empty where a
    figure is drawn from measured results or is computed. seconds: about how long that takes on one core.
    """

    name: str
    title: str
    shows: str
    drawing: str
    training: str = ""
    seconds: float = 0.0

    def draw(self, theme: Theme = "light", trained: Arrays | None = None) -> go.Figure:
        """The figure, with its text alternative (`alt_text`). Loads no torch."""
        return _found(self.drawing)(theme, trained)

    def train(self, tell: Told) -> Arrays:
        """What the figure is drawn from, trained now."""
        if not self.training:
            raise TeslaError(f"Figure {self.name} needs no training: it is drawn from what was measured or computed.")
        return _found(self.training)(tell)


def _found(path: str) -> Callable[..., Any]:
    module, _, function = path.partition(":")
    return getattr(import_module(module), function)
