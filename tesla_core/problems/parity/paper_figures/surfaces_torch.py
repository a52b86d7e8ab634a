"""The networks of the supplement's figure 3, trained: 350 of the 1,024 strings of ten bits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tesla_core.messages.say import marked
from tesla_core.paper.figure import Arrays, Told
from tesla_core.problems.parity.surface import parity_surface
from tesla_core.problems.parity.surface_experiment import SurfaceSpec
from tesla_core.problems.pictured_torch import Pictured, trained_pictures

SETTING = marked(
    "Two layers of 128, 350 of 1,024 strings (dots), 50 epochs, batch 32, Adam at 1e-3, first layer uniform(0.5); the "
    "paper names neither batch nor first layer. Across is the second half of a string, down the first."
)
HARMONICS = (1, 2, 4, 8)
OTHERS = ("relu", "gelu", "silu", "tanh", "siren", "snake", "fourier", "kan")


def surfaces(tell: Told) -> Arrays:
    """The truth, TESLA with four K, and others."""
    base = SurfaceSpec()
    specs = [*(replace(base, harmonics=k) for k in HARMONICS), *(replace(base, activation=name) for name in OTHERS)]
    surface, seen = parity_surface(base.bits), base.task().seen()
    truth = (255 * surface.y).astype(np.uint8).reshape(surface.shape)
    points = np.stack((surface.columns, surface.rows), axis=1)[seen]
    group = Pictured(
        marked("10-bit parity"),
        specs,
        surface.x.astype(np.float32),
        surface.shape,
        points,
        surface.y[seen],
        first=((marked("Ground truth"), truth),),
    )
    return trained_pictures([group], SETTING, tell)
