"""The names and signatures of φ_K's two operators, `torch.ops.tesla.phi` and `torch.ops.tesla.gradients`."""

from __future__ import annotations

import torch

LIBRARY = torch.library.Library("tesla", "DEF")
LIBRARY.define("phi(Tensor z, Tensor a, Tensor b, str kernel) -> Tensor")
LIBRARY.define("gradients(Tensor g, Tensor z, Tensor a, Tensor b, str kernel) -> (Tensor, Tensor, Tensor)")

phi = torch.ops.tesla.phi.default
"""φ_K(z) in z's shape and dtype; a and b (K,), or (G, K) with z (G, …)."""
gradients = torch.ops.tesla.gradients.default
"""g·φ′(z), Σ g·sin(kz)/k and Σ g·cos(kz)/k, as z, a and b are."""
