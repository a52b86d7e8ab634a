"""Curves of jobs: legible before the first epoch, honest about seeds, in the lab's colours."""

from __future__ import annotations

import numpy as np
import pytest

from tesla_core.figures.jobs import SettingBand, bands_figure, metric_title, quantities, run_figure
from tesla_core.figures.palette import THEMES, Theme, activation_colour, look_of
from tesla_core.figures.style import alt_text

TESLA, RELU = look_of("tesla"), look_of("relu")
CURVES = {"train_loss": {1: 0.7, 2: 0.3}, "train_accuracy": {1: 0.5, 2: 0.8}, "test_accuracy": {1: 0.5, 2: 0.75}}


@pytest.mark.parametrize("theme", THEMES)
def test_a_run_shows_each_split_in_its_activations_colour(theme: Theme) -> None:
    """Test is the solid line; colour tells the activation, dash the split."""
    figure = run_figure(CURVES, "accuracy", TESLA, 10, theme=theme)
    drawn = figure.to_dict()
    lines = {trace["name"]: trace for trace in drawn["data"]}
    assert set(lines) == {"train", "test"}
    assert lines["test"]["line"]["dash"] == "solid"
    assert lines["train"]["line"]["dash"] != "solid"
    assert {trace["line"]["color"] for trace in lines.values()} == {activation_colour("tesla", theme)}
    assert list(lines["test"]["y"]) == [50.0, 75.0]
    assert drawn["layout"]["xaxis"]["range"] == [0, 10]
    assert drawn["layout"]["yaxis"]["autorangeoptions"] == {"minallowed": 0, "maxallowed": 100}
    assert "test 75" in alt_text(figure)
    assert "2 of 10" in alt_text(figure)


def test_a_run_without_an_epoch_is_an_empty_chart_with_axes() -> None:
    """A job that has just started shows where its curve will be."""
    figure = run_figure({}, "loss", RELU, 20)
    assert figure.to_dict()["layout"]["xaxis"]["title"]["text"] == "Epoch"
    assert "nothing measured yet" in alt_text(figure)


def test_the_bayes_limit_is_drawn_under_noise_only() -> None:
    """With clean labels there is no limit to show."""
    noisy, clean = (run_figure(CURVES, "accuracy", RELU, 5, best=best).to_dict()["layout"] for best in (0.9, 1.0))
    assert len(noisy["shapes"]) == 1
    assert "shapes" not in clean


def test_settings_have_bands_over_their_seeds_and_lines_of_their_own() -> None:
    """Two TESLA settings have lines of their own; one seed has no band; each line's end bears its name."""
    epochs, mean = np.arange(1.0, 4.0), np.array([0.5, 0.6, 0.7])
    many = SettingBand("TESLA K=4", look_of("tesla", harmonics=4), epochs, mean, mean - 0.1, mean + 0.1, 3)
    one = SettingBand("TESLA K=8", TESLA, epochs, mean, mean, mean, 1)
    figure = bands_figure([many, one], "test_accuracy")
    traces = figure.to_dict()["data"]
    named = [trace for trace in traces if trace.get("name")]
    assert len(traces) == 3
    assert [trace["name"] for trace in named] == ["TESLA K=4 (3 seeds)", "TESLA K=8 (1 seed)"]
    assert len({(trace["line"]["color"], trace["line"]["dash"]) for trace in named}) == 2
    assert [note["text"] for note in figure.to_dict()["layout"]["annotations"]] == ["TESLA K=4", "TESLA K=8"]
    assert "TESLA K=4 (3 seeds) 70" in alt_text(figure)


def test_one_epoch_is_seen_in_a_comparison() -> None:
    """A line of one point is nothing; a mark is."""
    one = np.array([0.5])
    (trace,) = bands_figure([SettingBand("ReLU", RELU, one, one, one, one, 1)], "test_loss").to_dict()["data"]
    assert trace["mode"] == "lines+markers"


def test_quantities_are_what_is_measured_over_all_splits() -> None:
    """Accuracy first, then loss, then what other experiments bring."""
    assert quantities(["train_loss", "test_psnr", "train_accuracy", "test_loss"]) == ["accuracy", "loss", "psnr"]


def test_the_parts_of_a_loss_can_be_told_apart() -> None:
    """A PINN's four losses are lines of one colour: each has a dash of its own."""
    names = ("total_loss", "pde_loss", "initial_loss", "boundary_loss")
    traces = run_figure({name: {1: 0.5, 2: 0.1} for name in names}, "loss", TESLA, 2).to_dict()["data"]
    assert [trace["name"] for trace in traces] == ["total", "PDE", "initial", "boundary"]
    assert len({trace["line"]["dash"] for trace in traces}) == 4


@pytest.mark.parametrize(
    ("metric", "title"),
    [
        ("test_accuracy", "Test accuracy (%)"),
        ("validation_top5", "Validation top-5 (%)"),
        ("psnr", "PSNR (dB)"),
        ("relative_error", "Relative error"),
    ],
)
def test_a_metric_has_a_name_and_its_unit(metric: str, title: str) -> None:
    assert metric_title(metric) == title
    figure = run_figure({metric: {1: 0.25}}, metric.rsplit("_", 1)[-1], TESLA, 1).to_dict()
    assert list(figure["data"][0]["y"]) == [25.0 if "%" in title else 0.25]
