"""A wave that is carried along without changing its shape: where PINNs are known to fail."""
