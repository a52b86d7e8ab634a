"""The models people have, built from a configuration without a download: replaced, run, trained one step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from tesla_core import TESLA, replace_activations
from tesla_core.problems.imagenet100.torchvision_torch import declare_schemas


def of_torchvision(name: str, **options: Any) -> nn.Module:
    declare_schemas()
    from torchvision import models

    return getattr(models, name)(num_classes=4, **options)


def of_timm(name: str, **options: Any) -> nn.Module:
    declare_schemas()
    import timm

    return timm.create_model(name, pretrained=False, num_classes=4, **options)


def small_convnext() -> nn.Module:
    declare_schemas()
    from torchvision.models import convnext

    blocks = [convnext.CNBlockConfig(8, 16, 1), convnext.CNBlockConfig(16, None, 2)]
    return convnext.ConvNeXt(blocks, num_classes=4)


def small_vit() -> nn.Module:
    declare_schemas()
    from torchvision.models import VisionTransformer

    return VisionTransformer(32, 16, num_layers=3, num_heads=2, hidden_dim=16, mlp_dim=32, num_classes=4)


def small_swin() -> nn.Module:
    declare_schemas()
    from torchvision.models import SwinTransformer

    return SwinTransformer([4, 4], 8, [1, 2], [2, 2], [4, 4], num_classes=4)


def small_bert() -> nn.Module:
    from transformers import BertConfig, BertForSequenceClassification

    words: dict[str, Any] = {"vocab_size": 50, "max_position_embeddings": 16, "num_labels": 4}
    sizes: dict[str, Any] = {"hidden_size": 16, "num_hidden_layers": 3, "num_attention_heads": 2}
    return BertForSequenceClassification(BertConfig(intermediate_size=32, **words, **sizes))


def small_gpt2() -> nn.Module:
    from transformers import GPT2Config, GPT2LMHeadModel

    ends: dict[str, Any] = {"bos_token_id": 0, "eos_token_id": 0}
    return GPT2LMHeadModel(GPT2Config(vocab_size=50, n_positions=16, n_embd=16, n_layer=3, n_head=2, **ends))


def pictures() -> Tensor:
    return torch.randn(2, 3, 32, 32)


def larger_pictures() -> Tensor:
    """Large enough that the last batch norm of a ResNet sees more than two numbers, and passes a gradient on."""
    return torch.randn(2, 3, 64, 64)


def words() -> Tensor:
    return torch.arange(16).view(2, 8)


# What a reader counts in the model's own description: its activation calls.
SIX: list[tuple[str, Callable[[], nn.Module], Callable[[], Tensor], int]] = [
    ("resnet50", lambda: of_torchvision("resnet50"), larger_pictures, 49),
    ("convnext", small_convnext, pictures, 3),
    ("vit", small_vit, pictures, 3),
    ("swin", small_swin, pictures, 3),
    ("bert", small_bert, words, 4),
    ("gpt2", small_gpt2, words, 3),
    ("timm resnet50", lambda: of_timm("resnet50", zero_init_last=False), larger_pictures, 49),
    ("timm convnext", lambda: of_timm("convnext_atto"), pictures, 12),
    ("timm vit", lambda: of_timm("vit_tiny_patch16_224", img_size=32, depth=3), pictures, 3),
    (
        "timm swin",
        lambda: of_timm("swin_tiny_patch4_window7_224", img_size=32, window_size=4, depths=(1, 1)),
        pictures,
        2,
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "build", "inputs", "calls"), SIX, ids=[row[0] for row in SIX])
def test_a_model_people_have_runs_and_learns_with_tesla(
    name: str, build: Callable[[], nn.Module], inputs: Callable[[], Tensor], calls: int
) -> None:
    """Forward and one training step after replacement; exactly 2K parameters a replaced call; the report says so."""
    torch.manual_seed(0)
    model, x = build(), inputs()
    before = sum(p.numel() for p in model.parameters())
    report = replace_activations(model, harmonics=4, generator=torch.Generator().manual_seed(0))
    assert len(report.replaced) == calls
    assert sum(p.numel() for p in model.parameters()) - before == 2 * 4 * calls
    assert f"{calls} calls replaced by TESLA with K = 4" in str(report)

    layers = [model.get_submodule(name) for name in report.names]
    before_step = [layer.get_parameter("a").detach().clone() for layer in layers]
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    for _ in range(2):  # torchvision's ViT starts with a head of zeros, through which its first step moves nothing else
        optimizer.zero_grad()
        out = model.train()(x)
        loss = getattr(out, "logits", out).sub(1.0).square().mean()
        loss.backward()
        optimizer.step()
    assert loss.isfinite()
    assert all(isinstance(layer, TESLA) for layer in layers)
    after = [layer.get_parameter("a") for layer in layers]
    assert all(a.grad is not None and a.grad.any() and a.isfinite().all() for a in after)
    assert not all(torch.equal(*pair) for pair in zip(before_step, after, strict=True))


@pytest.mark.parametrize("name", ["vit_tiny_patch16_224", "resnet18", "convnext_atto"])
def test_timm_takes_tesla_as_its_act_layer(name: str) -> None:
    """timm hands `inplace` to some of its activations and nothing to others."""
    with torch.device("meta"):
        model = of_timm(name, act_layer=TESLA)
    layers = [module for module in model.modules() if isinstance(module, TESLA)]
    assert len(layers) == {"vit_tiny_patch16_224": 12, "resnet18": 17, "convnext_atto": 12}[name]
    assert {layer.harmonics for layer in layers} == {8}


def test_functions_in_a_torchvision_model_are_replaced() -> None:
    """GoogLeNet has no activation module at all: every ReLU is `F.relu` in a forward."""
    declare_schemas()
    from torchvision.models.googlenet import BasicConv2d

    model = nn.Sequential(BasicConv2d(3, 4, kernel_size=1), BasicConv2d(4, 5, kernel_size=3))
    report = replace_activations(model, harmonics=2)
    assert [(call.name, call.was) for call in report.replaced] == [("0.phi_1", "F.relu"), ("1.phi_1", "F.relu")]
    assert model(torch.randn(1, 3, 8, 8)).shape == (1, 5, 6, 6)
