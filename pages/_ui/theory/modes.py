"""The moving picture of a training mode by mode."""

from __future__ import annotations

from pathlib import Path

from streamlit.components.v2 import component

from pages._ui.charts import theme
from pages._ui.language import words_for_canvas
from tesla_core.activations.look import Look
from tesla_core.analysis.modewise import ModeTraining
from tesla_core.canvas.bundle import bundled, stylesheet
from tesla_core.figures.palette import ink_of

FOLDER = Path(__file__).parents[3] / "assets" / "theory"

_modes = component(
    "tesla_modes", css=stylesheet("modes.css", FOLDER), js=bundled("modes", FOLDER), isolate_styles=False
)


def show_modes(key: str, training: ModeTraining, look: Look) -> None:
    """Bars of what is left of each mode's error, and the curve; the browser plays it by itself."""
    ink = ink_of(theme())
    data = {
        "steps": training.steps.astype(int).tolist(),
        "measured": training.measured.round(3).tolist(),
        "foretold": training.foretold.round(3).tolist(),
        "outputs": training.outputs.round(3).tolist(),
        "target": training.target.round(3).tolist(),
        "colours": {"trained": look.colour(theme()), "foretold": ink.text, "grid": ink.grid},
        "words": words_for_canvas(),
    }
    _modes(key=key, data=data)
