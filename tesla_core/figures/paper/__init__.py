"""The paper's figures, drawn from what was measured, trained or computed here: one entry each, in the paper's order.

A problem names its own (`Problem.figures`); the kernels' spectra belong to none and are named here.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tesla_core.errors import UnknownNameError
from tesla_core.messages.say import marked
from tesla_core.paper.figure import PaperFigure
from tesla_core.problems.registry import problems

SPECTRA = PaperFigure(
    "2",
    marked("Kernel spectra by mode"),
    marked(
        "Normalised eigenvalues λₘ/λ₁ by mode m: TESLA analytic, 1/(2m²), TESLA empirical, and random features of ReLU "
        "and GELU. The paper prints no numbers and leaves the construction open; this one is written down in "
        "tesla_core/analysis/kernels.py."
    ),
    "tesla_core.figures.paper.spectra:spectra_figure",
)


def _in_order(figure: PaperFigure) -> tuple[bool, str]:
    return figure.name.startswith("supp"), figure.name


_ALL = [SPECTRA, *(figure for problem in problems().values() for figure in problem.figures)]

FIGURES: Mapping[str, PaperFigure] = MappingProxyType({one.name: one for one in sorted(_ALL, key=_in_order)})
"""By name: those of the text, 1 to 4, then the supplement's."""


def find_figure(name: str) -> PaperFigure:
    """The figure of that name; another one lists them and names the nearest."""
    if name not in FIGURES:
        raise UnknownNameError("figure of the paper", name, FIGURES)
    return FIGURES[name]
