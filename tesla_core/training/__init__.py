"""Training: a loop that yields after every batch and does no input or output, and checkpoints that resume it exactly."""
