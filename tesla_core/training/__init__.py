"""Training: a loop that yields after every batch and does no I/O, and checkpoints that resume it exactly."""
