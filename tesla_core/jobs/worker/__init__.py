"""A job's own process: it holds its folder, gives signs of life, keeps its log small and says why it ended."""
