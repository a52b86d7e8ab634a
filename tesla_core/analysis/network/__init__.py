"""A trained network on NumPy arrays, and the paper's bounds of it beside what is measured."""

from __future__ import annotations
