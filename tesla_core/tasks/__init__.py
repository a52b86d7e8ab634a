"""The paper's tasks as NumPy arrays: a frozen task in, a `Dataset` out."""

from __future__ import annotations

from tesla_core.tasks.data import Dataset, Split
from tesla_core.tasks.parity import ParityTask, bayes_limit, lpn_secret, split_capacity
from tesla_core.tasks.surface import Surface, SurfaceTask, parity_surface, surface_sample
from tesla_core.tasks.toys import TOYS, Toy, ToyOption, ToyTask

__all__ = [
    "TOYS",
    "Dataset",
    "ParityTask",
    "Split",
    "Surface",
    "SurfaceTask",
    "Toy",
    "ToyOption",
    "ToyTask",
    "bayes_limit",
    "lpn_secret",
    "parity_surface",
    "split_capacity",
    "surface_sample",
]
