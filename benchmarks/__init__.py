"""Speed and memory against plain PyTorch: `python -m benchmarks`, or `make bench`."""
