"""Parity of strings too long to see them all, live."""
