"""The 1-D viscous Burgers equation as a PINN (Sec. "Continuous-domain Evaluation", table 1)."""
