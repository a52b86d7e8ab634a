"""What inductor writes for φ_K."""

from __future__ import annotations

import pytest
import torch
from torch import nn

from tesla_core.activations import TESLA
from tesla_core.activations.kernels import inductor, operators


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:`torch.jit.script.* is deprecated:DeprecationWarning")
@pytest.mark.filterwarnings("ignore:.*isinstance.treespec, LeafSpec.:FutureWarning")
def test_compiled_code_calls_the_kernels_straight() -> None:
    """Through the dispatcher a small compiled step would take half as long again as GELU's."""
    from torch._inductor.utils import fresh_cache, run_and_get_code

    torch.manual_seed(0)
    model, x = nn.Sequential(nn.Linear(3, 8), TESLA(4), nn.Linear(8, 1)), torch.randn(5, 3)
    with fresh_cache():
        compiled = torch.compile(model, fullgraph=True)
        _, codes = run_and_get_code(lambda: compiled(x).square().sum().backward())
    written = "\n".join(codes)
    assert "torch.ops.tesla.run_phi_as_they_are(" in written
    assert "torch.ops.tesla.run_gradients_as_they_are(" in written
    found = [p.grad.clone() for p in model.parameters() if p.grad is not None]
    model.zero_grad()
    model(x).square().sum().backward()
    for one, p in zip(found, model.parameters(), strict=True):
        torch.testing.assert_close(one, p.grad)


def test_what_compiled_code_calls_is_there_before_anything_is_compiled() -> None:
    """Compiled code is kept on disk, and the next process may read it without compiling."""
    names = [getattr(torch.ops.tesla, name) for name in inductor.STRAIGHT.values()]
    assert names == [operators._phi, operators._gradients]
    z, a, b, g = torch.randn(6), torch.randn(3), torch.randn(3), torch.randn(6)
    for kernel in ("auto", "eager"):
        torch.testing.assert_close(
            torch.ops.tesla.run_phi_as_they_are(z, a, b, kernel), operators._phi(z, a, b, kernel)
        )
        for one, other in zip(
            torch.ops.tesla.run_gradients_as_they_are(g, z, a, b, kernel),
            operators._gradients(g, z, a, b, kernel),
            strict=True,
        ):
            torch.testing.assert_close(one, other)
