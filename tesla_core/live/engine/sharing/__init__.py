"""Who gets what of the engine: a place among its runs, leave to train, a turn of training, a turn of pictures."""
