"""Putting TESLA into a model that a person already has."""

from __future__ import annotations

from collections import OrderedDict

import pytest
import torch
from torch import nn

from tesla_core.activations import TESLA, replace_activations
from tesla_core.activations.classic import ReLU
from tesla_core.errors import UnknownNameError


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
    names = replace_activations(model, harmonics=4)
    assert names == ["features.0.2", "features.2", "head.1", "head.4"]
    assert all(isinstance(model.get_submodule(name), TESLA) for name in names)
    model(torch.randn(2, 1, 6, 6)).square().sum().backward()
    layers = [m for m in model.modules() if isinstance(m, TESLA)]
    assert len(layers) == 4
    assert all(m.harmonics == 4 and m.a.grad is not None and m.a.grad.any() for m in layers)


def test_dense_keeps_the_activations_of_convolutional_blocks() -> None:
    """The paper's rule for vision models."""
    model = small_cnn()
    assert replace_activations(model, harmonics=2, where="dense") == ["head.1", "head.4"]
    assert isinstance(model.get_submodule("features.0.2"), nn.ReLU)
    assert isinstance(model.get_submodule("features.2"), nn.GELU)
    model(torch.randn(2, 1, 6, 6))


def test_a_shared_activation_stays_one_shared_module() -> None:
    shared = nn.ReLU()
    model = nn.Sequential(nn.Linear(2, 2), shared, nn.ModuleDict({"deep": nn.ModuleList([shared, nn.ReLU()])}))
    assert replace_activations(model, harmonics=3) == ["1", "2.deep.0", "2.deep.1"]
    assert model[1] is model.get_submodule("2.deep.0")
    assert model[1] is not model.get_submodule("2.deep.1")


def test_our_own_activations_are_swapped_and_tesla_itself_is_kept() -> None:
    kept = TESLA(5)
    model = nn.Sequential(nn.Linear(2, 2), ReLU(), kept)
    assert replace_activations(model, harmonics=3) == ["1"]
    assert model[2] is kept


def test_a_model_without_activations_is_left_alone() -> None:
    model = nn.Sequential(nn.Linear(2, 2), nn.Softmax(dim=-1), nn.LayerNorm(2))
    before = list(model)
    assert replace_activations(model, harmonics=3) == []
    assert list(model) == before


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
