"""Points in the plane in the paper: its first figure, and the first two of the supplement. It prints no numbers."""

from __future__ import annotations

from tesla_core.messages.say import marked
from tesla_core.paper.figure import PaperFigure

_DRAWING, _TRAINING = "tesla_core.problems.toys.paper_figures", "tesla_core.problems.toys.paper_figures_torch"

FIGURES = (
    PaperFigure(
        "1",
        marked("Decision boundaries"),
        marked(
            "Decision boundaries of TESLA (K = 8) and baselines in the plane; on which data, the paper does not say."
        ),
        f"{_DRAWING}:boundaries_figure",
        f"{_TRAINING}:boundaries",
        seconds=5,
    ),
    PaperFigure(
        "supp-1",
        marked("Decision boundaries: circles and moons"),
        marked("TESLA with several K, KAN and standard activations; training accuracy over each panel."),
        f"{_DRAWING}:first_set_figure",
        f"{_TRAINING}:first_set",
        seconds=15,
    ),
    PaperFigure(
        "supp-2",
        marked("Decision boundaries: spiral and checkerboard"),
        marked("TESLA with several K, KAN and standard activations; training accuracy over each panel."),
        f"{_DRAWING}:second_set_figure",
        f"{_TRAINING}:second_set",
        seconds=15,
    ),
)
