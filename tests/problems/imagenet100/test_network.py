"""Backbones: what is replaced, and that the counts are the paper's."""

from __future__ import annotations

import sys

import pytest
import torch

from tesla_core.activations import TESLA
from tesla_core.errors import TeslaError, UnknownNameError
from tesla_core.models.spec import ModelSpec
from tesla_core.problems.imagenet100 import paper as imagenet100
from tesla_core.problems.imagenet100.backbones import BACKBONES, OF_PAPER, PLACES, find_backbone
from tesla_core.problems.imagenet100.experiment import ImageNet100Spec
from tesla_core.problems.imagenet100.multiply_adds_torch import multiply_adds
from tesla_core.problems.imagenet100.network_torch import build_vision
from tesla_core.problems.imagenet100.torchvision_torch import declare_schemas

each_backbone = pytest.mark.parametrize("name", BACKBONES)


@pytest.mark.parametrize("name", OF_PAPER)
def test_a_dry_run_counts_what_the_papers_table_says(name: str) -> None:
    """Parameters and multiply-adds at 1,000 classes, of GELU's row and of TESLA's."""
    backbone = BACKBONES[name]
    for spec in (ModelSpec(activation="gelu"), ModelSpec(harmonics=backbone.harmonics)):
        model = build_vision(backbone, spec, classes=1000, device="meta")
        row = imagenet100.TABLE[backbone.paper, spec.activation]
        assert round(model.parameters / 1e6, 1) == row.parameters.value
        assert round(multiply_adds(model.network, 224).counted / 1e9, 2) == row.flops.value


def test_attention_is_counted_beside_the_column() -> None:
    """Two products of 197 tokens by 192 features in each of 12 blocks."""
    model = build_vision(BACKBONES["vit-t16"], ModelSpec(), classes=10, device="meta")
    assert multiply_adds(model.network, 224).attention == 12 * 2 * 197**2 * 192


def test_counting_leaves_no_trace_in_the_network() -> None:
    model = build_vision(BACKBONES["resnet18"], ModelSpec(), classes=10, image_size=32, device="meta")
    before = model.network.training
    first = multiply_adds(model.network, 32)
    assert multiply_adds(model.network, 32) == first
    assert model.network.training is before


@pytest.mark.parametrize("place", PLACES)
@each_backbone
def test_each_place_finds_its_activations_and_no_others(name: str, place: str) -> None:
    """As many as the list of backbones says, from which a page tells what would be replaced."""
    model = build_vision(BACKBONES[name], ModelSpec(harmonics=2), 10, place=place, device="meta")
    assert len(model.replaced) == BACKBONES[name].activations_at(place)
    ours = {name for name, module in model.network.named_modules() if isinstance(module, TESLA)}
    assert ours == set(model.replaced)


@pytest.mark.parametrize("name", ["resnet18", "mobilenetv3-s"])
def test_the_papers_rule_touches_no_convolutional_block(name: str) -> None:
    """The default of a CNN: only what stands outside its stages, and of ResNet-18 nothing at all."""
    replaced = build_vision(BACKBONES[name], ModelSpec(), 10, device="meta").replaced
    assert not [name for name in replaced if name.startswith(("blocks.", "layer", "bn1", "act1"))]
    assert replaced == BACKBONES[name].head


@pytest.mark.parametrize("name", ["vit-t16", "mobilenetv3-s"])
@pytest.mark.parametrize("activation", ["tesla", "relu", "gelu", "silu", "siren"])
def test_every_activation_trains_in_a_backbone(name: str, activation: str) -> None:
    """At 32 pixels, every replaced layer passes gradients on, and TESLA's coefficients get their own."""
    model = build_vision(BACKBONES[name], ModelSpec(activation=activation, harmonics=2), 3, image_size=32)
    logits = model.network(torch.randn(2, 3, 32, 32, generator=torch.Generator().manual_seed(0)))
    assert logits.shape == (2, 3)
    logits.square().sum().backward()
    assert all(p.grad is not None and p.grad.isfinite().all() for p in model.network.parameters())


def test_one_seed_starts_the_same_weights_whatever_the_activation() -> None:
    """A comparison compares activations, not starts; and building draws nothing from global state."""
    torch.manual_seed(7)
    expected = torch.rand(3)
    torch.manual_seed(7)
    one, other = (
        build_vision(BACKBONES["resnet18"], ModelSpec(activation=name, harmonics=2), 4, 32, "last-stage", seed=3)
        for name in ("tesla", "relu")
    )
    assert torch.equal(torch.rand(3), expected)
    theirs = other.network.state_dict()
    mine = {name: tensor for name, tensor in one.network.state_dict().items() if name in theirs}
    assert len(mine) == len(theirs)
    assert all(torch.equal(mine[name], theirs[name]) for name in theirs)
    again = build_vision(BACKBONES["resnet18"], ModelSpec(harmonics=2), 4, 32, "last-stage", seed=3)
    both = zip(one.network.parameters(), again.network.parameters(), strict=True)
    assert all(torch.equal(left, right) for left, right in both)
    another = build_vision(BACKBONES["resnet18"], ModelSpec(harmonics=2), 4, 32, "last-stage", seed=4)
    assert not torch.equal(next(another.network.parameters()), next(one.network.parameters()))


def test_a_wrong_name_size_or_activation_is_told() -> None:
    with pytest.raises(UnknownNameError, match="Did you mean 'resnet18'"):
        find_backbone("resnet50")
    with pytest.raises(TeslaError, match="patches of 16 pixels; 40 is no multiple"):
        build_vision(BACKBONES["vit-t16"], ModelSpec(), 10, image_size=40)
    with pytest.raises(TeslaError, match="Image size must be from 32 to 512"):
        build_vision(BACKBONES["resnet18"], ModelSpec(), 10, image_size=16)
    with pytest.raises(UnknownNameError, match="dense, head, last-stage, all"):
        build_vision(BACKBONES["resnet18"], ModelSpec(), 10, place="body", device="meta")
    with pytest.raises(TeslaError, match="KAN is not pointwise"):
        build_vision(BACKBONES["resnet18"], ModelSpec(activation="kan"), 10)


def test_without_timm_a_person_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library alone does not need it."""
    monkeypatch.setitem(sys.modules, "timm", None)
    with pytest.raises(TeslaError, match="need timm, which is not installed: pip install torchvision timm"):
        build_vision(BACKBONES["resnet18"], ModelSpec(), 10)


def test_every_place_and_backbone_has_words_and_the_papers_settings() -> None:
    assert all(PLACES.values())
    assert {name: (BACKBONES[name].harmonics, BACKBONES[name].budget_weight) for name in OF_PAPER} == {
        "vit-t16": (2, 1e-3),
        "mixer-b16": (6, 1e-1),
        "resnet18": (2, 1e-3),
        "mobilenetv3-s": (2, 1e-3),
    }
    assert {BACKBONES[name].paper for name in OF_PAPER} == set(imagenet100.BACKBONES)


def test_the_small_vit_is_for_small_pictures_and_nobody_takes_it_for_the_papers() -> None:
    """64 patches of 4 pixels a side; its time is guessed from its own count, and no number of ViT-T/16 is beside it."""
    small = BACKBONES["vit-mini4"]
    model = build_vision(small, ModelSpec(harmonics=2), 10, image_size=32)
    assert model.network(torch.zeros(2, 3, 32, 32)).shape == (2, 10)
    assert model.parameters < 1_000_000
    work = multiply_adds(build_vision(small, ModelSpec(), 10, image_size=224, device="meta").network, 224)
    assert work.counted / 1e9 == pytest.approx(small.gigaflops, rel=0.1)
    assert ImageNet100Spec(backbone="vit-mini4", data="somewhere", image_size=32).reported() == {}


def test_torchvision_can_be_imported_however_torch_was_built() -> None:
    declare_schemas()
    from torchvision.transforms import v2

    assert v2.functional.horizontal_flip(torch.tensor([[[1, 2]]])).tolist() == [[[2, 1]]]
