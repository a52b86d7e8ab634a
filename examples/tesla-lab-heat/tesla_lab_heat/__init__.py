"""An activation and an equation that TESLA Lab finds by this package's entry points."""
