"""Points in the plane on the Paper page."""

from __future__ import annotations

from tesla_core.experiments.view import Pick, TableView
from tesla_core.messages.say import marked

VIEWS = (
    TableView(
        "toys",
        marked("Points in the plane, not in the paper's tables"),
        marked(
            "Circles and moons are learned by all, to 98% and more. On the spiral SiLU (93%) and Tanh (85%) stay "
            "behind; on the **checkerboard** they do not learn at all, and TESLA with K = 8 is first with 97.8%, about "
            "what the specialist has from its neighbours (96.7%)."
        ),
        (Pick("toy", marked("Toy"), lowest=True),),
    ),
)
