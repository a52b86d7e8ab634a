"""φ_K replaced by its Maclaurin polynomial inside a trained network (Eq. 3 cut after some degree)."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn

from tesla_core.analysis.taylor import truncated_polynomial

TABLE = 8192
LARGEST = 1e18  # its square still fits float32: beyond, a picture only says "far away"


class Polynomial(nn.Module):
    """p_n in φ's place: (…) → (…).

    The exact sum is taken at the points of a table that spans what the layer sees, evenly in asinh z: fine around zero
    and even on a logarithmic scale far out, where a polynomial runs away. Between them it is linear.
    """

    def __init__(self, a: Tensor, b: Tensor, degree: int) -> None:
        super().__init__()
        self.a, self.b = (c.detach().double().cpu().numpy() for c in (a, b))
        self.degree = degree

    def forward(self, z: Tensor) -> Tensor:
        points = z.detach().double().cpu().numpy()
        reach = float(np.arcsinh(np.abs(points).max(initial=0.0)))
        table = np.linspace(-reach, reach, TABLE)
        with np.errstate(over="ignore", invalid="ignore"):
            values = truncated_polynomial(np.sinh(table), self.a, self.b, self.degree)
        values = np.clip(np.nan_to_num(values, nan=LARGEST, posinf=LARGEST, neginf=-LARGEST), -LARGEST, LARGEST)
        found = np.interp(np.arcsinh(points), table, values)
        return torch.from_numpy(found).to(z.device, z.dtype)
