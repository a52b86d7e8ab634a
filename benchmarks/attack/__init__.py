"""Attacks on the running app, from loopback alone: what is left to an honest viewer. One file an attack."""
