"""A KAN's machine code is the KAN: its training without a graph is what autograd finds, with the code and without."""

from __future__ import annotations

import pytest
import torch

from tesla_core.models import kan_code, kan_pass
from tesla_core.models.kan import KAN, truncated_powers
from tesla_core.models.kan_code import Splines, code_for
from tesla_core.models.stacked import Stack


@pytest.mark.parametrize("code", [True, False], ids=["machine code", "torch"])
@pytest.mark.parametrize(
    ("sizes", "grid", "order"), [((2, 16, 16, 1), 5, 3), ((3, 19, 2), 4, 2), ((2, 5, 3), 9, 5), ((1, 40, 1), 40, 3)]
)
def test_gradients_are_those_that_autograd_finds(
    sizes: tuple[int, ...], grid: int, order: int, code: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not code:
        monkeypatch.setattr(kan_pass, "code_for", lambda splines, like: None)
    generator = torch.Generator().manual_seed(0)
    stack = Stack([KAN(sizes, grid=grid, order=order, generator=generator)])
    x = 1.5 * torch.randn(13, sizes[0], generator=generator)
    expected = stack(x)
    expected.square().sum().backward()
    by_autograd = [parameter.grad.clone() for parameter in stack.parameters()]  # pyright: ignore
    for _ in range(2):
        _, outputs = stack.learn(x, lambda outputs: (outputs.square().sum((1, 2)), 2 * outputs))
    torch.testing.assert_close(outputs, expected.detach(), rtol=1e-4, atol=1e-5)
    for parameter, right in zip(stack.parameters(), by_autograd, strict=True):
        torch.testing.assert_close(parameter.grad, right, rtol=1e-3, atol=2e-5 * float(right.abs().max()))


def test_code_that_is_wrong_gives_way_with_one_warning(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    splines = Splines(tuple(truncated_powers(3)), 3, -1.0, 7.0)
    monkeypatch.setattr(kan_code, "_worst_error", lambda splines, code: 0.1)
    for _ in range(2):
        assert code_for(splines, torch.zeros(1)) is None
    assert caplog.text.count("KAN: no machine code of its own (it is wrong by 1.0e-01") == 1
