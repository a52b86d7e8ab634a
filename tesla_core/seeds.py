"""Independent random streams of one seed, told apart by purpose. No code here or above uses global random state."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch


def derive_seed(seed: int, *purpose: str | int) -> int:
    """A 63-bit seed for one purpose; the same on every machine and in every process."""
    text = "/".join([str(seed), *map(str, purpose)])
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big") >> 1


def torch_stream(seed: int, *purpose: str | int) -> torch.Generator:
    """A CPU generator for one purpose."""
    import torch

    return torch.Generator().manual_seed(derive_seed(seed, *purpose))
