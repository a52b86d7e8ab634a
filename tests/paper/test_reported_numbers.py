"""If these fail, a result is put beside a number the paper does not report."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping

import pytest

from tesla_core.paper.reported import Claim, Hyperparameters, Reported
from tesla_core.problems.burgers import paper as burgers
from tesla_core.problems.forrelation import paper as forrelation
from tesla_core.problems.image import paper as inr
from tesla_core.problems.imagenet100 import paper as imagenet100
from tesla_core.problems.parity import paper as parity
from tesla_core.problems.parity.task import bayes_limit
from tesla_core.problems.signal import paper as regression

MODULES = (burgers, forrelation, imagenet100, inr, parity, regression)


def entries(value: object) -> Iterator[Reported | Claim | Hyperparameters]:
    """Every reported entry inside a module's public values, however nested."""
    if isinstance(value, (Reported, Claim, Hyperparameters)):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from entries(inner)
    elif isinstance(value, tuple):
        for inner in value:
            yield from entries(inner)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from entries(getattr(value, field.name))


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rsplit(".", 1)[-1])
def test_every_entry_says_where_it_stands(module):
    public = [value for name, value in vars(module).items() if name.isupper() and not name.startswith("_")]
    found = [entry for value in public for entry in entries(value)]
    assert found
    assert all(entry.source.startswith(("Table", "Section", "Supplement")) for entry in found)


def test_parity_table_is_whole():
    keys = {(b, a, n) for b in parity.BITS for a in parity.ACTIVATIONS for n in parity.NOISES}
    assert set(parity.TABLE) == keys
    assert len(keys) == 5 * 4 * 4
    assert [parity.TABLE[(32, "tesla", noise)].value for noise in parity.NOISES] == [95.87, 85.78, 78.05, 68.78]
    assert parity.TABLE[(24, "siren", 0.3)].value == 49.47
    assert parity.TABLE[(16, "fourier", 0.0)].value == 73.21


def test_nobody_is_reported_above_the_bayes_limit_by_more_than_sampling_noise():
    """20,000 validation samples: three standard errors are about one point."""
    for (_, _, noise), entry in parity.TABLE.items():
        assert 48.9 <= entry.value <= 100 * bayes_limit(noise) + 1


def test_burgers_totals_are_their_weighted_parts():
    """A mistyped digit in any of the sixteen losses breaks this sum."""
    weight = burgers.CONDITION_WEIGHT.value
    for row in burgers.TABLE.values():
        parts = row.pde.value + weight * (row.initial.value + row.boundary.value)
        assert parts == pytest.approx(row.total.value, rel=0.01)


def test_imagenet_tables_agree_where_they_overlap():
    assert set(imagenet100.TABLE) == {(b, a) for b in imagenet100.BACKBONES for a in imagenet100.ACTIVATIONS}
    for backbone in imagenet100.BACKBONES:
        top1, again = imagenet100.TABLE[(backbone, "tesla")].top1, imagenet100.STABILITY[(backbone, "tesla")]
        assert (top1.value, top1.spread) == (again.value, again.spread)
        assert imagenet100.STABILITY[(backbone, "siren")].value < again.value
    assert [imagenet100.SETTINGS[b].harmonics.value for b in imagenet100.BACKBONES] == [2, 6, 2, 2]
    assert set(imagenet100.TITLES) == set(imagenet100.BACKBONES)


def test_the_best_of_each_architecture_is_the_one_in_bold():
    bold = {"vit": "gelu", "mixer": "tesla", "resnet": "tesla", "mobilenet": "gelu"}
    for backbone, winner in bold.items():
        best = max(imagenet100.ACTIVATIONS, key=lambda name, b=backbone: imagenet100.TABLE[(b, name)].top1.value)
        assert best == winner


def test_tesla_leads_the_continuous_tables():
    assert min(burgers.TABLE, key=lambda name: burgers.TABLE[name].total.value) == "tesla"
    assert min(regression.TABLE, key=lambda name: regression.TABLE[name].test.value) == "tesla"
    for dataset in inr.DATASETS:
        rows = {name: row for (where, name), row in inr.TABLE.items() if where == dataset}
        assert len(rows) == 4
        assert max(rows, key=lambda name: rows[name].psnr.value) == "tesla"
        assert min(rows, key=lambda name: rows[name].epochs_to_25db.value) == "tesla"


def test_regression_has_the_five_dominant_frequencies_strongest_first():
    assert [part.frequency.value for part in regression.DOMINANT] == [79.19, 79.23, 9.78, 18.02, 3.29]
    amplitudes = [part.amplitude.value for part in regression.DOMINANT]
    assert amplitudes == sorted(amplitudes, reverse=True)


def test_hyperparameters_follow_the_bits():
    assert [parity.harmonics_for(bits) for bits in (16, 24, 27, 32)] == [4, 6, 6, 8]
    assert parity.LPN_HYPERPARAMETERS.learning_rate == 5e-4
    assert forrelation.HYPERPARAMETERS.widths == forrelation.WIDTHS
    assert parity.LPN_LARGEST_BITS.value == 27


def test_reported_numbers_cannot_be_changed():
    with pytest.raises(TypeError):
        parity.TABLE[(32, "tesla", 0.0)] = Reported(100, "nowhere")  # pyright: ignore[reportIndexIssue]
    with pytest.raises(dataclasses.FrozenInstanceError):
        parity.TABLE[(32, "tesla", 0.0)].value = 100  # pyright: ignore[reportAttributeAccessIssue]
