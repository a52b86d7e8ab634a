"""Withheld pixels by somebody who knows that pictures are smooth."""

from __future__ import annotations

from tesla_core.problems.image.specialist.entry import SPECIALIST

__all__ = ["SPECIALIST"]
