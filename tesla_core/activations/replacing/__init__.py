"""What putting TESLA into a model needs: which modules and functions are activations, where a forward calls them, how
such a forward is written anew, and the report."""
