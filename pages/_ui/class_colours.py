"""One colour a class, up to ten: two classes have the ends of the diverging scale, further ones join them."""

from __future__ import annotations

from tesla_core.figures.palette import ACTIVATION_NAMES, CLASS_ONE, CLASS_ZERO, Theme, activation_colour

# The activations whose colours are near the two ends are left out.
_TAKEN = ("tesla", "relu")


def class_colours(theme: Theme = "light") -> list[str]:
    """The colours of classes 0, 1, …"""
    others = [activation_colour(name, theme) for name in ACTIVATION_NAMES if name not in _TAKEN]
    return [CLASS_ZERO, CLASS_ONE, *others]
