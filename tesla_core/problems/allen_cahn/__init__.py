"""The Allen–Cahn equation as a PINN: sharp fronts between two phases. Not in the paper; many PINNs fail at it."""
