"""Forrelation: is g the Fourier transform of f? (Sec. "Forrelation")."""
