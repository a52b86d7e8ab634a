"""LPN, the parity of a hidden subset under label noise: what it costs."""
