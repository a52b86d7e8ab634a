"""How colours look to normal and to colour-blind eyes, and how far apart two of them are."""

from __future__ import annotations

import numpy as np

# Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB.
SIGHTS = {
    "normal": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}
_XYZ = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.072175], [0.0193339, 0.119192, 0.9503041]])
_POW = 25.0**7


def linear(colour: str) -> np.ndarray:
    channels = np.array([int(colour[start : start + 2], 16) for start in (1, 3, 5)]) / 255
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def lab(colour: str, sight: str = "normal") -> np.ndarray:
    """CIE L*a*b* of what such eyes see, under D65."""
    seen = np.clip(np.array(SIGHTS[sight]) @ linear(colour), 0, 1)
    xyz = _XYZ @ seen / _XYZ.sum(axis=1)
    x, y, z = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def ciede2000(first: np.ndarray, second: np.ndarray) -> float:
    """The distance of two colours in L*a*b*, as Sharma, Wu and Dalal (2005) write it: 1 is just seen side by side."""
    middle = (np.hypot(*first[1:]) + np.hypot(*second[1:])) / 2
    stretch = 1 + 0.5 * (1 - np.sqrt(middle**7 / (middle**7 + _POW)))
    (l1, c1, h1), (l2, c2, h2) = (
        (one[0], np.hypot(stretch * one[1], one[2]), np.degrees(np.arctan2(one[2], stretch * one[1])) % 360)
        for one in (first, second)
    )
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    hue = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    waves = 1 + sum(
        size * np.cos(np.radians(times * hue + shift))
        for size, times, shift in ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.2, 4, -63))
    )
    in_light = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / np.sqrt(20 + (light - 50) ** 2))
    in_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    in_hue = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2)) / (1 + 0.015 * chroma * waves)
    blue = np.sin(np.radians(60 * np.exp(-(((hue - 275) / 25) ** 2))))
    cross = -2 * np.sqrt(chroma**7 / (chroma**7 + _POW)) * blue * in_chroma * in_hue
    return float(np.sqrt(max(in_light**2 + in_chroma**2 + in_hue**2 + cross, 0.0)))


def apart(first: str, second: str, sight: str) -> float:
    return ciede2000(lab(first, sight), lab(second, sight))


def luminance(colour: str) -> float:
    return float(linear(colour) @ np.array([0.2126, 0.7152, 0.0722]))


def contrast(first: str, second: str) -> float:
    low, high = sorted([luminance(first), luminance(second)])
    return (high + 0.05) / (low + 0.05)


def vividness(colour: str) -> float:
    """Chroma in Ottosson's OKLab."""
    cones = [
        [0.41222147, 0.53633254, 0.05144599],
        [0.2119035, 0.68069955, 0.10739696],
        [0.08830246, 0.28171884, 0.6299787],
    ]
    axes = [[1.9779985, -2.42859221, 0.45059371], [0.02590404, 0.78277177, -0.80867577]]
    return float(np.hypot(*(np.array(axes) @ np.cbrt(np.array(cones) @ linear(colour)))))
