"""What φ_K's kernels cost: compiled graphs, a single call, and, without a GPU, what a GPU would be given."""
