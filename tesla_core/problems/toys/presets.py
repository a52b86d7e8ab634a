"""Sweeps of points in the plane to start from."""

from __future__ import annotations

from tesla_core.messages.say import marked
from tesla_core.problems.base import JobPreset, PresetPlace

PRESETS = (
    JobPreset(
        marked("8×8 checkerboard"),
        marked(
            "Sixty-four squares from 700 points. TESLA with K = 8 is right on 80 to 90% of the test points, with K = 4 "
            "by luck; K = 2, ReLU, GELU and Tanh stay below 70%."
        ),
        "toys",
        {
            "toy": "checkerboard",
            "cells": "8",
            "activation": "tesla, relu, gelu, tanh",
            "harmonics": "2, 4, 8",
            "seed": "0-2",
        },
        PresetPlace.FURTHER,
    ),
)
