"""What of a kind needs torch: its training, its numbers and its pixels. Only the engine imports these."""
