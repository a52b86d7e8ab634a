"""The CPU's two ways to φ_K, by table and by recurrence: which processor takes which, and that both are right."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
import torch

from tesla_core.activations.kernels import eager_kernel, native_code, native_kernel, native_table, simd

WIDE = simd.has_wide_registers()
WAYS = [
    pytest.param("table", marks=pytest.mark.skipif(not WIDE, reason="a processor without AVX-512 has one way")),
    "recurrence",
]


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """As if the processor had what that way needs, or not."""
    monkeypatch.setattr(simd, "has_wide_registers", lambda: request.param == "table")
    native_code.code_for.cache_clear()
    yield request.param
    native_code.code_for.cache_clear()


@pytest.mark.parametrize("harmonics", [1, 2, 5, 8, 13, 16, 17])
@pytest.mark.parametrize("size", [1, 15, 64, 79, 4097])
def test_both_ways_are_right_at_every_length(way: str, harmonics: int, size: int) -> None:
    """Somebody on a laptop and somebody on a server train the same network."""
    generator = torch.Generator().manual_seed(size)
    z = 200 * torch.rand(2, size, generator=generator) - 100
    g = torch.randn(2, size, generator=generator)
    a, b = (torch.randn(2, harmonics, generator=generator) for _ in range(2))
    exact = [t.double() for t in (z, a, b, g)]
    expected = (eager_kernel.evaluate(*exact[:3]), *eager_kernel.gradients(*exact))
    found = (native_kernel.evaluate(z, a, b), *native_kernel.gradients(z, a, b, g))
    limit = 3e-6 * harmonics  # the recurrence's errors grow with K
    bounds = (1.0, float(g.abs().max()) * harmonics, size**0.5, size**0.5)
    for one, other, bound in zip(found, expected, bounds, strict=True):
        assert float((one - other).abs().max()) <= limit * bound


def test_a_far_z_keeps_its_angle(way: str) -> None:
    """A neuron with large weights: |z| = 25,000, where float32 itself steps by 0.002."""
    z = torch.linspace(-25_000, 25_000, 5_001)[None]
    a, b = torch.ones(1, 4), torch.ones(1, 4)
    exact = eager_kernel.evaluate(z.double(), a.double(), b.double())
    assert float((native_kernel.evaluate(z, a, b) - exact).abs().max()) <= 2e-6


def test_few_harmonics_take_the_table_where_the_processor_can(way: str) -> None:
    assert (native_code.code_for(native_table.MOST_HARMONICS).degree > 0) == (way == "table")
    assert native_code.code_for(native_table.MOST_HARMONICS + 1).degree == 0


@pytest.mark.parametrize("slope", [False, True])
@pytest.mark.parametrize("harmonics", [1, 3, 8, 16])
def test_the_polynomials_are_within_float32_of_every_wave(harmonics: int, slope: bool) -> None:
    basis = native_table.basis(harmonics, slope).astype(float)
    assert basis.shape == (2, harmonics, native_table.degree(harmonics) + 1, native_table.PARTS)
    assert native_table.degree(harmonics) <= native_table.MOST_DEGREE
    r = np.linspace(-native_table.HALF, native_table.HALF, 101)
    z = 2 * np.pi / native_table.PARTS * np.arange(native_table.PARTS)[:, None] + r
    powers = r ** np.arange(basis.shape[2])[:, None]
    for k in range(1, harmonics + 1):
        waves = (np.cos(k * z), -np.sin(k * z)) if slope else (np.sin(k * z) / k, np.cos(k * z) / k)
        for polynomials, wave in zip(basis[:, k - 1], waves, strict=True):
            assert np.abs(polynomials.T @ powers - wave).max() <= 1.2e-7
