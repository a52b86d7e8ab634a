"""What the equations claim."""

from __future__ import annotations

BURGERS, ALLEN_CAHN, HELMHOLTZ = {}, {}, {}
