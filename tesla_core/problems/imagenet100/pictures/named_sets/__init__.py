"""Known sets of photographs, each of which one command makes a folder of: `python -m tesla_core data NAME`."""

from __future__ import annotations
