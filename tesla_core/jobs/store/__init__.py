"""What is known of jobs: one SQLite file that is the truth, the home it is in, and jobs as plain values."""
