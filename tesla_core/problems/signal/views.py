"""The signal on the Paper page."""

from __future__ import annotations

from tesla_core.experiments.view import INIT, SCHEDULE, Quantity, TableView
from tesla_core.messages.say import marked

VIEWS = (
    TableView(
        "regression",
        marked("A signal of many frequencies"),
        marked(
            "Under a wide first layer, **uniform(30)**, TESLA finds the signal itself; SIREN fits the training points "
            "even better and is wrong between them. Under the default rule with a cosine schedule SIREN is ahead of "
            "TESLA; at a constant rate its training breaks down. The paper gives five of the signal's components, but "
            "not the others, the network or the schedule. Activations that the paper leaves out stand below its own, "
            "with the cosine alone and nothing tuned: under the default rule real WIRE and Gauss are far ahead of "
            "TESLA, under uniform(30) none that was measured is."
        ),
        (
            SCHEDULE,
            INIT,
        ),
        (
            Quantity("test_loss", marked("Test MSE"), log=True),
            Quantity("train_loss", marked("Training MSE"), log=True),
        ),
    ),
)
