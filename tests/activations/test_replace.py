"""Putting TESLA into a model that a person already has."""

from __future__ import annotations

from collections import OrderedDict

import pytest
import torch
from torch import nn

from tesla_core.activations import TESLA, replace_activations
from tesla_core.activations.classic import ReLU
from tesla_core.errors import TeslaError, UnknownNameError


def small_cnn() -> nn.Module:
    """Two convolutional blocks and a dense head."""
    block = nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU())
    return nn.Sequential(
        OrderedDict(
            features=nn.Sequential(block, nn.Conv2d(4, 4, 3), nn.GELU(), nn.AdaptiveAvgPool2d(2)),
            flatten=nn.Flatten(),
            head=nn.Sequential(
                nn.Linear(16, 8), nn.SiLU(), nn.Dropout(0.1), nn.Linear(8, 8), nn.Tanh(), nn.Linear(8, 3)
            ),
        )
    )


def test_all_swaps_every_activation_and_the_model_still_trains() -> None:
    model = small_cnn()
    names = replace_activations(model, harmonics=4).names
    assert names == ["features.0.2", "features.2", "head.1", "head.4"]
    assert all(isinstance(model.get_submodule(name), TESLA) for name in names)
    model(torch.randn(2, 1, 6, 6)).square().sum().backward()
    layers = [m for m in model.modules() if isinstance(m, TESLA)]
    assert len(layers) == 4
    assert all(m.harmonics == 4 and m.a.grad is not None and m.a.grad.any() for m in layers)


def test_dense_keeps_the_activations_of_convolutional_blocks() -> None:
    """The paper's rule for vision models."""
    model = small_cnn()
    assert replace_activations(model, harmonics=2, where="dense").names == ["head.1", "head.4"]
    assert isinstance(model.get_submodule("features.0.2"), nn.ReLU)
    assert isinstance(model.get_submodule("features.2"), nn.GELU)
    model(torch.randn(2, 1, 6, 6))


def shared_model() -> nn.Module:
    shared = nn.ReLU()
    return nn.Sequential(nn.Linear(2, 2), shared, nn.ModuleDict({"deep": nn.ModuleList([shared, nn.ReLU()])}))


def test_every_place_gets_a_layer_of_its_own() -> None:
    """One ReLU object in two places is thrift; φ is shared by the neurons of one layer."""
    model = shared_model()
    report = replace_activations(model, harmonics=3)
    assert report.names == ["1", "2.deep.0", "2.deep.1"]
    assert len({id(model.get_submodule(name)) for name in report.names}) == report.layers == 3


def test_a_shared_activation_stays_one_shared_module_if_asked() -> None:
    model = shared_model()
    report = replace_activations(model, harmonics=3, shared=True)
    assert report.names == ["1", "2.deep.0", "2.deep.1"]
    assert (report.layers, report.parameters) == (2, 12)
    assert model.get_submodule("1") is model.get_submodule("2.deep.0")
    assert model.get_submodule("1") is not model.get_submodule("2.deep.1")


def test_our_own_activations_are_swapped_and_tesla_itself_is_kept() -> None:
    kept = TESLA(5)
    model = nn.Sequential(nn.Linear(2, 2), ReLU(), kept)
    report = replace_activations(model, harmonics=3)
    assert report.names == ["1"]
    assert [(call.name, call.reason) for call in report.kept] == [("2", "TESLA already")]
    assert model[2] is kept


def test_a_model_with_nothing_to_replace_says_what_it_has_and_what_to_do() -> None:
    model = nn.Sequential(nn.Linear(2, 2), nn.Softmax(dim=-1), nn.LayerNorm(2), nn.Sigmoid())
    before = list(model)
    with pytest.raises(TeslaError, match=r"Sequential has no activation that TESLA could replace") as raised:
        replace_activations(model, harmonics=3)
    assert "nn.Softmax  its outputs depend on several inputs" in str(raised.value)
    assert "kinds=[…, 'sigmoid'] replaces it" in str(raised.value)
    assert "put TESLA(harmonics=…) where the model is built" in str(raised.value)
    assert list(model) == before


def test_a_mistake_changes_nothing() -> None:
    """Half a replaced model is worse than none."""
    model = small_cnn()
    with pytest.raises(TeslaError, match="Harmonics K must be from 1 to 256; 300 was given"):
        replace_activations(model, harmonics=300)
    assert not any(isinstance(module, TESLA) for module in model.modules())


def test_kinds_and_names_can_be_kept() -> None:
    model = small_cnn()
    report = replace_activations(model, harmonics=2, kinds=["relu", "tanh", "silu"], keep=["head.4"])
    assert report.names == ["features.0.2", "head.1"]
    assert {call.name: call.reason for call in report.kept} == {
        "features.2": "not asked for; kinds=[…, 'gelu'] replaces it",
        "head.4": "asked to stay",
    }
    with pytest.raises(UnknownNameError, match="Did you mean 'gelu'"):
        replace_activations(small_cnn(), harmonics=2, kinds=["gelo"])


def test_a_gate_stays_unless_it_is_asked_for() -> None:
    """A sigmoid that became a wave would no longer open and close anything."""
    model = nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Linear(2, 2), nn.Sigmoid())
    assert replace_activations(model, harmonics=2).names == ["1"]
    assert replace_activations(model, harmonics=2, kinds=["sigmoid"]).names == ["3"]


def test_the_report_reads_well() -> None:
    model = nn.Sequential(*[nn.Sequential(nn.Linear(2, 2), nn.GELU()) for _ in range(3)], nn.Softmax(dim=-1))
    assert str(replace_activations(model, harmonics=4)).splitlines() == [
        "Sequential: 3 calls replaced by TESLA with K = 4, 24 new parameters (3 layers of 2K = 8).",
        "  *.* (3)  nn.GELU",
        "1 call kept:",
        "  3  nn.Softmax  its outputs depend on several inputs, and φ_K sees one at a time",
    ]


def test_new_layers_live_where_the_model_lives() -> None:
    """On a GPU model, coefficients left on the CPU would fail at the first forward pass."""
    model = nn.Sequential(nn.Linear(2, 2, device="meta"), nn.ReLU())
    replace_activations(model, harmonics=3)
    assert model[1].get_parameter("a").device.type == "meta"


def test_the_start_is_decided_by_the_generator() -> None:
    coefficients = []
    for _ in range(2):
        model = nn.Sequential(nn.ReLU(), nn.ReLU())
        replace_activations(model, harmonics=3, scale=0.5, generator=torch.Generator().manual_seed(1))
        coefficients.append([p.detach() for p in model.parameters()])
    assert all(torch.equal(*pair) for pair in zip(*coefficients, strict=True))
    assert not torch.equal(coefficients[0][0], coefficients[0][2])


def test_an_unknown_place_lists_the_places() -> None:
    with pytest.raises(UnknownNameError, match="Choose one of: all, dense"):
        replace_activations(nn.Sequential(nn.ReLU()), harmonics=3, where="heads")
