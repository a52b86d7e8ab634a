"""The paper's figures of parity as the lab draws them."""

from __future__ import annotations
