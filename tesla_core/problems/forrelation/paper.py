"""Forrelation: section 5.4 and figure 4; the paper reports curves, no table."""

from __future__ import annotations

from tesla_core.paper.reported import Claim, Hyperparameters, Reported

VARIABLES = Reported(12, "Section 5.4", "bits")
POSITIVE_FROM = Reported(0.6, "Section 5.4", "Φ")
NEGATIVE_WITHIN = Reported(0.01, "Section 5.4", "|Φ|")
TRAIN_SIZE = Reported(10_000, "Section 5.4", "samples")
TEST_SIZE = Reported(10_000, "Section 5.4", "samples")
WIDTHS = (128, 512, 1024)
HARMONICS = (1, 2, 4, 16)
HYPERPARAMETERS = Hyperparameters(WIDTHS, HARMONICS, 1e-3, 128, 20)

FIGURE = Claim(
    "TESLA learns faster and ends with higher accuracy than the standard activations at every K and every width; "
    "wider is better for every method.",
    "Section 5.6 and Figure 4",
)
BASELINES = Claim("Periodic and Fourier-style baselines remain near chance.", "Section 7")
