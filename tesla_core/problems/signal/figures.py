"""Mixed-frequency regression: the signal with the fits over it, and the spectrum of both."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from tesla_core.figures.lines import Curve, add_curves, truth_of
from tesla_core.figures.palette import Theme
from tesla_core.figures.style import HEIGHT, finish, log_ticks, titled
from tesla_core.messages.say import say, say_count

FLOOR = 1e-6  # of an amplitude, on a log axis


def signal_figure(curves: Sequence[Curve], theme: Theme = "light", height: int = HEIGHT) -> go.Figure:
    """The signal and the fits by time in seconds."""
    figure = go.Figure()
    add_curves(figure, curves, theme)
    titled(figure, say("Time (s)"), say("Signal"))
    alt = f"{say('The signal by time in seconds.')} {_errors(curves)}"
    return finish(figure, alt=alt, theme=theme, height=height)


def signal_spectrum_figure(curves: Sequence[Curve], theme: Theme = "light", height: int = HEIGHT) -> go.Figure:
    """The amplitude spectrum of each curve, whose x are evenly spaced seconds: amplitude by frequency in Hz."""
    figure = go.Figure()
    spectra = [amplitude_spectrum(curve) for curve in curves]
    add_curves(figure, spectra, theme)
    titled(log_ticks(figure), say("Frequency (Hz)"), say("Amplitude"))
    figure.update_xaxes(range=[0, 100])
    strongest = ", ".join(say("{name} at {place} Hz", name=one.label, place=f"{_peak(one):.3g}") for one in spectra)
    alt = say("Amplitude by frequency. Strongest: {strongest}.", strongest=strongest)
    return finish(figure, alt=alt, theme=theme, height=height)


def amplitude_spectrum(curve: Curve) -> Curve:
    """Amplitude by frequency of a curve over evenly spaced seconds, by a Hann window: lines stay narrow."""
    t, y = np.asarray(curve.x, dtype=np.float64), np.asarray(curve.y, dtype=np.float64)
    window = np.hanning(t.size)
    amplitudes = 2 * np.abs(np.fft.rfft(y * window)) / window.sum()
    frequencies = np.fft.rfftfreq(t.size, float(t[1] - t[0]))
    return Curve(curve.label, curve.look, frequencies, np.maximum(amplitudes, FLOOR))


def _peak(curve: Curve) -> float:
    return float(np.asarray(curve.x)[int(np.argmax(curve.y))])


def _errors(curves: Sequence[Curve]) -> str:
    truth = truth_of(curves)
    if truth is None:
        return say_count(len(curves), "{count} curve.", "{count} curves.")
    told = [
        f"{curve.label} {np.mean((np.asarray(curve.y) - np.asarray(truth.y)) ** 2):.3g}"
        for curve in curves
        if curve.look and np.shape(curve.y) == np.shape(truth.y)
    ]
    return say("Mean squared errors: {told}.", told=", ".join(told) or say("no fit yet"))
