"""The paper's mathematics on NumPy arrays: expansion, bounds, kernel spectra, Walsh analysis, initial alignment."""

from __future__ import annotations

from tesla_core.analysis.alignment import (
    Ticket,
    TicketVerdict,
    best_ticket,
    bit_limit,
    expected_tickets,
    log_alignments,
    mean_square_sine,
    noise_floor,
    will_learn,
)
from tesla_core.analysis.bounds import amplitude_bound, coefficient_budget, derivative_maximum
from tesla_core.analysis.harmonic_count import HarmonicCount, suggested_harmonics
from tesla_core.analysis.kernels import (
    Sampling,
    analytic_spectrum,
    gelu_spectrum,
    mode_spectrum,
    normalised,
    relu_spectrum,
    tesla_spectrum,
)
from tesla_core.analysis.network_bounds import coefficient_bound, gradient_bound, lipschitz_bound, operator_norms
from tesla_core.analysis.rademacher import contraction_bound, mixture_bound
from tesla_core.analysis.taylor import (
    agreement_interval,
    maclaurin_coefficients,
    phi,
    phi_prime,
    remainder,
    truncated_polynomial,
)
from tesla_core.analysis.ticket_cost import TicketCost, cheapest, tickets_above
from tesla_core.analysis.walsh import (
    degrees,
    effective_order,
    mass_by_degree,
    parity_table,
    walsh_coefficients,
    walsh_hadamard,
)

__all__ = [
    "HarmonicCount",
    "Sampling",
    "Ticket",
    "TicketCost",
    "TicketVerdict",
    "agreement_interval",
    "amplitude_bound",
    "analytic_spectrum",
    "best_ticket",
    "bit_limit",
    "cheapest",
    "coefficient_bound",
    "coefficient_budget",
    "contraction_bound",
    "degrees",
    "derivative_maximum",
    "effective_order",
    "expected_tickets",
    "gelu_spectrum",
    "gradient_bound",
    "lipschitz_bound",
    "log_alignments",
    "maclaurin_coefficients",
    "mass_by_degree",
    "mean_square_sine",
    "mixture_bound",
    "mode_spectrum",
    "noise_floor",
    "normalised",
    "operator_norms",
    "parity_table",
    "phi",
    "phi_prime",
    "relu_spectrum",
    "remainder",
    "suggested_harmonics",
    "tesla_spectrum",
    "tickets_above",
    "truncated_polynomial",
    "walsh_coefficients",
    "walsh_hadamard",
    "will_learn",
]
