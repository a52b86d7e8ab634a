"""If these fail, a chart of a signal, an image or a PINN shows other numbers than it was given, or says nothing."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

from tesla_core.errors import TeslaError
from tesla_core.figures.lines import Curve
from tesla_core.figures.palette import THEMES, Theme, activation_colour, look_of
from tesla_core.figures.style import alt_text
from tesla_core.problems.image.figures import between_figure, error_figure, image_spectrum_figure, picture_figure
from tesla_core.problems.pde.figures import residual_figure, slice_rows, slices_figure, slices_of, solution_figure
from tesla_core.problems.signal.figures import amplitude_spectrum, signal_figure, signal_spectrum_figure

T = np.arange(400) / 400
TESLA, RELU = look_of("tesla"), look_of("relu")
SIGNAL = Curve("signal", None, T, 0.5 * np.sin(2 * np.pi * 20 * T))
FIT = Curve("TESLA K=8", TESLA, T, 0.5 * np.sin(2 * np.pi * 20 * T) + 0.1)
TIMES, PLACES = np.linspace(0, 1, 4), np.linspace(-1, 1, 6)
U = -np.sin(np.pi * PLACES) * (1 - TIMES[:, None])
IMAGE = np.random.default_rng(0).random((12, 16, 3))
SEEN = np.indices((12, 16)).sum(axis=0) % 2 == 0


def traces(figure: go.Figure) -> Any:
    return figure.data


def all_figures(theme: Theme) -> dict[str, go.Figure]:
    return {
        "signal": signal_figure([SIGNAL, FIT], theme),
        "signal alone": signal_figure([SIGNAL], theme),
        "spectrum": signal_spectrum_figure([SIGNAL, FIT], theme),
        "solution": solution_figure(TIMES, PLACES, U, "The exact solution", theme),
        "residual": residual_figure(TIMES, PLACES, 0.01 * U, "TESLA", theme),
        "slices": slices_figure([(0.25, [SIGNAL, FIT]), (0.5, [SIGNAL, FIT])], theme),
        "picture": picture_figure(IMAGE, "The original", theme),
        "error": error_figure(IMAGE, 1 - IMAGE, "TESLA", theme),
        "between": between_figure(IMAGE, np.repeat(np.repeat(IMAGE, 3, 0), 3, 1), "TESLA", theme, 400, SEEN),
        "image spectrum": image_spectrum_figure([("original", None, IMAGE), ("ReLU", RELU, 0.5 * IMAGE)], theme),
    }


@pytest.mark.parametrize("theme", THEMES)
def test_every_figure_speaks_and_names_its_axes(theme: Theme) -> None:
    for name, figure in all_figures(theme).items():
        layout = json.loads(figure.to_json() or "")["layout"]
        assert len(alt_text(figure)) > 25, name
        assert layout["xaxis"]["title"]["text"], name
        assert layout["yaxis"]["title"]["text"], name
        assert layout["paper_bgcolor"] == layout["plot_bgcolor"] == "rgba(0, 0, 0, 0)", name


def test_the_truth_lies_below_the_models_in_their_own_colours() -> None:
    truth, model = traces(signal_figure([FIT, SIGNAL]))
    assert (truth.name, model.name) == ("signal", "TESLA K=8")
    assert model.line.color == activation_colour("tesla")
    assert "TESLA K=8 0.01" in alt_text(signal_figure([FIT, SIGNAL]))


def test_a_sine_has_its_amplitude_at_its_frequency() -> None:
    spectrum = amplitude_spectrum(SIGNAL)
    peak = int(np.argmax(spectrum.y))
    assert np.asarray(spectrum.x)[peak] == pytest.approx(20)
    assert np.asarray(spectrum.y)[peak] == pytest.approx(0.5, rel=0.01)


def test_space_goes_up_and_time_across() -> None:
    (surface,) = traces(solution_figure(TIMES, PLACES, U, "u"))
    np.testing.assert_array_equal(np.asarray(surface.z), U.T)
    np.testing.assert_array_equal(surface.x, TIMES)


def test_a_residual_of_zero_can_be_drawn() -> None:
    (surface,) = traces(residual_figure(TIMES, PLACES, np.zeros_like(U), "nothing"))
    assert np.isfinite(np.asarray(surface.z)).all()


def test_panels_share_one_legend() -> None:
    drawn = traces(slices_figure([(0.25, [SIGNAL, FIT]), (0.5, [SIGNAL, FIT])]))
    assert [trace.showlegend for trace in drawn] == [True, True, False, False]
    assert {trace.xaxis for trace in drawn} == {"x", "x2"}


def test_slices_are_taken_at_the_nearest_times() -> None:
    t = (np.arange(128) + 0.5) / 128
    u = np.repeat(t[:, None], 6, axis=1)
    rows = slice_rows(t)
    slices = slices_of(t[rows], PLACES, u[rows], 2 * u[rows], "TESLA", TESLA)
    assert [round(time, 2) for time, _ in slices] == [0.25, 0.5, 0.75]
    for time, (exact, model) in slices:
        np.testing.assert_allclose(np.asarray(exact.y), 2 * time)
        np.testing.assert_allclose(np.asarray(model.y), time)


def test_slices_reach_as_far_as_a_solution_overshoots() -> None:
    wild = Curve("SIREN", look_of("siren"), T, 3 * np.asarray(FIT.y))
    calm, far = (slices_figure([(0.5, [SIGNAL, curve])]).to_dict()["layout"]["yaxis"]["range"] for curve in (FIT, wild))
    assert list(calm) == [-1.15, 1.15]
    low, high = far
    assert -low == high > np.abs(wild.y).max()


def test_a_picture_keeps_its_pixels_and_a_diverged_one_is_black() -> None:
    (picture,) = traces(picture_figure(IMAGE, "original"))
    np.testing.assert_array_equal(np.asarray(picture.z), np.rint(255 * IMAGE))
    (broken,) = traces(picture_figure(np.full((3, 3, 3), np.nan), "diverged"))
    assert not np.asarray(broken.z).any()


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (
            lambda: signal_figure([Curve("bad", TESLA, [1, 2], [1])]),
            "bad: x and y must be vectors of one length",
        ),
        (lambda: solution_figure(TIMES, PLACES, U.T, "u"), "belong together"),
        (lambda: slices_figure([]), "at least one place"),
        (lambda: picture_figure(np.zeros((3, 3)), "grey"), r"\(height, width, 3\)"),
        (lambda: error_figure(IMAGE, IMAGE[:5], "TESLA"), "one shape"),
    ],
)
def test_arrays_that_do_not_fit_are_told(draw: Any, message: str) -> None:
    with pytest.raises(TeslaError, match=message):
        draw()


def test_what_lies_between_the_pixels_is_in_its_place_beside_what_was_given() -> None:
    """A person who zooms into the noise of one sees the same place of the other, and what was withheld is grey."""
    figure = between_figure(IMAGE, np.repeat(np.repeat(IMAGE, 3, 0), 3, 1), "TESLA", seen=SEEN)
    given, asked = traces(figure)
    assert (np.asarray(given.z)[~SEEN] == 128).all()
    np.testing.assert_array_equal(np.asarray(given.z)[SEEN], np.rint(255 * IMAGE).astype(np.uint8)[SEEN])
    edges = [(one.x0 - one.dx / 2, one.x0 + (len(one.z[0]) - 0.5) * one.dx) for one in (given, asked)]
    assert edges == [pytest.approx((-0.5, 15.5))] * 2
    assert "50% of them" in alt_text(figure)
    assert "3 times as many" in alt_text(figure)


def test_errors_are_told_of_seen_and_unseen_pixels_apart() -> None:
    image = np.where(SEEN[..., None], IMAGE, 1 - IMAGE)
    told = alt_text(error_figure(image, IMAGE, "TESLA", seen=SEEN))
    assert "100.00 dB on the pixels it saw" in told
    assert "on those it did not" in told
