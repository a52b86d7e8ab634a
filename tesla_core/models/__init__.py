"""Networks: described by a ModelSpec, built one at a time, trained as a stack."""
