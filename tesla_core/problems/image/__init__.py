"""A picture as a network: colour at (row, column) (Sec. "Continuous-domain Evaluation", table 2)."""
