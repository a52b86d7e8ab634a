"""The row of an activation: all that forms, links, charts, the command line and exports need. No torch here."""

from __future__ import annotations

import numpy as np

from tesla_core.activations.row import Activation, Array, Option, Values


def _shape(z: Array, values: Values) -> Array:
    return np.sinc(values["sinc_omega"] * z / np.pi)


ROW = Activation(
    "sinc",
    "Sinc",
    "sin(ωz)/ωz",
    "tesla_lab_heat.sinc_torch:Sinc",
    options=(
        # An option's name starts with the activation's: no two packages can then name theirs alike.
        Option("sinc_omega", "Frequency ω", "Sinc's ω", 6.0, (0.1, 100.0), words=("ω", "omega"), argument="omega"),
    ),
    code="torch.sinc({sinc_omega:g} * z / torch.pi)",
    shape=_shape,
)
