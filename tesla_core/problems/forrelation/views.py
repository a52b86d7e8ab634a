"""Forrelation on the Paper page."""

from __future__ import annotations

from tesla_core.experiments.view import Pick, TableView
from tesla_core.messages.say import marked

VIEWS = (
    TableView(
        "forrelation",
        marked("Forrelation, n = 12"),
        marked(
            "Only the bilinear form of the two truth tables tells the classes apart. An **even** start (cosines alone) "
            "is blind to the linear noise around it, and that is worth more than anything else here."
        ),
        (Pick("width", marked("Width"), lowest=True),),
    ),
)
