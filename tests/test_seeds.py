"""Random streams: the same everywhere, independent by purpose, and never global."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from tesla_core.seeds import derive_seed, torch_stream

purposes = st.lists(st.one_of(st.sampled_from(["linear", "coefficients", "order"]), st.integers(0, 99)), max_size=3)


def test_seeds_are_the_same_on_every_machine() -> None:
    """Links and checkpoints rely on it: these numbers may never change."""
    assert derive_seed(0, "linear") == 2631906475047232029
    assert derive_seed(0, "order", 1) == 2961819992523135983
    assert derive_seed(7) == 8333924190356522945


@given(st.integers(0, 2**31), purposes, st.integers(0, 2**31), purposes)
def test_another_seed_or_purpose_is_another_stream(
    seed: int, purpose: list[str | int], other_seed: int, other_purpose: list[str | int]
) -> None:
    same = (seed, *purpose) == (other_seed, *other_purpose)
    assert (derive_seed(seed, *purpose) == derive_seed(other_seed, *other_purpose)) is same
    assert 0 <= derive_seed(seed, *purpose) < 2**63


def test_a_stream_repeats_itself_and_leaves_global_state_alone() -> None:
    before = torch.get_rng_state()
    draws = [torch.rand(5, generator=torch_stream(3, "linear")) for _ in range(2)]
    assert torch.equal(*draws)
    assert not torch.equal(draws[0], torch.rand(5, generator=torch_stream(3, "coefficients")))
    assert torch.equal(torch.get_rng_state(), before)


def test_streams_of_neighbouring_seeds_do_not_look_alike() -> None:
    draws = np.array([torch.rand(2000, generator=torch_stream(seed, "order", 0)).numpy() for seed in range(4)])
    correlation = np.corrcoef(draws) - np.eye(4)
    assert np.abs(correlation).max() == pytest.approx(0.0, abs=0.1)
