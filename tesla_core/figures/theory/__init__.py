"""Figures of the theory pages: tickets, success by K and bits, errors mode by mode."""
