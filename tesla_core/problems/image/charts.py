"""One panel of a picture that is learned as charts that stand still."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import plotly.graph_objects as go

from tesla_core.figures.palette import Theme, model_look
from tesla_core.lab.page import CHART_HEIGHT
from tesla_core.messages.say import say
from tesla_core.problems.image.figures import between_figure, error_figure, image_spectrum_figure
from tesla_core.problems.image.pixels import PixelsTask
from tesla_core.problems.image.task import ImageTask

if TYPE_CHECKING:
    from tesla_core.live.client import LiveClient
    from tesla_core.live.spec import LiveSpec

SIDE = 192


def image_charts(
    client: LiveClient, spec: LiveSpec, panel: int, epoch: float, label: str, theme: Theme
) -> list[go.Figure]:
    """What it was given, the picture between those pixels too, where it errs, and which frequencies it holds."""
    assert isinstance(spec.task, ImageTask | PixelsTask)
    truth, target = spec.task.picture().pixels / 255, spec.task.sample()
    seen = target.seen.reshape(truth.shape[:2]) if target.withholds else None
    side = len(truth) * (SIDE // len(truth))  # every pixel as many times as fine
    fine, own = (client.frame(spec, epoch, which).grid[panel] for which in (side, None))
    image = np.moveaxis(own, 0, -1) / 255
    spectra = [(say("original"), None, truth), (label, model_look(spec.panels[panel]), image)]
    return [
        between_figure(truth, np.moveaxis(fine, 0, -1) / 255, label, theme, CHART_HEIGHT, seen),
        error_figure(image, truth, label, theme, CHART_HEIGHT, seen),
        image_spectrum_figure(spectra, theme, CHART_HEIGHT),
    ]
