"""The fit of a finished network over the signal, and the spectrum of both."""

from __future__ import annotations

from tesla_core.figures.lines import Curve
from tesla_core.messages.say import marked, say
from tesla_core.problems.kept import HEIGHT, Figures, KeptView, RunArrays
from tesla_core.problems.signal.figures import signal_figure, signal_spectrum_figure


def _signal(run: RunArrays) -> Figures:
    return {say("The signal and its fit over one second"): signal_figure(_curves(run), run.colours, HEIGHT)}


def _spectrum(run: RunArrays) -> Figures:
    title = say("Which of the signal's frequencies are found")
    return {title: signal_spectrum_figure(_curves(run), run.colours, HEIGHT)}


def _curves(run: RunArrays) -> list[Curve]:
    t, signal, fit = (run.arrays[name] for name in ("t", "signal", "fit"))
    return [Curve(say("signal"), None, t, signal), Curve(run.label, run.look, t, fit)]


VIEWS = {marked("Signal"): KeptView(_signal), marked("Spectrum"): KeptView(_spectrum)}
