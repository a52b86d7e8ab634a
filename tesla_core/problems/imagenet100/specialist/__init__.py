"""Pictures by somebody who knows what to count in them."""

from __future__ import annotations

from tesla_core.problems.imagenet100.specialist.entry import SPECIALIST

__all__ = ["SPECIALIST"]
