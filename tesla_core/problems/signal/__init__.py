"""A signal of many frequencies as a network (Sec. "Continuous-domain Evaluation", table 3)."""
