"""What `python -m tesla_core doctor` examines: whether TESLA computes rightly and quickly on this very machine."""
