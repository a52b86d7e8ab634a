"""Searches for the numbers that activations start from."""
