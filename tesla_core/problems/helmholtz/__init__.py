"""The Helmholtz equation as a PINN: a standing wave in a square, exactly known. Not in the paper."""
