"""One colour a class, up to ten: two classes have the ends of the diverging scale, further ones join them."""

from __future__ import annotations

from tesla_core.figures.palette import CLASS_ONE, CLASS_ZERO, Theme, activation_colour

# Of the activations' colours, the eight that are furthest from the two ends and from each other.
_FURTHER = ("gelu", "silu", "fourier", "kan", "sin", "finer", "wire", "rational")


def class_colours(theme: Theme = "light") -> list[str]:
    """The colours of classes 0, 1, …"""
    return [CLASS_ZERO, CLASS_ONE, *(activation_colour(name, theme) for name in _FURTHER)]
