"""Multiply-adds of one image, counted as the paper's table 4 counts them.

The paper does not say how. One rule gives all of its column: a multiply-add for every weight that is applied in a
linear layer or convolution, 5 an element for LayerNorm, 2 for BatchNorm, 1 for average pooling, 2K for φ_K (one for
each sine and cosine; the table's rows of TESLA come out so, too), and nothing for other activations. The two products
inside attention are not in the column; they are counted beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from tesla_core.activations.tesla import TESLA


@dataclass
class MultiplyAdds:
    """counted: the paper's column, in single multiply-adds. attention: the products of queries, keys and values."""

    counted: int = 0
    attention: int = 0


@torch.no_grad()
def multiply_adds(network: nn.Module, image_size: int) -> MultiplyAdds:
    """Of one RGB image. Best on a network of the device "meta", where shapes are all that is computed."""
    total = MultiplyAdds()

    def count(module: nn.Module, inputs: tuple[Tensor, ...], output: Tensor) -> None:
        total.counted += _of(module, inputs[0], output)

    def count_attention(module: Any, inputs: tuple[Tensor, ...], _output: Tensor) -> None:
        _, tokens, width = inputs[0].shape
        total.attention += 2 * tokens * tokens * width

    hooks = [module.register_forward_hook(count) for module in network.modules() if isinstance(module, tuple(_RULES))]
    hooks += [
        module.register_forward_hook(count_attention)
        for module in network.modules()
        if hasattr(module, "num_heads") and hasattr(module, "qkv")
    ]
    training = network.training
    try:
        device = next(network.parameters()).device
        network.eval()(torch.zeros(1, 3, image_size, image_size, device=device))
    finally:
        network.train(training)
        for hook in hooks:
            hook.remove()
    return total


def _of(module: nn.Module, x: Tensor, y: Tensor) -> int:
    return next(rule for kind, rule in _RULES.items() if isinstance(module, kind))(module, x, y)


_RULES: dict[type[nn.Module], Callable[[Any, Tensor, Tensor], int]] = {
    nn.Linear: lambda module, _x, y: y.numel() * module.in_features,
    nn.Conv2d: lambda module, _x, y: y.numel() * module.weight[0].numel(),
    nn.LayerNorm: lambda _module, _x, y: 5 * y.numel(),
    nn.BatchNorm2d: lambda _module, _x, y: 2 * y.numel(),
    nn.AdaptiveAvgPool2d: lambda _module, x, _y: x.numel(),
    TESLA: lambda module, _x, y: 2 * module.harmonics * y.numel(),
}
