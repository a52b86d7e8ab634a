"""What the tasks of several problems are made of: splits, targets, seeds, pictures from files."""
