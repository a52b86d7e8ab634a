"""The paper's tasks as NumPy arrays: a frozen task in, a `Dataset` out."""

from __future__ import annotations

from tesla_core.tasks.data import Dataset, Split
from tesla_core.tasks.parity import ParityTask, bayes_limit, lpn_secret, split_capacity

__all__ = ["Dataset", "ParityTask", "Split", "bayes_limit", "lpn_secret", "split_capacity"]
