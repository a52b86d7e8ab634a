"""What one would write without this library: Eq. 1 term by term, `nn.Linear`, one loop a model, Adam as it comes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional

from tesla_core.tasks.data import Dataset


def plain_tesla(z: Tensor, a: Tensor, b: Tensor) -> Tensor:
    """φ_K(z) = Σ_k (a_k/k · sin kz + b_k/k · cos kz), Eq. 1 as it stands; autograd does the rest."""
    total = torch.zeros_like(z)
    for k in range(1, len(a) + 1):
        total = total + a[k - 1] / k * torch.sin(k * z) + b[k - 1] / k * torch.cos(k * z)
    return total


class PlainTESLA(nn.Module):
    """The activation with learnable a and b, each (K,)."""

    def __init__(self, harmonics: int) -> None:
        super().__init__()
        self.a = nn.Parameter(0.1 * torch.randn(harmonics))
        self.b = nn.Parameter(0.1 * torch.randn(harmonics))

    def forward(self, z: Tensor) -> Tensor:
        return plain_tesla(z, self.a, self.b)


def plain_mlp(inputs: int, width: int, activation: Callable[[], nn.Module]) -> nn.Module:
    """Two hidden layers and one logit."""
    return nn.Sequential(
        nn.Linear(inputs, width), activation(), nn.Linear(width, width), activation(), nn.Linear(width, 1)
    )


def plain_epochs(model: nn.Module, data: Dataset, batch: int) -> Iterator[None]:
    """Train for ever, yielding after every epoch, which ends with the loss and accuracy on the other splits."""
    splits = {
        name: (torch.from_numpy(split.x).float(), torch.from_numpy(split.y).float())
        for name, split in data.splits().items()
    }
    x, y = splits.pop("train")
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    while True:
        for index in torch.randperm(len(x)).split(batch):
            optimizer.zero_grad()
            loss = functional.binary_cross_entropy_with_logits(model(x[index])[:, 0], y[index])
            loss.backward()
            optimizer.step()
        _evaluate(model, list(splits.values()))
        yield


@torch.no_grad()
def _evaluate(model: nn.Module, splits: Sequence[tuple[Tensor, Tensor]]) -> list[tuple[float, float]]:
    results = []
    for x, y in splits:
        logits = model(x)[:, 0]
        loss = functional.binary_cross_entropy_with_logits(logits, y)
        results.append((loss.item(), ((logits > 0) == (y > 0)).float().mean().item()))
    return results
