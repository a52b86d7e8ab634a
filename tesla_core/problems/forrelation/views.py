"""Forrelation on the Paper page."""

from __future__ import annotations

from tesla_core.experiments.view import Pick, TableView
from tesla_core.messages.say import marked

EVEN = "tesla_core.problems.forrelation.even_start:even_aside"
VIEWS = (
    TableView(
        "forrelation",
        marked("Forrelation, n = 12"),
        marked(
            "Only the bilinear form of the two truth tables tells the classes apart. An **even** start (cosines alone) "
            "is blind to the linear noise around it, and that is worth more than anything else here."
        ),
        (Pick("width", marked("Width"), lowest=True),),
        aside=EVEN,
    ),
    TableView(
        "forrelation_long",
        marked("Forrelation, n = 12, the paper's 20 epochs"),
        marked(
            "The same for as long as the paper trained, every epoch kept, with Tanh and SNAKE beside and SIREN under "
            "its own rule too. At width 128 the epoch chosen on validation is an early one, and what was learned is "
            "lost again: after the last epoch ReLU and GELU are still above 53%, every TESLA is below it. A width that "
            "is not offered here is not measured yet."
        ),
        (Pick("width", marked("Width"), lowest=True),),
    ),
)
