"""A table of PINNs on the Paper page, whatever the equation."""

from __future__ import annotations

from tesla_core.experiments.view import Pick, Quantity, TableView
from tesla_core.messages.say import marked
from tesla_core.problems.pde.experiment import PdeSpec

LOSSES = {"initial": marked("Initial loss"), "boundary": marked("Boundary loss")}
"""By condition, as an axis calls its part of the loss."""


def equation_view(spec: type[PdeSpec], title: str, finding: str) -> TableView:
    """finding: what was found, in Markdown."""
    return TableView(
        spec.experiment,
        title,
        finding,
        (Pick("points", marked("Collocation points"), lowest=True),),
        (
            Quantity("total_loss", marked("Total loss"), log=True),
            Quantity("pde_loss", marked("PDE loss"), log=True),
            *(Quantity(f"{name}_loss", LOSSES[name], log=True) for name in spec().task().conditions),
            Quantity("relative_error", marked("True relative L2 error"), log=True),
        ),
    )
