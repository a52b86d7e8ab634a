"""What is told of jobs: in words, as means and bands over seeds, as files to take away."""
