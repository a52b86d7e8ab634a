"""If these fail, a chart has no axis titles, is silent to a screen reader, or draws other numbers than it was given."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

from tesla_core.analysis import log_alignments, maclaurin_coefficients, mass_by_degree, parity_table, phi
from tesla_core.errors import TeslaError
from tesla_core.figures import (
    Comparison,
    Series,
    Spectrum,
    accuracy_figure,
    activation_colour,
    alignment_figure,
    alt_text,
    comparison_figure,
    comparison_table,
    harmonic_heatmap,
    kernel_figure,
    look_of,
    loss_figure,
    maclaurin_figure,
    phi_figure,
    polynomial_figure,
    slope_figure,
    spectrum_figure,
    walsh_figure,
)
from tesla_core.figures.layer import bounds_history_figure
from tesla_core.figures.orders import order_heatmap
from tesla_core.figures.palette import CLASS_ONE, CLASS_ZERO, THEMES, Theme

TESLA, RELU = look_of("tesla"), look_of("relu")
A, B = [1.0, -0.5, 0.25], [0.2, 0.0, -0.3]
EPOCHS = np.arange(5)
ROWS = (
    Comparison("32 bits, TESLA", TESLA, 95.87, (100.0, 99.0, 98.0)),
    Comparison("32 bits, ReLU", RELU, None, (50.0,)),
    Comparison("32 bits, SIREN", look_of("siren"), 50.1, ()),
)
SERIES = (
    Series("TESLA K=4", look_of("tesla", harmonics=4), EPOCHS, np.stack([EPOCHS + 1.0, EPOCHS + 3.0])),
    Series("TESLA K=8", TESLA, EPOCHS, EPOCHS + 5.0),
    Series("ReLU", RELU, EPOCHS, EPOCHS + 0.5),
)


def traces(figure: go.Figure) -> Any:
    """The drawn traces; Plotly's own types don't know them."""
    return figure.data


def all_figures(theme: Theme) -> dict[str, go.Figure]:
    weights = np.random.default_rng(0).uniform(-1, 1, (6, 8))
    return {
        "phi": phi_figure(A, B, theme=theme),
        "slope": slope_figure(A, B, theme=theme),
        "maclaurin": maclaurin_figure(maclaurin_coefficients(A, B, 12), theme=theme),
        "maclaurin of nothing": maclaurin_figure(np.zeros(4), theme=theme),
        "polynomial": polynomial_figure(A, B, 7, theme=theme),
        "spectrum": spectrum_figure(A, B, theme=theme),
        "heat map": harmonic_heatmap(EPOCHS, np.ones((5, 3)), theme=theme),
        "kernels": kernel_figure([Spectrum("TESLA", TESLA, [1, 0.25, 0]), Spectrum("ReLU", RELU, [1.0])], theme),
        "walsh": walsh_figure(mass_by_degree(parity_table(4)), theme=theme),
        "alignment": alignment_figure(
            {"K=4": (look_of("tesla", harmonics=4), log_alignments(weights, 4))}, 0.01, theme
        ),
        "accuracy": accuracy_figure(SERIES, bayes_limit=90, theme=theme),
        "loss": loss_figure(SERIES, theme),
        "no curves yet": loss_figure([], theme),
        "comparison": comparison_figure(ROWS, "Accuracy (%)", theme),
    }


@pytest.mark.parametrize("theme", THEMES)
def test_every_figure_speaks_and_names_its_axes(theme):
    for name, figure in all_figures(theme).items():
        drawn = json.loads(figure.to_json() or "")  # what a browser would be given
        layout = drawn["layout"]
        assert len(alt_text(figure)) > 25, name
        assert layout["xaxis"]["title"]["text"], name
        assert layout["yaxis"]["title"]["text"], name
        assert layout["paper_bgcolor"] == layout["plot_bgcolor"] == "rgba(0, 0, 0, 0)", name
        assert layout["font"]["size"] >= 14, name
        assert layout["height"] > 0, name


def test_a_figure_from_elsewhere_has_no_alternative():
    with pytest.raises(TeslaError, match="no text alternative"):
        alt_text(go.Figure())


def test_phi_is_drawn_from_its_values():
    line = traces(phi_figure(A, B, reach=2.0))[0]
    np.testing.assert_allclose(line.y, phi(line.x, A, B))
    assert (line.x[0], line.x[-1]) == (-2, 2)


def test_slope_shows_its_three_bounds_in_order():
    names = [trace.name for trace in traces(slope_figure([3.0, 0.0], [4.0, 0.0]))]
    assert names == ["φ′(z)", "± maximum 5.00", "± amplitude bound 5.00", "± budget A_K 7.00"]


def test_maclaurin_signs_differ_by_colour_and_symbol():
    positive, negative = traces(maclaurin_figure([1.0, -2.0, 0.0, 4.0]))
    assert (list(positive.x), list(negative.x)) == ([0, 3], [1])
    assert list(negative.y) == [2.0]
    assert (positive.marker.color, negative.marker.color) == (CLASS_ONE, CLASS_ZERO)
    assert positive.marker.symbol != negative.marker.symbol


def test_polynomial_shades_where_it_agrees():
    figure: Any = polynomial_figure([1.0], [0.0], degree=1, tolerance=0.1)
    (band,) = figure.layout.shapes
    assert band.x1 == pytest.approx(0.85, abs=0.02)  # |sin z − z| = 0.1
    assert band.x0 == -band.x1


def test_kernel_leaves_out_zero_eigenvalues_of_a_log_axis():
    line = traces(kernel_figure([Spectrum("TESLA", TESLA, [1, 0.25, 0, 0], analytic=True)]))[0]
    assert list(line.x) == [1, 2]
    assert line.line.dash == "dot"


def test_the_noise_floor_is_labelled_where_it_is_drawn():
    figure: Any = alignment_figure({"K=1": (look_of("tesla", harmonics=1), [[-1.0]])}, 0.01)
    assert figure.layout.shapes[0].y0 == 0.01
    assert figure.layout.annotations[0].y == pytest.approx(-2)  # the exponent, as log axes want it


def test_walsh_shares_add_to_a_hundred_percent():
    bars = traces(walsh_figure([0.0, 1.0, 3.0]))[0]
    np.testing.assert_allclose(bars.y, [0, 25, 75])
    np.testing.assert_allclose(traces(walsh_figure([0.0, 0.0]))[0].y, [0, 0])


def test_curves_keep_a_settings_look_and_band_its_seeds():
    band, first, second, relu = traces(accuracy_figure(SERIES))
    assert first.line.color == look_of("tesla", harmonics=4).light
    assert second.line.color == activation_colour("tesla")
    assert relu.line.color == activation_colour("relu")
    assert first.line.dash != second.line.dash
    np.testing.assert_allclose(first.y, EPOCHS + 2)
    np.testing.assert_allclose(sorted(band.y), sorted([*(EPOCHS + 1), *(EPOCHS + 3)]))


def test_comparison_shows_paper_and_every_seed():
    paper, tesla, relu, siren = traces(comparison_figure(ROWS, "Accuracy (%)"))
    assert list(paper.x) == [95.87, 50.1]
    assert [len(trace.x or ()) for trace in (tesla, relu, siren)] == [3, 1, 0]


def test_a_long_quantity_is_named_in_lines_that_fit_a_phone():
    figure = comparison_figure(ROWS, "PSNR on the pixels it saw (dB)").to_dict()
    assert figure["layout"]["xaxis"]["title"]["text"] == "PSNR on the pixels<br>it saw (dB)"
    assert figure["layout"]["meta"]["alt"].startswith("PSNR on the pixels it saw (dB).")


def test_seeds_that_reached_the_same_are_still_counted():
    """Two seeds at 100% and one at 50% are three marks, not two."""
    figure = comparison_figure([Comparison("32 bits", TESLA, 95.87, (100.0, 100.0, 49.7)), *ROWS], "Accuracy (%)")
    first = traces(figure)[1]
    assert len(set(zip(first.x, first.y, strict=True))) == 3
    assert all(round(height) == 0 for height in first.y)  # each beside its own label
    assert figure.to_dict()["layout"]["yaxis"]["ticktext"][0] == "32 bits"


def test_comparison_table_counts_and_subtracts():
    figure = comparison_table(ROWS, "Accuracy (%)")
    columns = [list(column) for column in traces(figure)[0].cells.values]
    assert columns[1] == ["95.87", "not reported", "50.1"]
    assert columns[2] == ["99 ± 0.82", "50 ± 0", "not measured"]
    assert columns[4] == ["+3.13", "", ""]
    assert "32 bits, TESLA: paper 95.87, measured 99" in alt_text(figure)
    assert "Nothing to compare" in alt_text(comparison_table([], "Accuracy (%)"))


def test_shapes_that_do_not_fit_are_named():
    with pytest.raises(TeslaError, match=r"ReLU: epochs \(T,\) need values"):
        loss_figure([Series("ReLU", RELU, EPOCHS, [1.0, 2.0])])
    with pytest.raises(TeslaError, match=r"need amplitudes \(T, K\)"):
        harmonic_heatmap(EPOCHS, np.ones((4, 3)))


@pytest.mark.parametrize("last", [0, 1, 7, 200])
def test_an_epoch_axis_has_whole_epochs_from_nought(last: int):
    """Also at epoch 0, where Plotly's own axis goes from -0.4 to 0.4."""
    epochs = np.arange(last + 1)
    coefficients = np.ones((last + 1, 2, 3))
    lines = (
        accuracy_figure([Series("ReLU", RELU, epochs, epochs)]),
        bounds_history_figure(epochs, coefficients),
    )
    maps = (harmonic_heatmap(epochs, coefficients[:, 0]), order_heatmap(epochs, coefficients[:, 0]))
    for figure, margin in ((lines[0], 0), (lines[1], 0), (maps[0], 0.5), (maps[1], 0.5)):
        axis: Any = figure.layout
        assert axis.xaxis.range == (-margin, max(1, last) + margin)
        assert (axis.xaxis.tick0, axis.xaxis.tickformat) == (0, "d")
        assert (axis.xaxis.dtick == 1) == (last <= 10)


def test_an_accuracy_axis_ends_at_a_hundred_percent():
    curves: Any = accuracy_figure(SERIES)
    assert curves.layout.yaxis.range == (0, 100)
    compared: Any = comparison_figure(ROWS, "Test accuracy (%)")
    assert compared.layout.xaxis.autorangeoptions.maxallowed == 100
    assert comparison_figure(ROWS, "PSNR (dB)").to_dict()["layout"]["xaxis"].get("autorangeoptions") is None
