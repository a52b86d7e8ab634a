"""Classes of points in the plane: circles, moons, spiral, checkerboard, and points that a person brings."""
