"""The Bounds page as Streamlit sees it: each bound beside what is measured. A stand-in is the engine."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from pages._ui.theory import bounds as bounds_views
from pages._ui.theory.bounds import summary
from tesla_core.analysis.network.measured_bounds import MeasuredBound
from tesla_core.live.spec import LiveSpec
from tests.pages.script_page import Open, opener

SMALL = {"bounds_data": "Circles", "bounds_panels": "TESLA K=4", "bounds_width": "16", "bounds_samples": "200"}


class StandIn:
    """A network of small weights, whose gradients the paper's bound does not hold."""

    def client(self) -> StandIn:
        return self

    def inspect(self, spec: LiveSpec, panel: int, epoch: float) -> Any:
        model, generator = spec.panels[panel], np.random.default_rng(int(epoch))
        sizes = [spec.inputs, *[model.width] * model.depth]
        layers = [
            SimpleNamespace(
                weight=0.01 * generator.standard_normal((after, before)),
                bias=np.zeros(after),
                a=np.full(model.harmonics, 0.5),
                b=np.full(model.harmonics, 0.5),
            )
            for before, after in pairwise(sizes)
        ]
        return SimpleNamespace(layers=layers, output=(np.ones((1, model.width)), np.zeros(1)))


@pytest.fixture
def open_bounds(root: Path, monkeypatch: pytest.MonkeyPatch, at_epoch_five: None) -> Open:
    monkeypatch.setattr(bounds_views, "live_service", StandIn)
    bounds_views.bounds_at.clear()
    bounds_views.seen_epochs.clear()
    return opener(root, "theory/bounds.py")


def test_what_holds_and_what_fails_is_said(open_bounds: Open) -> None:
    app = open_bounds(**SMALL)
    assert not app.exception
    told = " ".join(each.value for each in app.markdown)
    assert "bounds hold" in told
    assert "These **fail**:" in told
    assert "gradient of the loss, as the paper bounds it" in told
    assert "is below 1" in told


def test_over_training_every_epoch_between_is_asked_for(open_bounds: Open) -> None:
    app = open_bounds(**SMALL, bounds_view="Over training", bounds_bound="Gradient, the paper's")
    assert not app.exception
    assert any("gradient of the loss" in each.value and "fails" in each.value for each in app.markdown)


def test_a_bound_that_says_little_is_named_with_its_factor() -> None:
    rows = [
        MeasuredBound("lipschitz", "Lipschitz constant of the network", 0, 900.0, 3.0, "vacuous"),
        MeasuredBound("slope", "slope of φ, A_K", 1, 2.0, 1.5, "holds"),
    ]
    assert summary("After 5 epochs", "TESLA K=4", rows) == (
        "After 5 epochs, in TESLA K=4: 1 bound holds. These hold and say little: Lipschitz constant of the network "
        "(300 × what is measured)."
    )
