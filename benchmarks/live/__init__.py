"""What the live lab bears: many viewers, many runs. Each is a script of its own."""
