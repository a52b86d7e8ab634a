"""How runs are asked for: what a person may do, options and sweeps as typed, presets, and how long it may take."""
